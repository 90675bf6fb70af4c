import { Socket } from "node:net";
import type { Pool as DriverPool, QueryConfig, QueryResult, QueryResultRow } from "pg";
import { postgresLabel } from "../../../values/database-address.ts";
import { once } from "../../../values/once.ts";
import { sleep } from "../../../values/timers.ts";
import { createSlots } from "../../../values/turns.ts";
import type { Outage } from "../storage.ts";
import { readAddress } from "./address.ts";
import { DisconnectedError, explainFailure, isTransient, unusable } from "./failures.ts";
import { createOutages } from "./outages.ts";

/** One connection; statements are sent at once, and answered in the order sent. */
export interface Connection {
  query<Row extends QueryResultRow>(
    statement: string | QueryConfig<unknown[]>,
    values?: unknown[],
  ): Promise<QueryResult<Row>>;
}

export type Connections = Awaited<ReturnType<typeof openConnections>>;

/** The oldest PostgreSQL that is still maintained and has every feature used here. */
const oldestVersion = 150_000;

const mostConnections = 10;

/** Of those, the most that change something at the same time. */
const mostChanges = 6;

/** Milliseconds that connections may take to close. */
const closeTimeout = 2000;

/** Milliseconds; a server that vanishes must not hold the lock of its transaction for longer. */
const transactionTimeout = 10_000;

/** Milliseconds without an answer after which a connection is lost; PostgreSQL itself gives up waiting for a lock before. */
const queryTimeout = 15_000;

/** For a statement that may take as long as it needs: it copies or deletes many rows, or waits for another server. */
export const unlimited = { query_timeout: 2 ** 31 - 1 };

/**
 * Settings of each session. Every statement has an index made for it, so it is planned only once; a commit is answered
 * once it is on disk.
 */
const settings = [
  "SET plan_cache_mode = force_generic_plan",
  "SET enable_seqscan = off",
  "SET enable_bitmapscan = off",
  "SET enable_sort = off",
  "SET jit = off",
  "SET search_path = ''",
  `SET idle_in_transaction_session_timeout = ${transactionTimeout}`,
  `SET lock_timeout = ${transactionTimeout}`,
  "SET standard_conforming_strings = on",
].join("; ");

export interface ConnectionOptions {
  readonly outage?: Outage | undefined;
  /** Milliseconds without an answer after which a connection is lost. */
  readonly answerTimeout?: number;
}

/** Connects to a database and checks that it can be used; if not, a ConfigurationError says why. Without it, work fails with a 503. */
export async function openConnections(
  address: string,
  { outage, answerTimeout = queryTimeout }: ConnectionOptions = {},
) {
  const label = postgresLabel(address);
  const { schema, url } = readAddress(address, label);
  const sockets = new Set<Socket>();
  const pool = await openPool(url, sockets, answerTimeout).catch((error: unknown) => {
    throw explainFailure(label, error);
  });
  // A connection that is lost while idle is replaced at the next request.
  pool.on("error", () => {});
  const close = once(async () => {
    // A database that does not answer does not close its connections either.
    await Promise.race([pool.end(), sleep(closeTimeout)]);
    // The driver forgets a connection that was refused half-way, which would keep the process alive.
    for (const socket of sockets) socket.destroy();
  });
  try {
    await check(pool, label);
  } catch (error) {
    await close();
    throw explainFailure(label, error);
  }
  const attempt = createOutages(label, outage);
  const inSlot = createSlots(mostChanges);
  const use = <Value>(work: (connection: Connection) => Promise<Value>): Promise<Value> =>
    attempt(() => useOne(pool, work));
  return {
    /** The address without secrets. */
    label,
    /** The schema of its tables, quoted for SQL. */
    schema,
    /** Runs work on a connection of its own; a broken one is not used again. */
    use,
    /** The same for work that may wait for other servers: never so many at a time that reads would wait for them. */
    change: <Value>(work: (connection: Connection) => Promise<Value>): Promise<Value> =>
      inSlot(() => use(work)),
    close,
  };
}

async function openPool(url: string, sockets: Set<Socket>, answerTimeout: number): Promise<DriverPool> {
  const [{ Pool }, { parseIntoClientConfig }] = await Promise.all([
    import("pg"),
    import("pg-connection-string"),
  ]);
  const { ssl, ...place } = parseIntoClientConfig(url);
  const pool = new Pool({
    ...place,
    // Unless the mode says otherwise: NODE_TLS_REJECT_UNAUTHORIZED=0 must not open the password to anyone.
    ssl: typeof ssl === "object" ? { rejectUnauthorized: true, ...ssl } : ssl,
    // The variable PGSSLNEGOTIATION would make the driver refuse an address without TLS.
    sslnegotiation: "postgres",
    max: mostConnections,
    pipeline: true,
    stream: () => {
      const socket = new Socket();
      sockets.add(socket);
      return socket.once("close", () => sockets.delete(socket));
    },
    keepAlive: true,
    connectionTimeoutMillis: 5000,
    query_timeout: answerTimeout,
    allowExitOnIdle: true,
    fallback_application_name: "payctl",
    types: { getTypeParser: (oid) => parsers.get(oid) ?? ((value: string) => value) },
  });
  pool.on("connect", (client) => {
    // Statements of the caller queue after these; if these fail, so do those.
    client.query(settings).catch(() => undefined);
    client.on("error", () => {});
  });
  return pool;
}

/** Types that are not text, by their numbers in PostgreSQL: integers of each size, and bytes. */
const parsers = new Map<number, (value: string) => unknown>([
  [20, Number],
  [21, Number],
  [23, Number],
  [17, (value) => Buffer.from(value.slice(2), "hex")],
]);

async function useOne<Value>(
  pool: DriverPool,
  work: (connection: Connection) => Promise<Value>,
): Promise<Value> {
  const client = await pool.connect().catch((error: unknown) => {
    throw new DisconnectedError(error);
  });
  try {
    const value = await work(client);
    client.release();
    return value;
  } catch (error) {
    client.release(isTransient(error));
    throw error;
  }
}

/** What a database reports about itself. */
export interface DatabaseReport {
  readonly version: string;
  readonly encoding: string;
  readonly recovering: string;
  readonly readonly: string;
}

async function check(pool: DriverPool, label: string): Promise<void> {
  const { rows } = await pool.query<DatabaseReport>(`SELECT current_setting('server_version_num') AS version,
    current_setting('server_encoding') AS encoding, pg_is_in_recovery()::text AS recovering,
    current_setting('transaction_read_only') AS readonly`);
  const [report] = rows;
  if (report !== undefined) refuseUnsuitable(label, report);
}

/** Throws a ConfigurationError if the database can't be used as it is. */
export function refuseUnsuitable(
  label: string,
  { encoding, readonly, recovering, version }: DatabaseReport,
): void {
  if (Number(version) < oldestVersion) {
    const found = Math.floor(Number(version) / 10_000);
    throw unusable(label, `is PostgreSQL ${found}, and 15 or newer is needed`, "upgrade it, or use another");
  }
  if (encoding !== "UTF8") {
    const hint = { text: "make one", command: "createdb --encoding=UTF8 --template=template0 NAME" };
    throw unusable(label, `stores text as ${encoding}, and UTF8 is needed`, hint);
  }
  if (recovering === "true" || readonly === "on") {
    throw unusable(label, "is a read-only replica", "give the address of the primary");
  }
}
