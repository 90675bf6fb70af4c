import type { Advice } from "../errors.ts";
import type { Environment } from "../values/environment.ts";
import type { Zone } from "../values/zone.ts";
import type { OpenPager } from "./paging.ts";
import type { ColorChoice } from "./paint.ts";
import type { Progress, Task } from "./progress.ts";
import type { OutputStream } from "./streams.ts";

/** The output formats, in the order that help shows. */
export const formats = ["table", "json", "ndjson", "yaml", "csv", "tsv", "id"] as const;

export type Format = (typeof formats)[number];

/** One column of a table. */
export interface Column {
  readonly title: string;
  /** The path of the value in an item: `creator.name`. */
  readonly field: string;
  /** `count` shows how many elements an array has, `id` on a screen as much of a UUID as tells it from the others there. */
  readonly kind?: "text" | "time" | "number" | "count" | "id";
  /** The path of the currency of an amount in its smallest unit; a table then shows `23.50 GBP`. */
  readonly currency?: string;
  /** Text added to the value when another field is true. */
  readonly mark?: { readonly field: string; readonly text: string };
  /** The path of what a table says in brackets after the value, such as where it comes from; it gets no line of its own. */
  readonly from?: string;
  /** Whether its cells may be cut when the terminal is narrow. */
  readonly shrinks?: boolean;
  /**
   * Whether it may be left out for lack of space. Before anything is cut, columns go that are empty or the same in every
   * row (for `"same"`, the only reason), then those marked `"first"`, from the last one on and ids after them; the
   * others go last, from the last one on.
   */
  readonly goes?: boolean | "first" | "same";
  /** The path of the value that a table shows if that one is null; on a screen, the beginning of a UUID. */
  readonly instead?: string;
  /** What a table shows for an empty list; `-` unless given. */
  readonly empty?: string;
  /** Its least width in an endless list: later rows may be wider. */
  readonly room?: number;
}

/** What is known about a result before it arrives. */
export interface Shape {
  /** The columns of a table without `--fields`. */
  readonly columns: readonly Column[];
  /** Columns shown only when `--fields` names them. */
  readonly furtherColumns?: readonly Column[];
  /** What `-o id` prints; `id` unless given. */
  readonly idField?: string;
  /** What JSON, YAML and `--query` call a list; `items` unless given. */
  readonly listName?: string;
  /** A list without an end: JSON is a line per item, and `--query` has no whole to look at. */
  readonly endless?: true;
  /** It describes fields, those of secrets too, and has no values of them to mask. */
  readonly describes?: true;
  /** The result is there to be read, and nothing follows it: on a terminal, a long one goes through a pager. */
  readonly paged?: true;
  /** Every field that `--fields` may name, dotted; `a.*` stands for everything below `a`, `*` for any name. */
  fieldNames(): Promise<readonly string[]>;
}

/** A part of a list, as it arrived. */
export interface ListPage {
  readonly items: readonly unknown[];
  /** Whether rows were left out that no cursor points at. */
  readonly isCut?: boolean;
  /** Undefined, like the cursor, for a list that comes whole; JSON then leaves out both. */
  readonly limit: unknown;
  readonly nextCursor: string | null | undefined;
}

/** Writes the results of one command in the chosen format. */
export interface Results {
  /** One object: name and value lines in a table, the object itself in JSON. */
  record(value: unknown): Promise<void>;
  /** Rows page by page, written as they come; memory stays flat. Resolves to the number of rows that came. */
  list(pages: AsyncIterable<ListPage>): Promise<number>;
}

/** Where a command's output goes: data to standard output, everything else to standard error. */
export interface Output {
  readonly format: Format;
  /** Whether standard output is a terminal. */
  readonly interactive: boolean;
  /** Refuses a wrong `--fields` or `--query` (UsageError) before anything is sent. */
  results(shape: Shape): Promise<Results>;
  /** Data without structure, such as a token or a PEM; a missing line break at its end is added. */
  text(text: string): Promise<void>;
  /** A text for people that is laid out, and coloured, for the screen; a long one goes through a pager. */
  document(text: string): Promise<void>;
  /** A line on standard error, unless `--quiet`. */
  note(advice: Advice): Promise<void>;
  /** Shows the progress of long work on a terminal; the caller ends it. */
  progress(task: Task): Progress;
  /** Gives the terminal to the work, which may ask a person. */
  handOver<Value>(work: () => Promise<Value>): Promise<Value>;
  /** Does the work; on a terminal, says what it is waiting for if that takes long. */
  waiting<Value>(text: string, work: () => Promise<Value>): Promise<Value>;
  /** Writes what is still held back, and waits until the pager is closed; later output appears at once. */
  settle(): Promise<void>;
}

/** What an output knows of its command line and its surroundings. */
export interface OutputSettings {
  readonly stdout: OutputStream;
  readonly stderr: OutputStream;
  readonly env: Environment;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Calls back after this many milliseconds, unless the returned function is called first. */
  readonly later: (milliseconds: number, action: () => void) => () => void;
  readonly format: Format;
  readonly fields: readonly string[] | undefined;
  readonly query: string | undefined;
  readonly color: ColorChoice;
  /** Shows every value in full. */
  readonly wide?: boolean | undefined;
  /** Leaves out the header. */
  readonly headless?: boolean | undefined;
  /** Starts a pager; undefined if none is wanted. */
  readonly openPager?: OpenPager | undefined;
  /** The time zone of times; undefined means UTC, if no other was chosen. */
  readonly zone: () => Promise<Zone | undefined>;
  readonly quiet: boolean;
  /** Shows the secret fields in clear. */
  readonly reveal: boolean;
  /** Names of fields that are hidden at any depth. */
  readonly secretFields: readonly string[];
  readonly json: { stringify(value: unknown, indent?: number): string };
}
