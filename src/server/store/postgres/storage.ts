import type { WorldRecord } from "../../worlds/record.ts";
import { keptSecret } from "../notes.ts";
import { rootDataset } from "../schema.ts";
import type { Dataset, Outage, Storage, StoreSources, WorldStorage } from "../storage.ts";
import { gone } from "./changes.ts";
import { type AskState, createAskState } from "./common.ts";
import { type Connections, openConnections, unlimited } from "./connections.ts";
import { type Copies, createCopies } from "./copies.ts";
import { createDialect, type Dialect, sqlOn } from "./dialect.ts";
import { conflictOr, explainFailure } from "./failures.ts";
import { migrate } from "./migrations.ts";
import { createSnapshots } from "./snapshots.ts";
import { type PostgresStore, storeOn } from "./store.ts";

export interface PostgresStorageOptions extends StoreSources {
  /** An address such as `postgres://user@host/database`. */
  readonly database: string;
  readonly outage?: Outage | undefined;
}

/** A PostgreSQL database, which other servers may use as well; an image is the number of a dataset. */
export async function openPostgresStorage({
  database,
  outage,
  ...sources
}: PostgresStorageOptions): Promise<Storage> {
  const connections = await openConnections(database, { outage });
  try {
    const { label, schema } = connections;
    await connections.use((connection) => migrate({ connection, schema, label }));
    return await storageOn(connections, sources);
  } catch (error) {
    await connections.close();
    throw explainFailure(connections.label, error);
  }
}

interface Engine {
  readonly connections: Connections;
  readonly dialect: Dialect;
  readonly askState: AskState;
  readonly copies: Copies;
}

async function storageOn(connections: Connections, sources: StoreSources): Promise<Storage> {
  const dialect = createDialect(connections.schema);
  const askState = createAskState(connections);
  const copies = createCopies(connections);
  const engine = { askState, connections, dialect, copies };
  const secret = await connections.use((connection) =>
    keptSecret(sqlOn({ connection, dialect, dataset: rootDataset }), sources.randomBytes),
  );
  /** Images that only this server uses. */
  const images = new Set<number>();

  async function dropImage(image: number): Promise<void> {
    images.delete(image);
    await copies.drop(image);
  }

  async function dropAll(all: ReadonlySet<number>): Promise<void> {
    for (const image of all) await copies.drop(image);
  }

  return {
    lasting: true,
    root: datasetOf(storeOn({ ...engine, dataset: rootDataset, secret, sources }), engine),
    starting: (work) =>
      starting(connections, work).catch((error: unknown) => {
        throw explainFailure(connections.label, error);
      }),
    async makeImage({ from, sources: own }, fill) {
      const dataset = await copies.make(from === undefined ? undefined : Number(from));
      images.add(dataset);
      const store = storeOn({ ...engine, dataset, secret, sources: own });
      try {
        await fill(store);
        return String(dataset);
      } catch (error) {
        await dropImage(dataset);
        throw error;
      }
    },
    dropImage: (image) => dropImage(Number(image)),
    hasImage: (image) => copies.has(Number(image)),
    worlds: worldStorage(engine),
    async close() {
      await dropAll(images).catch(() => {
        // Without the database they stay, and do no harm.
      });
      await connections.close();
    },
  };
}

/** One server of a database at a time; if it dies meanwhile, the next one continues. */
export async function starting<Value>(
  connections: Pick<Connections, "schema" | "use">,
  work: () => Promise<Value>,
): Promise<Value> {
  const key = `payctl start ${connections.schema}`;
  return connections.use(async (connection) => {
    // Making a million rows may take longer than the time limit for a lock; the lock outlives the transaction.
    await connection.query("BEGIN; SET LOCAL lock_timeout = 0");
    const lock = "SELECT pg_advisory_lock(hashtextextended($1, 0))";
    await connection.query({ text: lock, values: [key], ...unlimited });
    await connection.query("COMMIT");
    try {
      return await work();
    } finally {
      await connection.query("SELECT pg_advisory_unlock(hashtextextended($1, 0))", [key]);
    }
  });
}

function datasetOf(store: PostgresStore, { connections, copies }: Engine): Dataset {
  return {
    store,
    takeImage: () =>
      store.changes.make(async (_, { connection }) => String(await copies.makeIn(connection, store.dataset))),
    openSnapshots: (wentBack) => createSnapshots({ connections, copies, store, wentBack }),
  };
}

/** Where the data of a world is. */
interface WorldRow {
  readonly dataset: number;
  readonly origin: number;
}

function worldStorage(engine: Engine): WorldStorage {
  const { connections, copies } = engine;
  const { schema } = connections;

  async function find(name: string): Promise<WorldRow | undefined> {
    const text = `SELECT dataset, origin FROM ${schema}.worlds WHERE name = $1`;
    const { rows } = await connections.use((connection) => connection.query<WorldRow>(text, [name]));
    return rows[0];
  }

  return {
    async read() {
      const text = `SELECT record FROM ${schema}.worlds ORDER BY name`;
      const { rows } = await connections.use((connection) => connection.query<{ record: string }>(text));
      return rows.map(({ record }): WorldRecord => JSON.parse(record));
    },
    async create(record, origin) {
      const dataset = await copies.make(Number(origin));
      const text = `INSERT INTO ${schema}.worlds (name, dataset, origin, record) VALUES ($1, $2, $3, $4)`;
      const values = [record.name, dataset, Number(origin), JSON.stringify(record)];
      await connections
        .use((connection) => connection.query(text, values))
        .catch(async (error: unknown) => {
          await copies.drop(dataset);
          throw conflictOr(error);
        });
    },
    async rewrite(record) {
      const text = `UPDATE ${schema}.worlds SET record = $2 WHERE name = $1`;
      await connections.use((connection) => connection.query(text, [record.name, JSON.stringify(record)]));
    },
    async open(record, sources) {
      const row = await find(record.name);
      if (row === undefined) throw gone();
      const secret = Buffer.from(record.secret, "base64");
      const store = storeOn({ ...engine, dataset: row.dataset, secret, sources });
      return { ...datasetOf(store, engine), origin: String(row.origin) };
    },
    async remove(name) {
      const text = `DELETE FROM ${schema}.worlds WHERE name = $1 RETURNING dataset, origin`;
      const { rows } = await connections.use((connection) => connection.query<WorldRow>(text, [name]));
      for (const row of rows) await dropData(engine, row);
      return rows.length > 0;
    },
  };
}

/** Removes the data of a world that is gone. */
async function dropData({ connections, copies }: Engine, { dataset, origin }: WorldRow): Promise<void> {
  const text = `SELECT image FROM ${connections.schema}.snapshots WHERE dataset = $1`;
  const kept = await connections.use((connection) => connection.query<{ image: number }>(text, [dataset]));
  await copies.drop(dataset);
  for (const { image } of kept.rows) await copies.drop(image);
  // It may be one that a server makes more worlds from, and drops when it no longer needs it.
  await copies.sweep(origin);
}
