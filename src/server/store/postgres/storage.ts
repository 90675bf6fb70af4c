import { createNamedQueues } from "../../../values/turns.ts";
import { failure } from "../../failure.ts";
import type { Engine } from "../engine.ts";
import { createSql, type SqlValue, type Statements, withoutNul } from "../sql.ts";
import { createStorage, type Storage, type StorageOptions } from "../storage.ts";
import { type Connection, type Connections, openConnections, unlimited } from "./connections.ts";
import { conflictOr, explainFailure, isSerialization, isTransient } from "./failures.ts";
import { migrate, schemaVersion } from "./migrations.ts";

/** A PostgreSQL database, which other servers may use as well. */
export async function openPostgresStorage({
  database,
  outage,
  ...sources
}: StorageOptions): Promise<Storage> {
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
const beginUnsynced = "BEGIN; SET LOCAL synchronous_commit = off";

function engineOn(connections: Connections): Engine {
  const { change, close, label, schema, use } = connections;
  const statementsOn = createStatements();
  const { inTurn } = createNamedQueues();

  /** A queue keeps what waits for the same rows from holding more than one connection. */
  function transactions(begin: string): Engine["change"] {
    return (work, dataset) => {
      const run = () =>
        change((connection) => transaction(connection, begin, () => work(statementsOn(connection))));
      return dataset === undefined ? run() : inTurn(`${begin} ${dataset}`, run);
    };
  }

  return {
    name: label,
    schemaVersion,
    isPersistent: true,
    isShared: true,
    schema,
    sql: createSql(schema),
    time,
    deferReferences: "SET CONSTRAINTS ALL DEFERRED",
    all: (text, ...values) => use((connection) => statementsOn(connection).all(text, ...values)),
    read: (work) =>
      use(async (connection) => {
        // Without a wait for either answer, a transaction costs no round trip.
        connection.query("BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY").catch(() => undefined);
        try {
          return await work(statementsOn(connection));
        } finally {
          connection.query("COMMIT").catch(() => undefined);
        }
      }),
    change: transactions("BEGIN"),
    changeUnsynced: transactions(beginUnsynced),
    async writeSoon(text, ...values) {
      await use((connection) => statementsOn(connection).run(text, ...values));
    },
    flush: async () => {},
    withStartLock: (work) =>
      withStartLock(connections, work).catch((error: unknown) => {
        throw explainFailure(label, error);
      }),
    close,
  };
}

/** The statements on a connection; each text is prepared there once, under its name. */
export function createStatements(): (connection: Pick<Connection, "query">) => Statements {
  const known = new Map<string, { readonly name: string; readonly text: string }>();

  function prepared(text: string) {
    const found = known.get(text) ?? { name: `payctl_${known.size}`, text: withNumbers(text) };
    known.set(text, found);
    return found;
  }

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
    };
  };
}

/** No statement contains a question mark except for a value. */
function withNumbers(text: string): string {
  let number = 0;
  return text.replaceAll("?", () => {
    number += 1;
    return `$${number}`;
  });
}

function forDriver(value: SqlValue): unknown {
  if (value instanceof Uint8Array && !Buffer.isBuffer(value)) return Buffer.from(value);
  return withoutNul(value);
}

/** The most attempts of a transaction that has to give way to others. */
const mostAttempts = 10;

/** Commits what the work does, or undoes it; runs it again if it has to give way to others. */
async function transaction<Value>(
  connection: Connection,
  begin: string,
  work: () => Promise<Value>,
): Promise<Value> {
  for (let attempts = 1; ; attempts += 1) {
    try {
      // Without a wait for its answer it costs no round trip, and what follows fails if it does.
      connection.query(begin).catch(() => undefined);
      const value = await work();
      await commit(connection);
      return value;
    } catch (error) {
      // What is lost with its connection is undone, too.
      if (!isTransient(error)) await connection.query("ROLLBACK").catch(() => undefined);
      if (!isSerialization(error) || attempts === mostAttempts) throw error;
    }
  }
}

async function commit(connection: Connection): Promise<void> {
  const { command } = await connection.query("COMMIT").catch((error: unknown) => {
    if (!isTransient(error)) throw error;
    // A client that gets a 503 assumes that nothing was done.
    const unknown = failure(500, { message: "It is not known whether the change was made" });
    throw Object.assign(unknown, { cause: error });
  });
  // PostgreSQL rolls back instead if a statement has failed.
  if (command !== "COMMIT") throw new Error("a change went on after a statement of it had failed");
}

/** One server of a database at a time; if it dies meanwhile, the next one continues. */
export async function withStartLock<Value>(
  { schema, use }: Pick<Connections, "schema" | "use">,
  work: () => Promise<Value>,
): Promise<Value> {
  const values = [`payctl start ${schema}`];
  return use(async (connection) => {
    // Making a million rows may take longer than the time limit for a lock; the lock outlives the transaction.
    await connection.query("BEGIN; SET LOCAL lock_timeout = 0");
    const text = "SELECT pg_advisory_lock(hashtextextended($1, 0))";
    await connection.query({ text, values, ...unlimited });
    await connection.query("COMMIT");
    try {
      return await work();
    } finally {
      await connection.query("SELECT pg_advisory_unlock(hashtextextended($1, 0))", values);
    }
  });
}
