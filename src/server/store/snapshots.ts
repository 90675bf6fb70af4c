import { gone } from "../failure.ts";
import { createChange } from "./create-store.ts";
import type { Datasets } from "./datasets.ts";
import type { Engine } from "./engine.ts";
import type { Statements } from "./sql.ts";

export interface Snapshot {
  readonly name: string;
  /** RFC 3339, by the clock of its data. */
  readonly takenAt: string;
  readonly rows: number;
}

interface SnapshotsParts {
  readonly engine: Engine;
  readonly datasets: Datasets;
  /** The dataset that the snapshots are of. */
  readonly dataset: number;
  readonly now: () => Date;
  /** Called after the data was restored. */
  wentBack(): Promise<void>;
}

/** The named states of a dataset, each of them a dataset, which all servers of the database see. */
export function createSnapshots({ dataset, datasets, engine, now, wentBack }: SnapshotsParts) {
  const change = createChange(engine, dataset);
  const find = (statements: Statements, name: string) => datasets.find("snapshot", name, statements, dataset);

  async function take(statements: Statements, name: string) {
    const replaced = await find(statements, name);
    if (replaced !== undefined) await datasets.remove(statements, replaced.id);
    const takenAt = now().toISOString();
    const snapshot = { kind: "snapshot", name, parent: dataset, createdAt: takenAt } as const;
    const id = await datasets.make(statements, snapshot);
    const rows = await datasets.copy(statements, id, dataset);
    await statements.run(`UPDATE ${engine.schema}.datasets SET rows = ? WHERE id = ?`, rows, id);
    return { name, takenAt, rows, isNew: replaced === undefined };
  }

  return {
    /** The oldest first. */
    list: (): Promise<readonly Snapshot[]> => datasets.list("snapshot", engine, dataset),
    /** Replaces an older one of the same name. */
    take: (name: string) => change((statements) => take(statements, name)),
    /** Goes back to it; undefined for an unknown name. */
    async restore(name: string): Promise<Snapshot | undefined> {
      const snapshot = await change(async (statements) => {
        const found = await find(statements, name);
        if (found !== undefined) await datasets.replace(statements, dataset, found.id);
        return found;
      });
      if (snapshot !== undefined) await wentBack();
      return snapshot;
    },
    /** Goes back to an origin. */
    async goBack(origin: number): Promise<void> {
      await change(async (statements) => {
        // A database that went back to a backup may have lost it.
        if (!(await datasets.exists(statements, origin))) throw gone();
        await datasets.replace(statements, dataset, origin);
      });
      await wentBack();
    },
    /** False for an unknown name. */
    delete: (name: string) =>
      change(async (statements) => {
        const found = await find(statements, name);
        if (found !== undefined) await datasets.remove(statements, found.id);
        return found !== undefined;
      }),
  };
}
