import { type Cell, type Common, ConflictError, type KeptEntry, type Unwritten } from "../store.ts";
import { gone } from "./batches.ts";
import { commit, lifeOf } from "./commit.ts";
import type { Connection, Connections } from "./connections.ts";
import { conflictOr } from "./failures.ts";
import type { State, States } from "./states.ts";

export interface CommonParts {
  readonly connections: Connections;
  readonly states: States;
  readonly unwritten: Unwritten;
  readonly dataset: number;
  /** Called with each state that was read. */
  learned(state: State): void;
}

/** The number of entries that the journal of a dataset keeps. */
const mostEntries = 1000;

/** What the servers of one database share besides the data of a dataset. */
export function createCommon({ connections, learned, dataset, states, unwritten }: CommonParts): Common {
  const { schema } = connections;
  const followers = new Map<string, (text: string) => void>();
  const renewals: (() => Promise<void> | void)[] = [];
  const versions = new Map<string, string>();
  let known: State | undefined;
  let loading: { readonly state: State; readonly done: Promise<void> } | undefined;

  /** Passes on each cell that is newer than the version passed on before; in another life, every cell. */
  async function load({ life }: State): Promise<void> {
    if (known !== undefined && known.life !== life) {
      versions.clear();
      for (const renew of renewals) await renew();
    }
    const text = `SELECT name, version::text AS version, value FROM ${schema}.cells WHERE dataset = $1`;
    const { rows } = await connections.insist((connection) =>
      connection.query<{ name: string; version: string; value: string }>(text, [dataset]),
    );
    for (const { name, value, version } of rows) {
      if (BigInt(version) <= BigInt(versions.get(name) ?? 0)) continue;
      versions.set(name, version);
      followers.get(name)?.(value);
    }
  }

  async function update<Value>(
    connection: Connection,
    name: string,
    work: Parameters<Cell["update"]>[0],
  ): Promise<Value> {
    const life = await lifeOf(connection);
    await connection.query("BEGIN");
    try {
      const make = `INSERT INTO ${schema}.cells (dataset, name, version, value) VALUES ($1, $2, 0, '') ON CONFLICT DO NOTHING`;
      await connection.query(make, [dataset, name]);
      const find = `SELECT value FROM ${schema}.cells WHERE dataset = $1 AND name = $2 FOR UPDATE`;
      const { rows } = await connection.query<{ value: string }>(find, [dataset, name]);
      const { text, value } = work(rows[0]?.value || undefined);
      const keep = `UPDATE ${schema}.cells SET value = $3, version = version + 1 WHERE dataset = $1 AND name = $2
        RETURNING pg_current_xact_id()::text AS xid`;
      const kept = await connection.query<{ xid: string }>(keep, [dataset, name, text]);
      // Repeating it after it was committed would count a fault's hit twice.
      await commit(connections, connection, { xid: kept.rows[0]?.xid ?? "", life });
      return value as Value;
    } catch (error) {
      await connection.query("ROLLBACK").catch(() => undefined);
      throw error;
    }
  }

  return {
    async refresh() {
      const state = await states.of(dataset);
      learned(state);
      if (known !== undefined && isSame(state, known)) return;
      // Requests that arrived together continue together, in their order.
      if (loading === undefined || !isSame(state, loading.state)) loading = { state, done: load(state) };
      try {
        await loading.done;
        known = state;
      } finally {
        loading = undefined;
      }
    },
    unwritten,
    renewed: (renew) => void renewals.push(renew),
    cell: (name) => ({
      follow: (apply) => void followers.set(name, apply),
      async update(work) {
        try {
          return await connections.insist((connection) => update(connection, name, work));
        } catch (error) {
          // Only the dataset can be missing.
          throw conflictOr(error) instanceof ConflictError ? gone() : error;
        }
      },
    }),
    journal: {
      async append(entries) {
        const insert = `INSERT INTO ${schema}.journal (dataset, id, entry)
          SELECT $1, id, entry FROM unnest($2::text[], $3::text[]) WITH ORDINALITY AS kept (id, entry, place) ORDER BY place`;
        const trim = `DELETE FROM ${schema}.journal WHERE dataset = $1 AND number <=
          (SELECT number FROM ${schema}.journal WHERE dataset = $1 ORDER BY number DESC OFFSET ${mostEntries} LIMIT 1)`;
        await connections.use((connection) =>
          Promise.all([
            connection.query(insert, [dataset, entries.map(({ id }) => id), entries.map(({ text }) => text)]),
            connection.query(trim, [dataset]),
          ]),
        );
      },
      async list(after) {
        const text = `SELECT entry AS text, id FROM ${schema}.journal WHERE dataset = $1 AND number >
            coalesce((SELECT max(number) FROM ${schema}.journal WHERE dataset = $1 AND id = $2), 0)
          ORDER BY number DESC LIMIT ${mostEntries}`;
        const { rows } = await connections.insist((connection) =>
          connection.query<KeptEntry>(text, [dataset, after ?? null]),
        );
        return rows;
      },
      async clear() {
        const text = `DELETE FROM ${schema}.journal WHERE dataset = $1`;
        await connections.insist((connection) => connection.query(text, [dataset]));
      },
    },
  };
}

function isSame(a: State, b: State): boolean {
  return a.life === b.life && a.cells === b.cells;
}
