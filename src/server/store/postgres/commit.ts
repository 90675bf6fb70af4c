import { failure } from "../../failure.ts";
import type { Connection, Connections } from "./connections.ts";
import { isTransient } from "./failures.ts";

/** What identifies a transaction. */
export interface Begun {
  readonly xid: string;
  readonly life: string;
}

/**
 * False if a statement has failed, which turns the commit into a rollback. If the connection is lost meanwhile, asks
 * the database what became of the transaction.
 */
export async function commit(
  { insist }: Pick<Connections, "insist">,
  connection: Connection,
  begun: Begun,
): Promise<boolean> {
  try {
    return (await connection.query("COMMIT")).command === "COMMIT";
  } catch (error) {
    if (!isTransient(error)) throw error;
    const status = await insist((other) => statusOf(other, begun)).catch(() => undefined);
    if (status === "committed") return true;
    // A client that gets a 503 assumes that nothing was done.
    if (status !== "aborted") throw failure(500, { message: "It is not known whether the change was made" });
    throw error;
  }
}

const lives = new WeakMap<Connection, Promise<string>>();

/**
 * When the database last recovered from a crash, or became the primary: a crash forgets the numbers of transactions that
 * had not reached the disk, and they are given out again. No connection outlives that, so each is asked once.
 */
export function lifeOf(connection: Connection): Promise<string> {
  const known = lives.get(connection) ?? askLife(connection);
  lives.set(connection, known);
  known.catch(() => lives.delete(connection));
  return known;
}

/** A crash resets the statistics of the database. */
async function askLife(connection: Connection): Promise<string> {
  const { rows } = await connection.query<{ life: string }>(
    "SELECT stats_reset::text AS life FROM pg_stat_archiver",
  );
  return rows[0]?.life ?? "";
}

/** `committed`, `aborted`, `in progress`, or undefined if nothing is known of the transaction. */
async function statusOf(connection: Connection, { life, xid }: Begun): Promise<string | undefined> {
  const { rows } = await connection.query<{ status: string | null }>({
    text: "SELECT pg_xact_status($1::xid8) AS status",
    values: [xid],
  });
  const status = rows[0]?.status ?? undefined;
  // After a crash, another transaction may have the number; if that one was aborted, this one was not committed either.
  return status === "committed" && (await askLife(connection)) !== life ? undefined : status;
}
