import type { Progress, Task } from "./progress.ts";

/** The output formats, in the order that help shows. */
export const formats = ["table", "json", "ndjson", "yaml", "csv", "tsv", "id", "none"] as const;

export type Format = (typeof formats)[number];

/** How one column of a table is made. */
export interface Column {
  readonly title: string;
  /** Where the value stands in the item: `creator.name`. */
  readonly field: string;
  /** `count` shows how many elements an array has. */
  readonly kind?: "text" | "time" | "number" | "count";
  /** What a table adds to the value where another field is true. */
  readonly mark?: { readonly field: string; readonly text: string };
  /** A column that gives way when the terminal is narrow. */
  readonly shrinks?: boolean;
  /** A column that is left out when the terminal is narrower still. */
  readonly goes?: boolean;
  /** Cells that it has at least in a list without an end, whose later rows may need more than its first. */
  readonly room?: number;
}

/** What is known of a result before it arrives. */
export interface Shape {
  /** What a table shows unless `--fields` says otherwise. */
  readonly columns: readonly Column[];
  /** Columns for those alone who name their fields. */
  readonly furtherColumns?: readonly Column[];
  /** What JSON, YAML and `--query` call a list; `items` unless given. */
  readonly listName?: string;
  /** A list that has no end: JSON is a line per item, and there is no whole for `--query`. */
  readonly endless?: true;
  /** Every field that `--fields` may name, dotted; a name that ends in `.*` stands for all below it, `*` for any. */
  fieldNames(): Promise<readonly string[]>;
}

/** A part of a list, as it came. */
export interface ListPage {
  readonly items: readonly unknown[];
  /** Undefined, as the cursor, for a list that comes whole; JSON then leaves both out. */
  readonly limit: unknown;
  readonly nextCursor: string | null | undefined;
}

/** Writes the results of one command in the chosen format. */
export interface Results {
  /** One object: name and value lines in a table, the object itself in JSON. */
  record(value: unknown): Promise<void>;
  /** Rows page by page, written as they come; memory stays flat. Resolves to the number of rows. */
  list(pages: AsyncIterable<ListPage>): Promise<number>;
}

/** Where a command's output goes: data to standard output, everything else to standard error. */
export interface Output {
  readonly format: Format;
  /** Whether standard output is a terminal that people read. */
  readonly interactive: boolean;
  /** Refuses a wrong `--fields` or `--query` (UsageError) before anything is sent. */
  results(shape: Shape): Promise<Results>;
  /** Data without structure, such as a token or a PEM; ends with a line break. */
  text(text: string): Promise<void>;
  /** A line on standard error, unless `--quiet`. */
  note(text: string): Promise<void>;
  /** Shows the progress of long work on a terminal; end it before the command ends. */
  progress(task: Task): Progress;
  /** Does the work and, on a terminal, says what it is waiting for if that takes long. */
  waiting<Value>(text: string, work: () => Promise<Value>): Promise<Value>;
}
