import { createNamedQueues } from "../../../values/turns.ts";
import { createStorage } from "../create-storage.ts";
import type { Engine, Statements } from "../engine.ts";
import type { SqlValue } from "../sql.ts";
import type { Outage, Storage, StoreSources } from "../storage.ts";
import { type Connection, type Connections, openConnections, unlimited } from "./connections.ts";
import { createDialect, forDriver, sqlOn, withNumbers } from "./dialect.ts";
import { conflictOr, explainFailure } from "./failures.ts";
import { migrate, schemaVersion } from "./migrations.ts";
import { transaction } from "./transaction.ts";

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

/** PostgreSQL's own clock. */
const time = "floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint";

/** A crash of PostgreSQL may lose the latest of what only counts. */
const beginCount = "BEGIN; SET LOCAL synchronous_commit = off";

function engineOn(connections: Connections): Engine {
  const { label, schema } = connections;
  const send = createSend(schema);
  const { inTurn } = createNamedQueues();

  /** A queue keeps what waits for the same rows from holding more than one connection. */
  function transactions(begin: string): Engine["change"] {
    return (work, dataset) => {
      const run = () =>
        connections.change((connection) => transaction(connection, begin, () => work(send(connection))));
      return dataset === undefined ? run() : inTurn(`${begin} ${dataset}`, run);
    };
  }

  return {
    name: label,
    schemaVersion,
    lasting: true,
    isShared: true,
    schema,
    time,
    deferReferences: "SET CONSTRAINTS ALL DEFERRED",
    all: (text, ...values) => connections.use((connection) => send(connection).all(text, ...values)),
    read: (work) =>
      connections.use(async (connection) => {
        // Without a wait for either answer, a transaction costs no round trip.
        connection.query("BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY").catch(() => undefined);
        try {
          return await work(send(connection));
        } finally {
          connection.query("COMMIT").catch(() => undefined);
        }
      }),
    change: transactions("BEGIN"),
    count: transactions(beginCount),
    async writeSoon(text, ...values) {
      await connections.use((connection) => send(connection).run(text, ...values));
    },
    flush: async () => {},
    starting: (work) =>
      starting(connections, work).catch((error: unknown) => {
        throw explainFailure(label, error);
      }),
    close: connections.close,
  };
}

/** The statements on a connection; each text is prepared there once, under its name. */
function createSend(schema: string): (connection: Connection) => Statements {
  const dialect = createDialect(schema);
  const prepared = createNames();
  return (connection) => {
    async function send<Row extends object>(text: string, values: readonly SqlValue[], limits: object = {}) {
      try {
        const statement = { ...prepared(text), values: values.map(forDriver), ...limits };
        return await connection.query<Row>(statement);
      } catch (error) {
        throw conflictOr(error);
      }
    }

    return {
      all: async <Row extends object>(text: string, ...values: SqlValue[]) =>
        (await send<Row>(text, values)).rows,
      run: async (text, ...values) => (await send(text, values)).rowCount ?? 0,
      runLong: async (text, ...values) => (await send(text, values, unlimited)).rowCount ?? 0,
      sql: (dataset) => sqlOn({ connection, dialect, dataset }),
    };
  };
}

function createNames(): (text: string) => { readonly name: string; readonly text: string } {
  const known = new Map<string, { readonly name: string; readonly text: string }>();
  return (text) => {
    const found = known.get(text) ?? { name: `payctl_all_${known.size}`, text: withNumbers(text) };
    known.set(text, found);
    return found;
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
