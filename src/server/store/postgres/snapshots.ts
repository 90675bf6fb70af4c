import { createQueue } from "../../../values/turns.ts";
import type { Snapshot, Snapshots } from "../storage.ts";
import type { Connection, Connections } from "./connections.ts";
import type { Copies } from "./copies.ts";
import type { PostgresStore } from "./store.ts";

interface SnapshotsParts {
  readonly connections: Connections;
  readonly copies: Copies;
  readonly store: PostgresStore;
  /** Called after the data was restored, before this server does anything else to the snapshots. */
  wentBack(): Promise<void>;
}

interface SnapshotRow extends Snapshot {
  readonly image: number;
}

/** The snapshots of a dataset, which all servers of the database see; each names another dataset. */
export function createSnapshots({ connections, copies, store, wentBack }: SnapshotsParts): Snapshots {
  const { dataset } = store;
  const { find, insert, remove } = createRows(connections, dataset);
  const inTurn = createQueue();

  /** Keeps the state of the dataset, which is locked; an older one of that name is no longer needed. */
  async function keep(connection: Connection, name: string) {
    const image = await copies.makeIn(connection, dataset);
    const rows = await copies.count(connection, image);
    const snapshot = { name, image, takenAt: store.now().toISOString(), rows };
    const [replaced] = await remove(connection, name);
    await insert(connection, snapshot);
    return { snapshot: shown(snapshot), replaced };
  }

  async function goBack(image: number): Promise<void> {
    await store.changes.make((_, { connection }) => copies.replace(connection, dataset, image));
    await wentBack();
  }

  return {
    list: () => inTurn(async () => (await find()).map(shown)),
    take: (name) =>
      inTurn(async () => {
        const { replaced, snapshot } = await store.changes.make((_, { connection }) =>
          keep(connection, name),
        );
        if (replaced !== undefined) await copies.drop(replaced);
        return { ...snapshot, isNew: replaced === undefined };
      }),
    restore: (name) =>
      inTurn(async () => {
        const [snapshot] = await find(name);
        if (snapshot === undefined) return undefined;
        await goBack(snapshot.image);
        return shown(snapshot);
      }),
    restoreImage: (image) => inTurn(() => goBack(Number(image))),
    delete: (name) =>
      inTurn(async () => {
        const images = await connections.use((connection) => remove(connection, name));
        for (const image of images) await copies.drop(image);
        return images.length > 0;
      }),
    use: (name, work) =>
      inTurn(async () => {
        const [snapshot] = await find(name);
        return snapshot === undefined ? undefined : work(String(snapshot.image));
      }),
  };
}

/** What the table of snapshots says of a dataset. */
function createRows(connections: Connections, dataset: number) {
  const table = `${connections.schema}.snapshots`;
  return {
    /** The oldest first; all of them unless one is named. */
    async find(name?: string): Promise<readonly SnapshotRow[]> {
      const text = `SELECT name, image, taken_at AS "takenAt", rows FROM ${table}
        WHERE dataset = $1 AND ($2::text IS NULL OR name = $2) ORDER BY number`;
      const values = [dataset, name ?? null];
      const { rows } = await connections.use((connection) => connection.query<SnapshotRow>(text, values));
      return rows;
    },
    async insert(connection: Connection, { image, name, rows, takenAt }: SnapshotRow): Promise<void> {
      const text = `INSERT INTO ${table} (dataset, name, image, taken_at, rows) VALUES ($1, $2, $3, $4, $5)`;
      await connection.query(text, [dataset, name, image, takenAt, rows]);
    },
    /** Its image; of servers that remove it at the same time, one finds it. */
    async remove(connection: Connection, name: string): Promise<readonly number[]> {
      const text = `DELETE FROM ${table} WHERE dataset = $1 AND name = $2 RETURNING image`;
      const { rows } = await connection.query<Pick<SnapshotRow, "image">>(text, [dataset, name]);
      return rows.map(({ image }) => image);
    },
  };
}

function shown({ name, rows, takenAt }: SnapshotRow): Snapshot {
  return { name, takenAt, rows };
}
