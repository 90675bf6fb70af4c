import type { Database } from "../database.ts";
import { rollback } from "./rollback.ts";

/** A change that shares its transaction with others. */
export interface Change {
  /** May be done a second time, when what the first one did was undone. */
  carryOut(): Promise<Settle>;
  reject(reason: unknown): void;
}

/** Answers the caller; called once the batch's commit is through. */
export type Settle = () => void;

/**
 * Carries out changes in one transaction and makes them durable; resolves to what answers their callers. One that fails
 * is undone alone. Nothing is left to settle when the batch is lost: its changes have been rejected.
 */
export async function commitBatch(
  database: Database,
  changes: readonly Change[],
): Promise<readonly Settle[]> {
  try {
    const settles = await transaction(database, changes, plainly);
    return settles ?? (await transaction(database, changes, undoably)) ?? [];
  } catch (error) {
    rollback(database);
    for (const change of changes) change.reject(error);
    return [];
  }
}

/** Undefined where a change has failed that can't be undone alone. */
type Attempt = (database: Database, change: Change) => Promise<Settle | undefined>;

async function transaction(
  database: Database,
  changes: readonly Change[],
  attempt: Attempt,
): Promise<Settle[] | undefined> {
  database.run("BEGIN IMMEDIATE");
  const settles: Settle[] = [];
  for (const change of changes) {
    const settle = await attempt(database, change);
    if (settle === undefined) {
      rollback(database);
      return undefined;
    }
    settles.push(settle);
  }
  database.run("COMMIT");
  return settles;
}

/** What fails nearly always fails before it writes, and then needs no savepoint, which costs as much as an insert. */
async function plainly(database: Database, change: Change): Promise<Settle | undefined> {
  const before = database.writes();
  try {
    return await change.carryOut();
  } catch (error) {
    return database.writes() === before ? () => change.reject(error) : undefined;
  }
}

/** Throws only when the whole batch is lost. */
async function undoably(database: Database, change: Change): Promise<Settle> {
  database.run("SAVEPOINT change");
  try {
    const settle = await change.carryOut();
    database.run("RELEASE change");
    return settle;
  } catch (error) {
    undo(database, error);
    return () => change.reject(error);
  }
}

/** A full disk and its like end the whole transaction, savepoints included; their error then stands for the batch. */
function undo(database: Database, reason: unknown): void {
  try {
    database.run("ROLLBACK TO change");
    database.run("RELEASE change");
  } catch {
    throw reason;
  }
}
