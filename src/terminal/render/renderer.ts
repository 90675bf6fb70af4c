import type { Zone } from "../../values/zone.ts";
import type { Column, Format, LeftOut, ListPage } from "../output.ts";
import type { Paint } from "../paint.ts";

/** What a renderer knows besides the values. */
export interface RenderSettings {
  /** The columns of a list; without them, its first rows decide. */
  readonly columns: readonly Column[];
  /** The name of the list in the object around it. */
  readonly listName: string;
  /** JSON text of a value, with the digits of its numbers and no raw control character. */
  readonly stringify: (value: unknown, indent?: number) => string;
  /** Whether the result goes to a terminal. */
  readonly interactive: boolean;
  /** Cells in a line of the terminal. */
  readonly width: number;
  /** A list without an end: on a terminal its columns fill the line, for the rows still to come. */
  readonly endless?: boolean;
  /** Whether columns that come from the rows may be left out if they don't fit; all stay unless given. */
  readonly leavesOut?: boolean;
  /** Shows every column, and every value in full. */
  readonly wide?: boolean;
  /** Rows only, in tables and other formats with a header. */
  readonly headless?: boolean;
  /** What ends each id; a line break unless given. */
  readonly idEnd?: string;
  /** The time zone of times; undefined means UTC, if no other was chosen. */
  readonly zone?: Zone | undefined;
  readonly paint: Paint;
}

/** What comes with the items of a list. */
export type Envelope = Omit<ListPage, "items">;

/** Turns values into the text of one format; writes nothing. */
export interface Renderer {
  /** Whether an array that `--query` gives is shown as rows rather than as one value. */
  readonly inRows: boolean;
  one(value: unknown): string;
  /** The columns are those of the settings unless given here; only a table uses them. */
  list(columns?: readonly Column[]): ListRenderer;
}

/** The text of one list, part by part. */
export interface ListRenderer {
  page(items: readonly unknown[]): string;
  end(envelope: Envelope): string;
  /** The titles of the columns that did not fit the screen, known after the first rows. */
  leftOut?(): readonly LeftOut[];
}

/** Every format but JSON, the default of pipes, loads only when it is asked for. */
const renderers: Readonly<Record<Format, () => Promise<(settings: RenderSettings) => Renderer>>> = {
  table: async () => (await import("./table.ts")).createTable,
  json: async () => createJson,
  ndjson: async () => (await import("./rows.ts")).createNdjson,
  yaml: async () => (await import("./yaml.ts")).createYaml,
  csv: async () => (await import("./rows.ts")).createCsv,
  tsv: async () => (await import("./rows.ts")).createTsv,
  id: async () => (await import("./rows.ts")).createId,
  none: async () => (await import("./rows.ts")).createNone,
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
    end: (envelope) => `${hasItems ? "\n  ]" : `${start}]`}${facts(envelope, stringify)}\n}\n`,
  };
}

/** A list that comes whole has neither a limit nor a cursor. */
function facts({ limit, nextCursor }: Envelope, stringify: Stringify): string {
  const limitText = limit === undefined ? "" : `,\n  "limit": ${stringify(limit)}`;
  return nextCursor === undefined ? limitText : `${limitText},\n  "next_cursor": ${stringify(nextCursor)}`;
}

function indent(text: string): string {
  return `    ${text.replaceAll("\n", "\n    ")}`;
}
