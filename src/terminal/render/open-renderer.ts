import type { Format } from "../output.ts";
import { envelopeFields, type Renderer, type RenderSettings } from "./renderer.ts";

/** Every format but JSON, the default of pipes, loads only when it is asked for. */
const renderers: Readonly<Record<Format, () => Promise<(settings: RenderSettings) => Renderer>>> = {
  table: async () => (await import("./table.ts")).createTable,
  json: async () => createJson,
  ndjson: async () => (await import("./rows.ts")).createNdjson,
  yaml: async () => (await import("./yaml.ts")).createYaml,
  csv: async () => (await import("./rows.ts")).createCsv,
  tsv: async () => (await import("./rows.ts")).createTsv,
  id: async () => (await import("./rows.ts")).createId,
};

export async function openRenderer(format: Format, settings: RenderSettings): Promise<Renderer> {
  const create = await renderers[format]();
  return create(settings);
}

/** A list is the text of `{"items": [...], "limit": ..., "next_cursor": ...}`, part by part. */
function createJson({ listName, stringify }: RenderSettings): Renderer {
  const start = `{\n  "${listName}": [`;
  const indented = (item: unknown): string => `    ${stringify(item, 2).replaceAll("\n", "\n    ")}`;
  return {
    inRows: false,
    one: (value) => `${stringify(value, 2)}\n`,
    list() {
      let isEmpty = true;
      return {
        page(items) {
          if (items.length === 0) return "";
          const before = isEmpty ? `${start}\n` : ",\n";
          isEmpty = false;
          return before + items.map(indented).join(",\n");
        },
        end(envelope) {
          const fields = Object.entries(envelopeFields(envelope));
          const after = fields.map(([name, value]) => `,\n  "${name}": ${stringify(value)}`);
          return `${isEmpty ? `${start}]` : "\n  ]"}${after.join("")}\n}\n`;
        },
      };
    },
  };
}
