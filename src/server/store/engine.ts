import type { Sql, SqlValue } from "./sql.ts";
import type { StoreSources } from "./storage.ts";
import type { ReferenceStore } from "./store.ts";

/** Statements on the rows of all datasets, inside one transaction; a question mark stands for a value. */
export interface Statements {
  all<Row extends object>(text: string, ...values: SqlValue[]): Promise<Row[]>;
  /** Resolves to the number of rows that were changed; a taken key is a ConflictError. */
  run(text: string, ...values: SqlValue[]): Promise<number>;
  /** The statements on the rows of one dataset. */
  sql(dataset: number): Sql;
}

/** What a database has to be able to do, so that all else is the same for each. */
export interface Engine {
  /** Whether the data is there after a restart. */
  readonly lasting: boolean;
  /** What its statements call the schema of the tables. */
  readonly schema: string;
  /** Its own tables with rows of a dataset, besides those in `schema.ts`. */
  readonly ownTables: readonly string[];
  /** The statement that puts off the check of references to the end of the transaction. */
  readonly deferReferences: string;
  read<Value>(work: (statements: Statements) => Promise<Value>): Promise<Value>;
  /** All or nothing, and durable once it resolves. Other changes of the dataset, if one is named, wait for it. */
  transaction<Value>(work: (statements: Statements) => Promise<Value>, dataset?: number): Promise<Value>;
  openStore(parts: StoreParts): ReferenceStore;
  /** Runs what a start does to the data, for one server of a database at a time. */
  starting<Value>(work: () => Promise<Value>): Promise<Value>;
  close(): Promise<void>;
}

export interface StoreParts {
  readonly dataset: number;
  /** Authenticates cursors. */
  readonly secret: Uint8Array;
  readonly sources: StoreSources;
}
