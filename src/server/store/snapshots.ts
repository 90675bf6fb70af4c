import { gone } from "../failure.ts";
import { createChange } from "./create-store.ts";
import type { Datasets } from "./datasets.ts";
import type { Engine, Statements } from "./engine.ts";
import type { Snapshot, Snapshots } from "./storage.ts";

interface SnapshotsParts {
  readonly engine: Engine;
  readonly datasets: Datasets;
  /** The dataset that the snapshots are of. */
  readonly dataset: number;
  readonly now: () => Date;
  /** Called after the data was restored. */
  wentBack(): Promise<void>;
}

interface SnapshotRow extends Snapshot {
  readonly id: number;
}

/** The snapshots of a dataset, each of them a dataset, which all servers of the database see. */
export function createSnapshots({ dataset, datasets, engine, now, wentBack }: SnapshotsParts): Snapshots {
  const table = `${engine.schema}.datasets`;
  const change = createChange(engine, dataset);
  const columns = `id, name, created_at AS "takenAt", rows`;
  const ours = `FROM ${table} WHERE parent = ? AND kind = 'snapshot'`;

  async function find({ all }: Pick<Statements, "all">, name: string): Promise<SnapshotRow | undefined> {
    const [row] = await all<SnapshotRow>(`SELECT ${columns} ${ours} AND name = ?`, dataset, name);
    return row;
  }

  async function take(statements: Statements, name: string) {
    const replaced = await find(statements, name);
    if (replaced !== undefined) await datasets.retire(statements, replaced.id);
    const takenAt = now().toISOString();
    const snapshot = { kind: "snapshot", name, parent: dataset, createdAt: takenAt } as const;
    const id = await datasets.make(statements, snapshot);
    const rows = await datasets.copy(statements, id, dataset);
    await statements.run(`UPDATE ${table} SET rows = ? WHERE id = ?`, rows, id);
    return { name, takenAt, rows, isNew: replaced === undefined };
  }

  return {
    async list() {
      const text = `SELECT ${columns} ${ours} ORDER BY number`;
      return (await engine.all<SnapshotRow>(text, dataset)).map(shown);
    },
    take: (name) => change((statements) => take(statements, name)),
    async restore(name) {
      const snapshot = await change(async (statements) => {
        const found = await find(statements, name);
        if (found !== undefined) await datasets.replace(statements, dataset, found.id);
        return found;
      });
      if (snapshot === undefined) return undefined;
      await wentBack();
      return shown(snapshot);
    },
    async goBack(origin) {
      await change(async (statements) => {
        const there = await statements.all(`SELECT id FROM ${table} WHERE id = ?`, origin);
        // A database that went back to a backup may have lost it.
        if (there.length === 0) throw gone();
        await datasets.replace(statements, dataset, origin);
      });
      await wentBack();
    },
    delete: (name) =>
      change(async (statements) => {
        const found = await find(statements, name);
        if (found !== undefined) await datasets.retire(statements, found.id);
        return found !== undefined;
      }),
  };
}

function shown({ name, rows, takenAt }: SnapshotRow): Snapshot {
  return { name, takenAt, rows };
}
