import type { Format } from "../output.ts";
import { factsIn, type ListRenderer, type Renderer, type RenderSettings } from "./renderer.ts";

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

type Stringify = RenderSettings["stringify"];

function createJson({ listName, stringify }: RenderSettings): Renderer {
  return {
    inRows: false,
    one: (value) => `${stringify(value, 2)}\n`,
    list: () => listRenderer(listName, stringify),
  };
}

/** Writes the text of `{"items": [...], "limit": ..., "next_cursor": ...}` part by part. */
function listRenderer(name: string, stringify: Stringify): ListRenderer {
  const start = `{\n  "${name}": [`;
  let before = `${start}\n`;
  let hasItems = false;
  return {
    page(items) {
      if (items.length === 0) return "";
      const text = items.map((item) => indent(stringify(item, 2))).join(",\n");
      const page = before + text;
      before = ",\n";
      hasItems = true;
      return page;
    },
    end(envelope) {
      const facts = Object.entries(factsIn(envelope)).map(
        ([name, value]) => `,\n  "${name}": ${stringify(value)}`,
      );
      return `${hasItems ? "\n  ]" : `${start}]`}${facts.join("")}\n}\n`;
    },
  };
}

function indent(text: string): string {
  return `    ${text.replaceAll("\n", "\n    ")}`;
}
