import { Socket } from "node:net";
import type { Pool as DriverPool, PoolClient, QueryConfig, QueryResult, QueryResultRow } from "pg";
import { postgresLabel } from "../../../values/database-address.ts";
import { once } from "../../../values/once.ts";
import { readAddress } from "./address.ts";
import { isTransient, startFailure, unusable } from "./failures.ts";

/** One connection; statements are answered in the order in which they are sent, and those of one turn leave together. */
export interface Connection {
  query<Row extends QueryResultRow>(
    statement: string | QueryConfig<unknown[]>,
    values?: unknown[],
  ): Promise<QueryResult<Row>>;
}

/** The connections of a server to its database. */
export interface Connections {
  /** The address without secrets. */
  readonly label: string;
  /** What its tables stand in, ready for SQL. */
  readonly schema: string;
  /** Has a connection to itself; a broken one is not used again. */
  use<Value>(work: (connection: Connection) => Promise<Value>): Promise<Value>;
  /** As `use`, and again while the database is away for a moment; the work must have changed nothing then. */
  insist<Value>(work: (connection: Connection) => Promise<Value>): Promise<Value>;
  close(): Promise<void>;
}

/** The oldest PostgreSQL that is still maintained and has all that is used here. */
const oldestVersion = 150_000;

const mostConnections = 10;

/** Milliseconds that a request waits for a database that is away. */
const patience = 2000;

/** Milliseconds; a server that vanishes must not hold the lock of its transaction for longer. */
const longestPause = 10_000;

/**
 * For each session. Every statement has an index that is made for it, so a plan is made once and not weighed again; a
 * commit is answered once it is on the disk.
 */
const settings = [
  "SET plan_cache_mode = force_generic_plan",
  "SET enable_seqscan = off",
  "SET enable_bitmapscan = off",
  "SET enable_sort = off",
  "SET jit = off",
  `SET idle_in_transaction_session_timeout = ${longestPause}`,
  `SET lock_timeout = ${longestPause}`,
  "SET standard_conforming_strings = on",
].join("; ");

/** Connects to a database and checks that it can be used; a ConfigurationError says why not. */
export async function openConnections(address: string): Promise<Connections> {
  const label = postgresLabel(address);
  const { schema, url } = readAddress(address, label);
  const sockets = new Set<Socket>();
  const pool = await openPool(url, sockets).catch((error: unknown) => {
    throw startFailure(label, error);
  });
  // A connection that is lost while nobody uses it is replaced by the next one who asks.
  pool.on("error", () => {});
  const close = once(async () => {
    await pool.end();
    // The driver forgets one that was refused half-way, and it would keep the process alive.
    for (const socket of sockets) socket.destroy();
  });
  try {
    await check(pool, label);
  } catch (error) {
    await close();
    throw startFailure(label, error);
  }
  const use: Connections["use"] = (work) => useOne(pool, work);
  return { label, schema, use, insist: (work) => insist(() => use(work)), close };
}

async function openPool(connectionString: string, sockets: Set<Socket>): Promise<DriverPool> {
  const { Pool } = await import("pg");
  const pool = new Pool({
    connectionString,
    max: mostConnections,
    pipeline: true,
    stream: () => {
      const socket = new Socket();
      sockets.add(socket);
      return socket.once("close", () => sockets.delete(socket));
    },
    keepAlive: true,
    connectionTimeoutMillis: 5000,
    allowExitOnIdle: true,
    fallback_application_name: "payctl",
    types: { getTypeParser: (oid) => parsers.get(oid) ?? ((value: string) => value) },
  });
  pool.on("connect", (client) => {
    // What is asked of it waits in line behind these; where they fail, so does that.
    client.query(settings).catch(() => undefined);
    client.on("error", () => {});
  });
  return pool;
}

/** What is no text, by the types' numbers in PostgreSQL: whole numbers of each size, and bytes. */
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
  const client = await pool.connect();
  try {
    const value = await work(connectionOf(client));
    client.release();
    return value;
  } catch (error) {
    client.release(isTransient(error) ? (error as Error) : false);
    throw error;
  }
}

const connectionsOf = new WeakMap<PoolClient, Connection>();

/** The driver writes each statement by itself, which costs it and PostgreSQL more than most statements do. */
function connectionOf(client: PoolClient): Connection {
  const found = connectionsOf.get(client);
  if (found !== undefined) return found;
  let isHeld = false;
  const hold = () => {
    if (isHeld) return;
    isHeld = true;
    const { stream } = client.connection;
    stream.cork();
    process.nextTick(() => {
      isHeld = false;
      stream.uncork();
    });
  };
  const made: Connection = {
    query<Row extends QueryResultRow>(statement: string | QueryConfig<unknown[]>, values?: unknown[]) {
      hold();
      return client.query<Row, unknown[]>(statement, values);
    },
  };
  connectionsOf.set(client, made);
  return made;
}

/** Waits longer each time, together as long as the patience lasts. */
async function insist<Value>(work: () => Promise<Value>): Promise<Value> {
  const end = performance.now() + patience;
  for (let pause = 25; ; pause *= 2) {
    try {
      return await work();
    } catch (error) {
      if (!isTransient(error) || performance.now() + pause > end) throw error;
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }
}

/** What a database says of itself. */
export interface Facts {
  readonly version: string;
  readonly encoding: string;
  readonly recovering: string;
  readonly readonly: string;
}

async function check(pool: DriverPool, label: string): Promise<void> {
  const { rows } = await pool.query<Facts>(`SELECT current_setting('server_version_num') AS version,
    current_setting('server_encoding') AS encoding, pg_is_in_recovery()::text AS recovering,
    current_setting('transaction_read_only') AS readonly`);
  const [facts] = rows;
  if (facts !== undefined) refuseFacts(label, facts);
}

/** A ConfigurationError for a database that can't be used as it is. */
export function refuseFacts(label: string, { encoding, readonly, recovering, version }: Facts): void {
  if (Number(version) < oldestVersion) {
    const found = Math.floor(Number(version) / 10_000);
    throw unusable(label, `is PostgreSQL ${found}, and 15 or newer is needed`, "upgrade it, or use another");
  }
  if (encoding !== "UTF8") {
    const hint = "make one: createdb --encoding=UTF8 --template=template0 NAME";
    throw unusable(label, `stores text as ${encoding}, and UTF8 is needed`, hint);
  }
  if (recovering === "true" || readonly === "on") {
    throw unusable(label, "is a read-only replica", "give the address of the primary");
  }
}
