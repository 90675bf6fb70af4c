import { isError } from "../../../errors.ts";
import { type Failure, failure } from "../../failure.ts";
import type { Sql } from "../sql.ts";
import { ConflictError } from "../store.ts";
import { type Begun, commit, lifeOf } from "./commit.ts";
import type { Connection, Connections } from "./connections.ts";
import { type Dialect, sqlOn } from "./dialect.ts";
import { isSerialization, isTransient } from "./failures.ts";

/** A transaction, for statements beyond the shared ones. */
export interface Transaction {
  readonly connection: Connection;
  /** Must be called when such a statement has changed something. */
  wrote(): void;
  /** When the change is made. */
  readonly moment: number;
}

/** What happens to a dataset in one transaction. */
export type Work<Value> = (sql: Sql, transaction: Transaction) => Promise<Value>;

export interface BatchesParts {
  readonly connections: Connections;
  readonly dialect: Dialect;
  readonly dataset: number;
  /** Milliseconds of the clock that orders changes. */
  readonly base: () => number;
}

interface Change {
  readonly work: Work<unknown>;
  resolve(value: unknown): void;
  reject(reason: unknown): void;
}

/** A change at its moment. */
interface Timed {
  readonly work: Work<unknown>;
  readonly moment: number;
}

/** The outcome of a change, known before its commit. */
type Outcome = { readonly value: unknown } | { readonly reason: unknown };

/** A transaction of several changes that can't continue, although most of the changes could. */
class Spoiled extends Error {}

const mostChanges = 200;

/** Insertions in flight at the same time; more would only wait in memory. */
const mostDeferred = 500;

export interface Batches {
  /** All or nothing; the work may run again, and its changes are durable once this resolves. */
  write<Value>(work: Work<Value>): Promise<Value>;
  /** Resolves once every requested change is answered. */
  drain(): Promise<void>;
}

/**
 * Changes that arrive together share a transaction and its commit; those that arrive meanwhile share the next one. The
 * row of the dataset is locked first, so only one server at a time changes it.
 */
export function createBatches(parts: BatchesParts): Batches {
  const pending: Change[] = [];
  let running: Promise<void> | undefined;

  async function run(): Promise<void> {
    // Changes of the same turn of the event loop share a transaction.
    await new Promise((resolve) => setImmediate(resolve));
    while (pending.length > 0) await settle(parts, pending.splice(0, mostChanges));
    running = undefined;
  }

  return {
    write<Value>(work: Work<Value>): Promise<Value> {
      return new Promise((resolve, reject) => {
        pending.push({ work, resolve: (value) => resolve(value as Value), reject });
        running ??= run();
      });
    },
    drain: async () => running,
  };
}

async function settle(parts: BatchesParts, changes: readonly Change[]): Promise<void> {
  try {
    const outcomes = await repeat(
      parts,
      changes.map(({ work }) => work),
    );
    for (const [index, change] of changes.entries()) answer(change, outcomes[index]);
  } catch (error) {
    for (const change of changes) change.reject(error);
  }
}

/** One transaction for all; if one of them spoils it, one for each. */
async function repeat(parts: BatchesParts, works: readonly Work<unknown>[]): Promise<readonly Outcome[]> {
  try {
    return await attempt(parts, { works, together: true });
  } catch (error) {
    if (!(error instanceof Spoiled)) throw error;
  }
  const outcomes: Outcome[] = [];
  for (const work of works) {
    const alone = await attempt(parts, { works: [work], together: false }).catch((reason: unknown) => [
      { reason },
    ]);
    outcomes.push(...alone);
  }
  return outcomes;
}

interface Batch {
  readonly works: readonly Work<unknown>[];
  /** Whether one of them that spoils the transaction can be left out of the next. */
  readonly together: boolean;
}

function attempt(parts: BatchesParts, batch: Batch): Promise<readonly Outcome[]> {
  return parts.connections.insist((connection) => transaction(parts, connection, batch));
}

async function transaction(
  parts: BatchesParts,
  connection: Connection,
  { together, works }: Batch,
): Promise<readonly Outcome[]> {
  try {
    const { begun, moment } = await begin(parts, connection, works.length);
    const changes = works.map((work, index) => ({ work, moment: moment + index }));
    const deferred = together ? [] : undefined;
    const { outcomes, wrote } = await carryOut({ ...parts, connection, deferred }, changes);
    if (!wrote) await rollBack(connection);
    // Sent after the insertions in flight; if one of them fails, nothing is committed.
    else if (!(await commit(parts.connections, connection, begun))) {
      await Promise.all(deferred ?? []);
      const swallowed = new Error("a change went on after a statement of it had failed");
      throw together ? spoiled(swallowed) : swallowed;
    }
    return outcomes;
  } catch (error) {
    await rollBack(connection);
    throw error;
  }
}

/** All statements are sent at once, to wait for only one round trip; resolves with the moment of the first change. */
async function begin(parts: BatchesParts, connection: Connection, count: number) {
  const life = lifeOf(connection);
  const [, { moment, xid }] = await Promise.all([connection.query("BEGIN"), lock(parts, connection, count)]);
  const begun: Begun = { xid, life: await life };
  return { begun, moment: moment - count + 1 };
}

/**
 * Other servers that want to change something wait here. The moment grows with each transaction, past those of its
 * changes: if the clock of this server is behind that of another, it continues from there.
 */
async function lock({ base, connections, dataset }: BatchesParts, connection: Connection, count: number) {
  const { rows } = await connection.query<{ xid: string; moment: number }>({
    name: "payctl_lock",
    text: `UPDATE ${connections.schema}.datasets SET moment = greatest(moment, $2) + $3 WHERE id = $1
      RETURNING pg_current_xact_id()::text AS xid, moment`,
    values: [dataset, base() * 1000, count],
  });
  const [row] = rows;
  if (row === undefined) throw gone();
  return row;
}

/** A transaction that has begun. */
interface Running extends Pick<BatchesParts, "dataset" | "dialect"> {
  readonly connection: Connection;
  /** The insertions in flight, if changes may be left out; otherwise each is waited for. */
  readonly deferred: Promise<unknown>[] | undefined;
}

/** Changes run one after the other; each sees those before it. */
async function carryOut(running: Running, changes: readonly Timed[]) {
  const outcomes: Outcome[] = [];
  let anyWrote = false;
  for (const change of changes) {
    const { wrote, ...outcome } = await carryOutOne(running, change);
    outcomes.push(outcome);
    anyWrote ||= wrote;
  }
  return { outcomes, wrote: anyWrote };
}

/** Throws if the transaction can't continue: Spoiled if it has other changes, to try them without this one. */
async function carryOutOne(
  { connection, dataset, deferred, dialect }: Running,
  { moment, work }: Timed,
): Promise<Outcome & { readonly wrote: boolean }> {
  let hasWritten = false;
  const wrote = () => {
    hasWritten = true;
  };
  const sending = { connection, dialect, dataset, wrote };
  const sql = sqlOn(
    deferred === undefined ? sending : { ...sending, defer: (sent) => postpone(sent, deferred) },
  );
  try {
    const value = await work(sql, { connection, moment, wrote });
    return { value, wrote: hasWritten };
  } catch (reason) {
    // If nothing was written, there is nothing to undo; an error of the database ends the whole transaction.
    if (!(hasWritten || isOfDatabase(reason))) return { reason, wrote: false };
    throw deferred === undefined ? reason : spoiled(reason);
  }
}

function answer({ reject, resolve }: Change, outcome: Outcome | undefined): void {
  if (outcome !== undefined && "value" in outcome) resolve(outcome.value);
  else reject(outcome?.reason);
}

/** Leaves an insertion in flight; its failure spoils the transaction, and is noticed at the commit at the latest. */
async function postpone(sent: Promise<unknown>, deferred: Promise<unknown>[]): Promise<void> {
  const insertion = sent.catch((reason: unknown) => Promise.reject(spoiled(reason)));
  insertion.catch(() => undefined);
  deferred.push(insertion);
  if (deferred.length >= mostDeferred) await Promise.all(deferred.splice(0));
}

function isOfDatabase(reason: unknown): boolean {
  if (reason instanceof ConflictError || isTransient(reason)) return true;
  return isError(reason) && "severity" in reason;
}

/** Returns an error unchanged if another attempt may succeed. */
function spoiled(reason: unknown): unknown {
  return isTransient(reason) || isSerialization(reason) ? reason : new Spoiled("", { cause: reason });
}

/** Its own failure is ignored: it would hide the one that made it necessary. */
async function rollBack(connection: Connection): Promise<void> {
  await connection.query("ROLLBACK").catch(() => undefined);
}

/** Another server has deleted it meanwhile. */
export function gone(): Failure {
  return failure(404, { message: "This world is not there any more" });
}
