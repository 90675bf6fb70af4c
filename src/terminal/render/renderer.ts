import type { Zone } from "../../values/zone.ts";
import type { Column, ListPage } from "../output.ts";
import type { Paint } from "../paint.ts";

/** What a renderer knows besides the values. */
export interface RenderSettings {
  /** The columns of a list; without them, its first rows decide. */
  readonly columns: readonly Column[];
  /** The name of the list in the object around it. */
  readonly listName: string;
  /** JSON text of a value, with the digits of its numbers and no raw control character. */
  readonly stringify: (value: unknown, indent?: number) => string;
  /** Whether people read it on a screen, whose width it has to fit. */
  readonly interactive: boolean;
  /** Whether a line is drawn below the titles of a table. */
  readonly ruled?: boolean;
  /** Cells in a line of the terminal. */
  readonly width: number;
  /** A list without an end: on a terminal its columns fill the line, for the rows still to come. */
  readonly endless?: boolean;
  /** Shows every column, and every value in full. */
  readonly wide?: boolean;
  /** Rows only, in tables and other formats with a header. */
  readonly headless?: boolean;
  /** The time zone of times; undefined means UTC, if no other was chosen. */
  readonly zone?: Zone | undefined;
  readonly paint: Paint;
}

/** What comes with the items of a list. */
export type Envelope = Omit<ListPage, "items">;

/** What JSON and YAML say after the items; a list that comes whole has neither a limit nor a cursor. */
export function envelopeFields({ limit, nextCursor }: Envelope): Readonly<Record<string, unknown>> {
  return {
    ...(limit !== undefined && { limit }),
    ...(nextCursor !== undefined && { next_cursor: nextCursor }),
  };
}

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
  leftOut?(): readonly string[];
}
