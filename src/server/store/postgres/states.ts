import { gone } from "./batches.ts";
import type { Connections } from "./connections.ts";

/** The versions of a dataset, which only grow: a new one shows that something has changed. */
export interface State {
  /** Grows with each change of the data. */
  readonly version: string;
  /** Grows with each change of what servers share besides the data. */
  readonly cells: string;
}

/** The current states of datasets. */
export interface States {
  of(dataset: number): Promise<State>;
}

/** One query for all requests of one turn of the event loop; no answer is older than its request. */
export function createStates(connections: Connections): States {
  const { schema } = connections;
  const wanted = new Set<number>();
  let asked: Promise<ReadonlyMap<number, State>> | undefined;
  // The names are those of the cells that servers follow.
  const text = `SELECT id, version::text AS version, (SELECT coalesce(sum(cells.version), 0)::text
      FROM ${schema}.cells WHERE dataset = datasets.id AND name IN ('clears of exercised', 'clears of requests', 'clock', 'faults', 'worlds')) AS cells
    FROM ${schema}.datasets WHERE id = ANY($1::integer[])`;

  async function ask(): Promise<ReadonlyMap<number, State>> {
    await new Promise((resolve) => setImmediate(resolve));
    asked = undefined;
    const datasets = [...wanted];
    wanted.clear();
    const { rows } = await connections.insist((connection) =>
      connection.query<State & { id: number }>({ name: "payctl_states", text, values: [datasets] }),
    );
    return new Map(rows.map(({ id, ...state }) => [id, state]));
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
