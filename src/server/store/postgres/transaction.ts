import { failure } from "../../failure.ts";
import type { Connection } from "./connections.ts";
import { isSerialization, isTransient } from "./failures.ts";

/** The most attempts of a transaction that has to give way to others. */
const mostAttempts = 10;

/** Commits what the work does, or undoes it; runs it again if it has to give way to others. */
export async function transaction<Value>(
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
