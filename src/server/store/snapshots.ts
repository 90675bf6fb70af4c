import { createQueue } from "../../values/turns.ts";
import { type Datasets, gone } from "./datasets.ts";
import type { Engine, Statements } from "./engine.ts";
import type { Snapshot, Snapshots } from "./storage.ts";

interface SnapshotsParts {
  readonly engine: Engine;
  readonly datasets: Datasets;
  /** The dataset that the snapshots are of. */
  readonly dataset: number;
  readonly now: () => Date;
  /** Called after the data was restored, before this server does anything else to the snapshots. */
  wentBack(): Promise<void>;
}

interface SnapshotRow extends Snapshot {
  readonly id: number;
}

/** The snapshots of a dataset, each of them a dataset, which all servers of the database see. */
export function createSnapshots({ dataset, datasets, engine, now, wentBack }: SnapshotsParts): Snapshots {
  const table = `${engine.schema}.datasets`;
  const inTurn = createQueue();
  const columns = `id, name, created_at AS "takenAt", rows`;
  const ours = `FROM ${table} WHERE parent = ? AND kind = 'snapshot'`;

  async function find({ all }: Statements, name: string): Promise<SnapshotRow | undefined> {
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
    list: () =>
      inTurn(async () => {
        const text = `SELECT ${columns} ${ours} ORDER BY number`;
        return (await engine.read(({ all }) => all<SnapshotRow>(text, dataset))).map(shown);
      }),
    take: (name) => inTurn(() => engine.transaction((statements) => take(statements, name), dataset)),
    restore: (name) =>
      inTurn(async () => {
        const snapshot = await engine.transaction(async (statements) => {
          const found = await find(statements, name);
          if (found !== undefined) await datasets.replace(statements, dataset, found.id);
          return found;
        }, dataset);
        if (snapshot === undefined) return undefined;
        await wentBack();
        return shown(snapshot);
      }),
    goBack: (origin) =>
      inTurn(async () => {
        await engine.transaction(async (statements) => {
          const there = await statements.all(`SELECT id FROM ${table} WHERE id = ?`, origin);
          // A database that went back to a backup may have lost it.
          if (there.length === 0) throw gone();
          await datasets.replace(statements, dataset, origin);
        }, dataset);
        await wentBack();
      }),
    delete: (name) =>
      inTurn(() =>
        engine.transaction(async (statements) => {
          const found = await find(statements, name);
          if (found !== undefined) await datasets.retire(statements, found.id);
          return found !== undefined;
        }, dataset),
      ),
  };
}

function shown({ name, rows, takenAt }: SnapshotRow): Snapshot {
  return { name, takenAt, rows };
}
