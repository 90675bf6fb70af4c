import { gone } from "./batches.ts";
import type { Connections } from "./connections.ts";

/** The versions of a dataset, which only grow in one life: a new one shows that something has changed. */
export interface State {
  /** Another one once the database was restarted, or went back to an older state: what was known may be wrong. */
  readonly life: string;
  /** Grows with each change of the data. */
  readonly version: number;
  /** Grows with each change of what servers share besides the data. */
  readonly cells: number;
}

/** The current states of datasets. */
export interface States {
  of(dataset: number): Promise<State>;
}

interface Versions {
  readonly version: number;
  readonly cells: number;
}

interface Row extends Versions {
  readonly id: number;
  readonly started: string;
}

/** One query for all requests of one turn of the event loop; no answer is older than its request. */
export function createStates(connections: Connections): States {
  const { schema } = connections;
  const wanted = new Set<number>();
  const latest = new Map<number, Versions>();
  let falls = 0;
  let asked: Promise<ReadonlyMap<number, State>> | undefined;
  // The names are those of the cells that servers follow.
  const text = `SELECT id, version, pg_postmaster_start_time()::text AS started,
      (SELECT coalesce(sum(cells.version), 0)::bigint FROM ${schema}.cells WHERE dataset = datasets.id
        AND name IN ('clears of exercised', 'clears of requests', 'clock', 'faults', 'worlds')) AS cells
    FROM ${schema}.datasets WHERE id = ANY($1::integer[])`;

  async function ask(): Promise<ReadonlyMap<number, State>> {
    await new Promise((resolve) => setImmediate(resolve));
    asked = undefined;
    const datasets = [...wanted];
    wanted.clear();
    const known = new Map(latest);
    const { rows } = await connections.insist((connection) =>
      connection.query<Row>({ name: "payctl_states", text, values: [datasets] }),
    );
    // What was known before the question can only have grown, unless somebody restored a backup or made a new schema.
    if (rows.some((row) => isOlder(row, known.get(row.id)))) {
      falls += 1;
      latest.clear();
    }
    for (const row of rows) if (!isOlder(row, latest.get(row.id))) latest.set(row.id, row);
    return new Map(rows.map((row) => [row.id, stateOf(row, falls)]));
  }

  return {
    async of(dataset) {
      wanted.add(dataset);
      asked ??= ask();
      const state = (await asked).get(dataset);
      if (state === undefined) throw gone();
      return state;
    },
  };
}

function isOlder({ cells, version }: Versions, known: Versions | undefined): boolean {
  return known !== undefined && (version < known.version || cells < known.cells);
}

function stateOf({ cells, started, version }: Row, falls: number): State {
  return { life: `${started} ${falls}`, version, cells };
}
