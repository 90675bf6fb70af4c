import type { WorldRecord } from "../../worlds/record.ts";
import type { Depot, Shelf, StoreSources, WorldDepot } from "../depot.ts";
import { type Connections, openConnections } from "./connections.ts";
import { type Copies, createCopies } from "./copies.ts";
import { createDialect, type Dialect } from "./dialect.ts";
import { conflictOr, startFailure, unusable } from "./failures.ts";
import { migrate, rootShelf } from "./migrations.ts";
import { createSnapshots } from "./snapshots.ts";
import { createStates, type States } from "./states.ts";
import { type PostgresStore, storeOn } from "./store.ts";

export interface PostgresDepotOptions extends StoreSources {
  /** An address such as `postgres://user@host/database`. */
  readonly database: string;
}

/** A database of PostgreSQL, which other servers may use as well; an image is the number of a shelf. */
export async function openPostgresDepot({ database, ...sources }: PostgresDepotOptions): Promise<Depot> {
  const connections = await openConnections(database);
  try {
    const { label, schema } = connections;
    await connections.use((connection) => migrate({ connection, schema, label }));
    return await depotOn(connections, sources);
  } catch (error) {
    await connections.close();
    throw startFailure(connections.label, error);
  }
}

interface Engine {
  readonly connections: Connections;
  readonly dialect: Dialect;
  readonly states: States;
  readonly copies: Copies;
}

async function depotOn(connections: Connections, sources: StoreSources): Promise<Depot> {
  const dialect = createDialect(connections.schema);
  const states = createStates(connections);
  const copies = createCopies(connections);
  const engine = { connections, dialect, states, copies };
  const secret = await keptSecret(connections, sources.randomBytes);
  /** Those that this server alone asks for. */
  const images = new Set<number>();

  async function dropImage(image: number): Promise<void> {
    images.delete(image);
    await copies.drop(image);
  }

  return {
    lasting: true,
    root: shelfOf(storeOn({ ...engine, shelf: rootShelf, secret, sources }), engine),
    starting: (work) => starting(connections, work),
    findOrigin: async () => undefined,
    async begin(file) {
      if (file === undefined) return;
      throw unusable(connections.label, "can't begin with a file", "drop --from, and use --seed");
    },
    async makeImage({ from, sources: own }, fill) {
      const shelf = await copies.make(from === undefined ? undefined : Number(from));
      images.add(shelf);
      const store = storeOn({ ...engine, shelf, secret, sources: own });
      try {
        await fill(store);
        return String(shelf);
      } catch (error) {
        await dropImage(shelf);
        throw error;
      }
    },
    dropImage: (image) => dropImage(Number(image)),
    worlds: worldDepot(engine),
    async close() {
      // Without the database they stay, and harm nobody.
      for (const image of images) await copies.drop(image).catch(() => undefined);
      await connections.close();
    },
  };
}

/** Of all servers of a database, one at a time; a server that dies meanwhile lets the next one go on. */
async function starting<Value>(connections: Connections, work: () => Promise<Value>): Promise<Value> {
  const key = `payctl start ${connections.schema}`;
  return connections.use(async (connection) => {
    await connection.query("SELECT pg_advisory_lock(hashtextextended($1, 0))", [key]);
    try {
      return await work();
    } finally {
      await connection.query("SELECT pg_advisory_unlock(hashtextextended($1, 0))", [key]);
    }
  });
}

/** Random bytes that live as long as the data, the same for every server. */
async function keptSecret(
  connections: Connections,
  randomBytes: StoreSources["randomBytes"],
): Promise<Uint8Array> {
  const { schema } = connections;
  return connections.use(async (connection) => {
    const values = [rootShelf, Buffer.from(randomBytes(32))];
    const insert = `INSERT INTO ${schema}.meta (shelf, name, value) VALUES ($1, 'secret', $2) ON CONFLICT DO NOTHING`;
    await connection.query(insert, values);
    const find = `SELECT value FROM ${schema}.meta WHERE shelf = $1 AND name = 'secret'`;
    const { rows } = await connection.query<{ value: Uint8Array }>(find, [rootShelf]);
    return rows[0]?.value ?? Buffer.alloc(0);
  });
}

function shelfOf(store: PostgresStore, { connections, copies }: Engine): Shelf {
  return {
    store,
    takeImage: () =>
      store.batches.write(async (_, { connection, wrote }) => {
        wrote();
        return String(await copies.makeIn(connection, store.shelf));
      }),
    openSnapshots: (wentBack) => createSnapshots({ connections, copies, store, wentBack }),
  };
}

interface WorldRow {
  readonly record: string;
  readonly shelf: number;
  readonly origin: number;
}

function worldDepot(engine: Engine): WorldDepot {
  const { connections, copies } = engine;
  const { schema } = connections;

  async function find(name: string): Promise<WorldRow | undefined> {
    const text = `SELECT record, shelf, origin FROM ${schema}.worlds WHERE name = $1`;
    const { rows } = await connections.insist((connection) => connection.query<WorldRow>(text, [name]));
    return rows[0];
  }

  return {
    async read() {
      const text = `SELECT record FROM ${schema}.worlds ORDER BY name`;
      const { rows } = await connections.insist((connection) => connection.query<WorldRow>(text));
      return rows.map(({ record }): WorldRecord => JSON.parse(record));
    },
    async create(record, origin) {
      const shelf = await copies.make(Number(origin));
      const text = `INSERT INTO ${schema}.worlds (name, shelf, origin, record) VALUES ($1, $2, $3, $4)`;
      const values = [record.name, shelf, Number(origin), JSON.stringify(record)];
      await connections
        .use((connection) => connection.query(text, values))
        .catch(async (error: unknown) => {
          await copies.drop(shelf);
          throw conflictOr(error);
        });
    },
    async rewrite(record) {
      const text = `UPDATE ${schema}.worlds SET record = $2 WHERE name = $1`;
      await connections.insist((connection) => connection.query(text, [record.name, JSON.stringify(record)]));
    },
    async open(record, sources) {
      const row = await find(record.name);
      if (row === undefined) throw new Error(`the world ${record.name} is gone`);
      const secret = Buffer.from(record.secret, "base64");
      const store = storeOn({ ...engine, shelf: row.shelf, secret, sources });
      return { ...shelfOf(store, engine), origin: String(row.origin) };
    },
    async remove(name) {
      const row = await find(name);
      if (row === undefined) return;
      await connections.use((connection) =>
        connection.query(`DELETE FROM ${schema}.worlds WHERE name = $1`, [name]),
      );
      const kept = await connections.use((connection) =>
        connection.query<{ image: number }>(`SELECT image FROM ${schema}.snapshots WHERE shelf = $1`, [
          row.shelf,
        ]),
      );
      await copies.drop(row.shelf);
      for (const { image } of kept.rows) await copies.drop(image);
      // It may be a template, which its server drops when it has no more use for it.
      await copies.sweep(row.origin);
    },
  };
}
