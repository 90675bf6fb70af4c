import { gone } from "../failure.ts";
import type { Engine } from "./engine.ts";
import { type CellName, ConflictError, type DatasetState } from "./records.ts";
import { rootDataset } from "./schema.ts";

/** The texts of a dataset next to its data. */
export function createCells({ change, schema }: Engine, dataset: number) {
  /** Locks the row, too, so that one server at a time changes it. */
  const lock = `INSERT INTO ${schema}.cells AS cells (dataset, name, value) VALUES (?, ?, '')
    ON CONFLICT (dataset, name) DO UPDATE SET value = cells.value RETURNING value`;
  const keep = `UPDATE ${schema}.cells SET value = ? WHERE dataset = ? AND name = ?`;
  return {
    /** Work gets the latest text, if there is one; one server at a time, and it may run again. */
    async change<Value>(
      name: CellName,
      work: (text: string | undefined) => { readonly text: string; readonly value: Value },
    ): Promise<Value> {
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

interface LookRow {
  readonly id: number;
  readonly origin: number | null;
  readonly moment: number;
  readonly name: CellName | null;
  readonly value: string | null;
}

interface Look {
  readonly root: DatasetState;
  readonly world: DatasetState | undefined;
}

/** Looks at the root and the world with a name, undefined if there is none: the first statement of each request. */
export function createLook({ all, commits, schema }: Engine) {
  const text = `SELECT datasets.id, origin, moment, cells.name, value
    FROM ${schema}.datasets LEFT JOIN ${schema}.cells ON dataset = datasets.id
    WHERE datasets.id IN (${rootDataset}, (SELECT id FROM ${schema}.datasets
      WHERE parent = ${rootDataset} AND kind = 'world' AND name = ?))`;
  let looks = 0;
  let latest:
    | { readonly commits: number; readonly name: string | undefined; readonly found: Look }
    | undefined;
  return async (name: string | undefined): Promise<Look> => {
    const before = commits?.();
    // Nothing has changed since, so that the database would answer the same.
    if (latest !== undefined && latest.commits === before && latest.name === name) return latest.found;
    looks += 1;
    const look = looks;
    const rows = await all<LookRow>(text, name ?? null);
    const isOfRoot = ({ id }: LookRow) => id === rootDataset;
    const root = stateOf(rows.filter(isOfRoot), look);
    if (root === undefined) throw gone();
    const ofWorld = rows.filter((row) => !isOfRoot(row));
    const found = { root, world: stateOf(ofWorld, look) };
    if (before !== undefined && before === commits?.()) latest = { commits: before, name, found };
    return found;
  };
}

/** Of the rows of one dataset, one for each of its cells. */
function stateOf(rows: readonly LookRow[], look: number): DatasetState | undefined {
  const [first] = rows;
  if (first === undefined) return undefined;
  const { id, moment, origin } = first;
  return {
    id,
    origin,
    moment,
    look,
    cells: Object.fromEntries(rows.map(({ name, value }) => [name, value])),
  };
}
