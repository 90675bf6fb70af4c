import { createStorage } from "../create-storage.ts";
import { gone } from "../datasets.ts";
import type { Engine, Statements } from "../engine.ts";
import type { SqlValue } from "../sql.ts";
import type { Outage, Storage, StoreSources } from "../storage.ts";
import { transaction } from "./changes.ts";
import { createAskState } from "./common.ts";
import { type Connection, type Connections, openConnections, unlimited } from "./connections.ts";
import { createDialect, type Dialect, forDriver, sqlOn, withNumbers } from "./dialect.ts";
import { conflictOr, explainFailure } from "./failures.ts";
import { migrate } from "./migrations.ts";
import { storeOn } from "./store.ts";

export interface PostgresStorageOptions extends StoreSources {
  /** An address such as `postgres://user@host/database`. */
  readonly database: string;
  readonly outage?: Outage | undefined;
}

/** A PostgreSQL database, which other servers may use as well. */
export async function openPostgresStorage({
  database,
  outage,
  ...sources
}: PostgresStorageOptions): Promise<Storage> {
  const connections = await openConnections(database, { outage });
  try {
    const { label, schema } = connections;
    await connections.use((connection) => migrate({ connection, schema, label }));
    return await createStorage(engineOn(connections), sources);
  } catch (error) {
    await connections.close();
    throw explainFailure(connections.label, error);
  }
}

function engineOn(connections: Connections): Engine {
  const { label, schema } = connections;
  const dialect = createDialect(schema);
  const askState = createAskState(connections);
  return {
    lasting: true,
    schema,
    ownTables: ["journal"],
    deferReferences: "SET CONSTRAINTS ALL DEFERRED",
    read: (work) => connections.use((connection) => work(statementsOn(connection, dialect))),
    transaction: (work, dataset) =>
      connections.change((connection) =>
        transaction(connection, async () => {
          await connection.query("BEGIN");
          const statements = statementsOn(connection, dialect);
          if (dataset !== undefined) await lock(statements, schema, dataset);
          return work(statements);
        }),
      ),
    openStore: (parts) => storeOn({ askState, connections, dialect, ...parts }),
    starting: (work) =>
      starting(connections, work).catch((error: unknown) => {
        throw explainFailure(label, error);
      }),
    close: connections.close,
  };
}

/** As every change of it does; the moment tells other servers that there was one. */
async function lock({ run }: Statements, schema: string, dataset: number): Promise<void> {
  const text = `UPDATE ${schema}.datasets SET moment = moment + 1 WHERE id = ?`;
  if ((await run(text, dataset)) === 0) throw gone();
}

/** Statements may copy many rows, and so take as long as they need. */
function statementsOn(connection: Connection, dialect: Dialect): Statements {
  async function send<Row extends object>(text: string, values: readonly SqlValue[]) {
    try {
      const statement = { text: withNumbers(text), values: values.map(forDriver), ...unlimited };
      return await connection.query<Row>(statement);
    } catch (error) {
      throw conflictOr(error);
    }
  }

  return {
    all: async <Row extends object>(text: string, ...values: SqlValue[]) =>
      (await send<Row>(text, values)).rows,
    run: async (text, ...values) => (await send(text, values)).rowCount ?? 0,
    sql: (dataset) => sqlOn({ connection, dialect, dataset }),
  };
}

/** One server of a database at a time; if it dies meanwhile, the next one continues. */
export async function starting<Value>(
  connections: Pick<Connections, "schema" | "use">,
  work: () => Promise<Value>,
): Promise<Value> {
  const key = `payctl start ${connections.schema}`;
  return connections.use(async (connection) => {
    // Making a million rows may take longer than the time limit for a lock; the lock outlives the transaction.
    await connection.query("BEGIN; SET LOCAL lock_timeout = 0");
    const lock = "SELECT pg_advisory_lock(hashtextextended($1, 0))";
    await connection.query({ text: lock, values: [key], ...unlimited });
    await connection.query("COMMIT");
    try {
      return await work();
    } finally {
      await connection.query("SELECT pg_advisory_unlock(hashtextextended($1, 0))", [key]);
    }
  });
}
