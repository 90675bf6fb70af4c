import type { Clock } from "../sources.ts";
import type { Engine } from "./engine.ts";
import type { Statements } from "./sql.ts";

/** A call that is counted under each key, unless one of them has as many as it may. */
interface LimitedCall {
  readonly keys: readonly string[];
  /** How many in any time of this length, in milliseconds by the clock of the data. */
  readonly most: number;
  readonly window: number;
  readonly clock: Clock;
}

interface CountedCall {
  readonly now: number;
  /** Of the calls in the way; undefined for a call that was counted. */
  readonly oldest?: number | undefined;
}

/** What is counted in a dataset, by all its servers together. */
export function createCounts(engine: Engine, dataset: number) {
  const { all, changeUnsynced, schema, time } = engine;
  const counts = `${schema}.counts`;
  /** Locks the row, too. */
  const add = `INSERT INTO ${counts} AS counts (dataset, key, time, number) VALUES (?, ?, ?, 1)
    ON CONFLICT (dataset, key, time) DO UPDATE SET number = counts.number + 1 RETURNING number`;

  async function next({ all }: Statements, key: string, time = 0): Promise<number> {
    const [row] = await all<{ number: number }>(add, dataset, key, time);
    return row?.number ?? 0;
  }

  /** Where the clocks of servers may differ, that of the database is theirs. */
  async function baseOf({ all }: Statements, own: () => number): Promise<number> {
    if (time === undefined) return own();
    const [row] = await all<{ base: number }>(`SELECT ${time} AS base`);
    return row?.base ?? own();
  }

  return {
    /** Work may count under names, each of which says how often it has been counted. */
    count: <Value>(work: (next: (key: string) => Promise<number>) => Promise<Value>): Promise<Value> =>
      changeUnsynced((statements) => work((key) => next(statements, key)), dataset),
    /** The counts whose names begin like this. */
    async list(prefix: string): Promise<ReadonlyMap<string, number>> {
      const text = `SELECT key, number FROM ${counts} WHERE dataset = ? AND time = 0 AND key LIKE ?`;
      const rows = await all<{ key: string; number: number }>(text, dataset, `${prefix}%`);
      return new Map(rows.map(({ key, number }) => [key, number]));
    },
    async forget(keys: readonly string[]): Promise<void> {
      const text = `DELETE FROM ${counts} WHERE dataset = ? AND key = ?`;
      await changeUnsynced(({ run }) => Promise.all(keys.map((key) => run(text, dataset, key))), dataset);
    },
    addCall: ({ clock, keys, most, window }: LimitedCall): Promise<CountedCall> =>
      changeUnsynced(async (statements) => {
        const { all, run } = statements;
        // Other servers count after this transaction.
        await next(statements, "calls");
        const now = clock.at(await baseOf(statements, clock.base)).getTime();
        const names = keys.map(() => "?").join(", ");
        const full = `SELECT min(time) AS oldest FROM ${counts} WHERE dataset = ? AND key IN (${names})
          AND time > ? AND time <= ? GROUP BY key HAVING sum(number) >= ?`;
        const rows = await all<{ oldest: number }>(full, dataset, ...keys, now - window, now, most);
        if (rows.length > 0) return { now, oldest: Math.max(...rows.map(({ oldest }) => oldest)) };
        // A clock that was set back must not lock anyone out for longer than the window.
        const old = `DELETE FROM ${counts} WHERE dataset = ? AND time <> 0 AND (time <= ? OR time > ?)`;
        await run(old, dataset, now - window, now);
        await Promise.all(keys.map((key) => next(statements, key, now)));
        return { now };
      }, dataset),
  };
}
