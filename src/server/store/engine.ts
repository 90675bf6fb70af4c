import type { createSql, SqlValue, Statements } from "./sql.ts";

type Transaction = <Value>(
  work: (statements: Statements) => Promise<Value>,
  dataset?: number,
) => Promise<Value>;

/** What a database has to be able to do, so that all else is the same for each. */
export interface Engine {
  /** A name of the database for people, without secrets. */
  readonly name: string;
  /** The version of its newest schema. */
  readonly schemaVersion: number;
  /** Whether the data is there after a restart. */
  readonly isPersistent: boolean;
  /** Whether other servers may use the database at the same time. */
  readonly isShared: boolean;
  /** What its statements call the schema of the tables. */
  readonly schema: string;
  /** The statements on the rows of one dataset. */
  readonly sql: ReturnType<typeof createSql>;
  /** An expression for its time in milliseconds, by which servers judge whose clocks may differ. */
  readonly time?: string;
  /** The statement that puts off the check of references to the end of the transaction. */
  readonly deferReferences: string;
  /** How many transactions there have been; undefined where other servers may change the data. */
  commits?(): number;
  /** One statement that reads. */
  readonly all: Statements["all"];
  /** Sees one state of all rows. */
  read<Value>(work: (statements: Statements) => Promise<Value>): Promise<Value>;
  /**
   * All or nothing, and durable once it resolves. Work on the same dataset queues in this process. If PostgreSQL lets
   * another transaction go first, all of it is undone, and the work runs again.
   */
  readonly change: Transaction;
  /** The same for what only counts, without a wait for the disk: a loss of power may take the latest. */
  readonly changeUnsynced: Transaction;
  /** Changes rows which a killed server may lose: on SQLite many together, within 100 ms. */
  writeSoon(text: string, ...values: SqlValue[]): Promise<void>;
  /** Resolves once what is to be written soon is there. */
  flush(): Promise<void>;
  /** Runs what a start does to the data, for one server of a database at a time. */
  withStartLock<Value>(work: () => Promise<Value>): Promise<Value>;
  close(): Promise<void>;
}
