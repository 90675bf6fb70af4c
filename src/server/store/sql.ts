import type { Table } from "./schema.ts";

export type SqlValue = string | number | null | Uint8Array;

/** A row by the names of its columns. */
export type NewRow = Readonly<Record<string, SqlValue>>;

/** Which rows to change, and how; the values of `set` come before those of `where`. */
export interface Update {
  readonly set: string;
  readonly where: string;
}

/**
 * Statements inside one transaction, in the SQL that SQLite and PostgreSQL both understand; `?` stands for a value.
 * They are prepared once, so their text must not depend on values. `get` and `all` take a SELECT.
 */
export interface Sql {
  get<Row>(text: string, ...values: SqlValue[]): Promise<Row | undefined>;
  all<Row>(text: string, ...values: SqlValue[]): Promise<Row[]>;
  /** A taken key or a dangling reference is a ConflictError. */
  insert(table: Table, row: NewRow): Promise<void>;
  /** Leaves the existing row if a key is taken. */
  insertMissing(table: Table, row: NewRow): Promise<void>;
  update(table: Table, change: Update, ...values: SqlValue[]): Promise<void>;
  delete(table: Table, where: string, ...values: SqlValue[]): Promise<void>;
  /** Deletes every row. */
  clear(table: Table): Promise<void>;
}

/** What follows FROM for all rows of a table, or for one. */
export function chosen(table: Table, order: string, id: string | undefined): string {
  return `${table}${id === undefined ? "" : " WHERE id = ?"} ORDER BY ${order}`;
}

/** The value of that condition. */
export function given(id: string | undefined): readonly string[] {
  return id === undefined ? [] : [id];
}

/** A store whose engine speaks SQL, for code that may know that. */
export interface SqlStore {
  /** All or nothing, as `write` is. */
  change<Value>(work: (sql: Sql) => Promise<Value>): Promise<Value>;
}

/** Neither engine stores a NUL in a text. Its stand-in is a noncharacter, which no exchanged text contains. */
const standIn = "\uffff";

export function withoutNul<Value>(value: Value): Value | string {
  return typeof value === "string" && value.includes("\0") ? value.replaceAll("\0", standIn) : value;
}

export function withNul(text: string): string {
  return text.replaceAll(standIn, "\0");
}
