import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { createQueue } from "../../../values/turns.ts";
import type { Unwritten } from "../store.ts";
import type { Connections } from "./connections.ts";

/** Milliseconds that a batch gathers before it is written. */
const pause = 100;

/** Milliseconds between two looks at what others have not written yet. */
const glance = 20;

/** Milliseconds after which what is still announced will never be written: its server was killed. */
const longestWrite = 5000;

/** Milliseconds that an answer waits for a database that is slow. */
const longestAnnouncement = 1000;

interface Batch {
  readonly writes: Set<() => Promise<void>>;
  readonly announced: Promise<unknown>;
  /** Aborted to write it at once. */
  readonly gathers: AbortController;
}

/**
 * One batch at a time gathers for all datasets of a server. A row in an unlogged table announces it before its first
 * answer leaves, and is deleted once it is written. Its age is judged by the clock of the database alone.
 */
export function createUnwritten(connections: Connections): Unwritten {
  const { schema } = connections;
  /** Until each is written. */
  const own = new Map<string, Promise<void>>();
  const inTurn = createQueue();
  let gathering: Batch | undefined;

  /** Without the database, nobody can ask for what is unwritten either. */
  async function note(text: string, id: string): Promise<void> {
    await connections.use((connection) => connection.query(text, [id])).catch(() => undefined);
  }

  function begin(): Batch {
    const id = randomUUID();
    const noted = note(`INSERT INTO ${schema}.unwritten (id) VALUES ($1) ON CONFLICT DO NOTHING`, id);
    const announced = Promise.race([noted, sleep(longestAnnouncement, undefined, { ref: false })]);
    const batch = { writes: new Set<() => Promise<void>>(), announced, gathers: new AbortController() };
    own.set(id, write(id, batch));
    return batch;
  }

  async function write(id: string, { announced, gathers, writes }: Batch): Promise<void> {
    await announced;
    await sleep(pause, undefined, { signal: gathers.signal }).catch(() => undefined);
    gathering = undefined;
    await inTurn(() => Promise.allSettled([...writes].map((one) => one())));
    await note(`DELETE FROM ${schema}.unwritten WHERE id = $1 OR since < now() - interval '1 minute'`, id);
    own.delete(id);
  }

  async function find(condition: string, ids: readonly string[]): Promise<readonly string[]> {
    // A row from the future was written before somebody set back the clock.
    const text = `SELECT id FROM ${schema}.unwritten WHERE ${condition} AND since
      BETWEEN now() - interval '${longestWrite} milliseconds' AND now() + interval '${longestWrite} milliseconds'`;
    const { rows } = await connections.use((connection) => connection.query<{ id: string }>(text, [ids]));
    return rows.map(({ id }) => id);
  }

  return {
    async soon(one) {
      gathering ??= begin();
      gathering.writes.add(one);
      await gathering.announced;
    },
    async flush() {
      gathering?.gathers.abort();
      await Promise.all(own.values());
    },
    async others() {
      let ids = await find("id <> ALL($1::text[])", [...own.keys()]);
      while (ids.length > 0) {
        await sleep(glance);
        ids = await find("id = ANY($1::text[])", ids);
      }
    },
  };
}
