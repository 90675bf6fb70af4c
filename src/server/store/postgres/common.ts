import type { JournalEntry } from "../../../contract/control/schemas/requests.ts";
import { createQueue } from "../../../values/turns.ts";
import { gone } from "../datasets.ts";
import { type Cell, type ChangeText, type Common, ConflictError } from "../store.ts";
import { beginCount, createCalls } from "./calls.ts";
import { transaction } from "./changes.ts";
import type { Connection, Connections } from "./connections.ts";
import { conflictOr } from "./failures.ts";

/** What servers know in common of a dataset, in one answer of the database. */
interface State {
  /** When its data was last changed. */
  readonly moment: number;
  /** The texts of the cells that servers follow, by their names. */
  readonly cells: Readonly<Record<string, string>>;
}

export type AskState = (dataset: number) => Promise<State>;

/** One question for all requests of one turn of the event loop; no answer is older than its request. */
export function createAskState(connections: Connections): AskState {
  const { schema } = connections;
  const wanted = new Set<number>();
  let asked: Promise<ReadonlyMap<number, State>> | undefined;
  const text = `SELECT id, moment, (SELECT json_object_agg(name, value) FROM ${schema}.cells WHERE dataset = datasets.id
      AND name IN ('administrators', 'clock', 'faults', 'worlds')) AS cells
    FROM ${schema}.datasets WHERE id = ANY($1::integer[])`;

  async function ask(): Promise<ReadonlyMap<number, State>> {
    await new Promise((resolve) => setImmediate(resolve));
    asked = undefined;
    const values = [[...wanted]];
    wanted.clear();
    const { rows } = await connections.use((connection) =>
      connection.query<{ id: number; moment: number; cells: string | null }>({
        name: "payctl_state",
        text,
        values,
      }),
    );
    return new Map(rows.map(({ cells, id, moment }) => [id, { moment, cells: JSON.parse(cells ?? "{}") }]));
  }

  return async (dataset) => {
    wanted.add(dataset);
    asked ??= ask();
    const state = (await asked).get(dataset);
    if (state === undefined) throw gone();
    return state;
  };
}

export interface CommonParts {
  readonly connections: Connections;
  readonly askState: AskState;
  readonly dataset: number;
  /** Called with the moment of the latest change of the data. */
  learned(moment: number): void;
}

interface Follower {
  /** What was applied last; undefined if that is not what the cell has. */
  text?: string | null | undefined;
  readonly apply: (text: string | undefined) => void;
}

/** What the servers of one database share besides the data of a dataset. */
export function createCommon({ askState, connections, dataset, learned }: CommonParts): Common {
  const followers = new Map<string, Follower>();
  let questions = 0;
  let answered = 0;
  return {
    async ask() {
      questions += 1;
      const question = questions;
      const { cells, moment } = await askState(dataset);
      // An answer may be overtaken by that to a later question, which says more.
      if (question < answered) return;
      answered = question;
      learned(moment);
      for (const [name, follower] of followers) {
        const text = cells[name] ?? null;
        if (text === follower.text) continue;
        follower.text = text;
        follower.apply(text ?? undefined);
      }
    },
    follow: (name, apply) => void followers.set(name, { apply }),
    cell(name) {
      const worked = () => {
        // The work may have changed what follows the cell, even if this is not committed.
        const follower = followers.get(name);
        if (follower !== undefined) follower.text = undefined;
      };
      return createCell(connections, { dataset, name, worked });
    },
    calls: createCalls(connections, dataset),
    journal: createJournal(connections, dataset),
  };
}

interface CellParts {
  readonly dataset: number;
  readonly name: string;
  /** Called after the work of an update, before its commit. */
  worked(): void;
}

/** A text that every server changes in a transaction of its own. */
function createCell(connections: Connections, { dataset, name, worked }: CellParts): Cell {
  const cells = `${connections.schema}.cells`;
  const inTurn = createQueue();

  async function change<Value>(connection: Connection, begin: string, work: ChangeText<Value>) {
    const make = `INSERT INTO ${cells} (dataset, name, value) VALUES ($1, $2, '') ON CONFLICT DO NOTHING`;
    const find = `SELECT value FROM ${cells} WHERE dataset = $1 AND name = $2 FOR UPDATE`;
    const [, , { rows }] = await Promise.all([
      connection.query(begin),
      connection.query(make, [dataset, name]),
      connection.query<{ value: string }>(find, [dataset, name]),
    ]);
    const { text, value } = work(rows[0]?.value || undefined);
    worked();
    const keep = `UPDATE ${cells} SET value = $3 WHERE dataset = $1 AND name = $2`;
    await connection.query(keep, [dataset, name, text]);
    return value;
  }

  async function update<Value>(begin: string, work: ChangeText<Value>): Promise<Value> {
    try {
      return await inTurn(() =>
        connections.change((connection) => transaction(connection, () => change(connection, begin, work))),
      );
    } catch (error) {
      // Only the dataset can be missing.
      throw conflictOr(error) instanceof ConflictError ? gone() : error;
    }
  }

  return { update: (work) => update("BEGIN", work), count: (work) => update(beginCount, work) };
}

const mostEntries = 1000;

/** Bytes of all entries together. */
const mostBytes = 16 * 1024 * 1024;

/** Entries after which what is too old is removed; before that, it is only not shown. */
const leisure = 50;

/** The journal of a dataset: each entry is there before its answer leaves. */
function createJournal(connections: Connections, dataset: number): Common["journal"] {
  const journal = `${connections.schema}.journal`;
  /** The newest first, each with its place among them, and with the bytes up to it. */
  const ranked = `SELECT number, entry, count(*) OVER newest AS place, sum(octet_length(entry)) OVER newest AS bytes
    FROM ${journal} WHERE dataset = $1 WINDOW newest AS (ORDER BY number DESC)`;
  const isOld = `(place > ${mostEntries} OR bytes > ${mostBytes})`;
  let added = 0;

  async function trim(connection: Connection): Promise<void> {
    const oldest = `SELECT max(number) FROM (${ranked}) AS ranked WHERE ${isOld}`;
    await connection.query(`DELETE FROM ${journal} WHERE dataset = $1 AND number <= (${oldest})`, [dataset]);
  }

  return {
    async add(entry) {
      const values = [dataset, entry.id, JSON.stringify(entry)];
      // If the dataset is gone, so is its journal.
      const text = `INSERT INTO ${journal} (dataset, id, entry)
        SELECT id, $2, $3 FROM ${connections.schema}.datasets WHERE id = $1`;
      added += 1;
      await connections.use(async (connection) => {
        await connection.query({ name: "payctl_journal", text, values });
        if (added % leisure === 0) await trim(connection);
      });
    },
    async list(after) {
      const text = `SELECT entry FROM (${ranked}) AS ranked WHERE NOT ${isOld} AND number >
          coalesce((SELECT max(number) FROM ${journal} WHERE dataset = $1 AND id = $2), 0) ORDER BY number DESC`;
      const { rows } = await connections.use((connection) =>
        connection.query<{ entry: string }>(text, [dataset, after ?? null]),
      );
      return rows.map(({ entry }): JournalEntry => JSON.parse(entry));
    },
    async clear() {
      const text = `DELETE FROM ${journal} WHERE dataset = $1`;
      await connections.use((connection) => connection.query(text, [dataset]));
    },
  };
}
