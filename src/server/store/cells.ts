import { gone } from "../failure.ts";
import type { Engine } from "./engine.ts";
import { rootDataset } from "./schema.ts";
import { type CellName, type Cells, ConflictError, type DatasetState } from "./store.ts";

/** The texts of a dataset next to its data. */
export function createCells({ change, schema }: Engine, dataset: number): Cells {
  /** Locks the row, too, so that one server at a time changes it. */
  const lock = `INSERT INTO ${schema}.cells AS cells (dataset, name, value) VALUES (?, ?, '')
    ON CONFLICT (dataset, name) DO UPDATE SET value = cells.value RETURNING value`;
  const keep = `UPDATE ${schema}.cells SET value = ? WHERE dataset = ? AND name = ?`;
  return {
    async change(name, work) {
      try {
        return await change(async ({ all, run }) => {
          const [row] = await all<{ value: string }>(lock, dataset, name);
          const { text, value } = work(row?.value || undefined);
          await run(keep, text, dataset, name);
          return value;
        });
      } catch (error) {
        // Only the dataset can be missing.
        throw error instanceof ConflictError ? gone() : error;
      }
    },
  };
}

/** What the database knows now. */
export interface Look {
  readonly root: DatasetState;
  /** Undefined if there is no world of that name. */
  readonly world: DatasetState | undefined;
}

interface LookRow {
  readonly id: number;
  readonly origin: number | null;
  readonly moment: number;
  readonly name: CellName | null;
  readonly value: string | null;
}

/** Looks at the root and the world with a name: the first statement of each request. */
export function createLook({ all, schema }: Engine): (world: string | undefined) => Promise<Look> {
  const text = `SELECT datasets.id, origin, moment, cells.name, value
    FROM ${schema}.datasets LEFT JOIN ${schema}.cells ON dataset = datasets.id
    WHERE datasets.id IN (${rootDataset}, (SELECT id FROM ${schema}.datasets
      WHERE parent = ${rootDataset} AND kind = 'world' AND name = ?))`;
  let looks = 0;
  return async (world) => {
    looks += 1;
    const look = looks;
    const rows = await all<LookRow>(text, world ?? null);
    const [root] = statesOf(
      rows.filter(({ id }) => id === rootDataset),
      look,
    );
    const [found] = statesOf(
      rows.filter(({ id }) => id !== rootDataset),
      look,
    );
    if (root === undefined) throw gone();
    return { root, world: found };
  };
}

/** The rows of one dataset, one for each of its cells. */
function statesOf(rows: readonly LookRow[], look: number): readonly DatasetState[] {
  return rows.slice(0, 1).map(({ id, moment, origin }) => ({
    id,
    origin,
    moment,
    look,
    cells: Object.fromEntries(rows.map(({ name, value }) => [name, value])),
  }));
}
