import { createQueue } from "../../../values/turns.ts";
import type { Common } from "../store.ts";
import { transaction } from "./changes.ts";
import type { Connections } from "./connections.ts";

/** Of a transaction that only counts: a crash of PostgreSQL may lose the latest. */
export const beginCount = "BEGIN; SET LOCAL synchronous_commit = off";

interface Counted {
  readonly now: number;
  readonly oldest: number | null;
}

/** The calls of a dataset, for all servers together: their clocks may differ, so that of the database is theirs. */
export function createCalls(connections: Connections, dataset: number): Common["calls"] {
  const { schema } = connections;
  const inTurn = createQueue();
  const lock = `SELECT pg_advisory_xact_lock(hashtextextended('payctl calls ${schema} ${dataset}', 0))`;
  /** One statement sees all that others have counted, because it begins after the lock. */
  const text = `WITH clock AS (
      SELECT coalesce($3::bigint, floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint + $4::bigint) AS now),
    spent AS (
      SELECT min(time) AS oldest FROM ${schema}.counts, clock WHERE dataset = $1 AND key = ANY($2::text[])
      AND time > now - $5::bigint AND time <= now GROUP BY key HAVING count(*) >= $6::bigint),
    removed AS (
      DELETE FROM ${schema}.counts USING clock WHERE dataset = $1 AND (time <= now - $5 OR time > now)),
    added AS (
      INSERT INTO ${schema}.counts (dataset, key, time) SELECT $1, key, now FROM clock, unnest($2::text[]) AS key
      WHERE NOT EXISTS (SELECT FROM spent))
    SELECT now, (SELECT max(oldest) FROM spent) AS oldest FROM clock`;

  return {
    async add({ clock, keys, most, window }) {
      const { frozenAt = null, offset } = clock.state();
      const values = [dataset, keys, frozenAt, offset, window, most];
      const { rows } = await inTurn(() =>
        connections.change((connection) =>
          transaction(connection, async () => {
            const sent = [connection.query(beginCount), connection.query(lock)];
            const counted = connection.query<Counted>({ name: "payctl_calls", text, values });
            await Promise.all([...sent, counted]);
            return counted;
          }),
        ),
      );
      const { now = 0, oldest } = rows[0] ?? {};
      return { now, oldest: oldest ?? undefined };
    },
  };
}
