import { openConnections } from "../../../src/server/store/postgres/connections.ts";
import { migrate as migratePostgres } from "../../../src/server/store/postgres/migrations.ts";
import { createStatements } from "../../../src/server/store/postgres/storage.ts";
import type { SqlValue, Statements } from "../../../src/server/store/sql.ts";
import { openDatabase } from "../../../src/server/store/sqlite/database.ts";
import { takeFile } from "../../../src/server/store/sqlite/database-file.ts";
import { migrate } from "../../../src/server/store/sqlite/migrations.ts";
import { statementsOn } from "../../../src/server/store/sqlite/storage.ts";
import { isPostgres } from "../../helpers/engine.ts";
import { freshAddress } from "../postgres/servers.ts";

/** An empty database of the tested engine, below the store. */
export interface OpenStatements {
  readonly schema: string;
  /** Runs work on one connection. */
  use<Value>(work: (statements: Statements) => Promise<Value>): Promise<Value>;
  close(): Promise<void>;
}

export async function openStatements(): Promise<OpenStatements> {
  if (!isPostgres) {
    const database = await openDatabase(":memory:");
    takeFile(database);
    migrate(database);
    const statements = statementsOn(database);
    return { schema: "main", use: (work) => work(statements), close: async () => database.close() };
  }
  const { close, label, schema, use } = await openConnections(await freshAddress());
  await use((connection) => migratePostgres({ connection, schema, label }));
  const on = createStatements();
  return { schema, use: (work) => use((connection) => work(on(connection))), close };
}

/** A statement that has reached the engine. */
export interface Sent {
  readonly text: string;
  readonly values: readonly SqlValue[];
  /** How many rows it has found or changed. */
  readonly rows: number;
}

/** The same statements, each of which is noted once it has run. */
export function recording(statements: Statements, sent: Sent[]): Statements {
  const run =
    (verb: "run" | "runLong"): Statements["run"] =>
    async (text, ...values) => {
      const rows = await statements[verb](text, ...values);
      sent.push({ text, values, rows });
      return rows;
    };
  return {
    async all<Row extends object>(text: string, ...values: SqlValue[]) {
      const rows = await statements.all<Row>(text, ...values);
      sent.push({ text, values, rows: rows.filter(saysSomething).length });
      return rows;
    },
    run: run("run"),
    runLong: run("runLong"),
  };
}

/** A count of nothing is none. */
function saysSomething(row: object): boolean {
  return Object.values(row).some((value) => value !== 0);
}
