import type { WorldRecord } from "../worlds/record.ts";
import { createDatasets, type Datasets, gone } from "./datasets.ts";
import type { Engine, Statements } from "./engine.ts";
import { keptSecret } from "./notes.ts";
import { createResources } from "./resources.ts";
import { rootDataset } from "./schema.ts";
import { createSnapshots } from "./snapshots.ts";
import type { Dataset, Making, Storage, StoreSources, WorldStart, WorldStorage } from "./storage.ts";
import { ConflictError, type ReferenceStore } from "./store.ts";

interface Parts {
  readonly engine: Engine;
  readonly datasets: Datasets;
}

/** All that a server stores, as rows of one database. */
export async function createStorage(engine: Engine, sources: StoreSources): Promise<Storage> {
  const datasets = createDatasets(engine);
  const parts = { engine, datasets };
  const secret = await engine.transaction(({ sql }) => keptSecret(sql(rootDataset), sources.randomBytes));
  const root = engine.openStore({ dataset: rootDataset, secret, sources });
  return {
    lasting: engine.lasting,
    root: datasetOf(parts, rootDataset, root),
    starting: engine.starting,
    async findOrigin({ key, kind }, making) {
      const name = `${kind} ${key}`;
      const find = (statements: Statements) => findChild(parts, statements, { kind: "origin", name });
      const known = await engine.read(find);
      if (known !== undefined) return known.id;
      return engine.transaction(async (statements) => {
        // Another server may have been first.
        const there = await find(statements);
        if (there !== undefined) return there.id;
        await datasets.removeOrigins(statements, `${kind} `);
        return makeOrigin(parts, statements, { name, making });
      }, rootDataset);
    },
    worlds: worldStorage(parts),
    close: engine.close,
  };
}

function datasetOf({ datasets, engine }: Parts, dataset: number, store: ReferenceStore): Dataset {
  const { now } = store;
  return {
    store,
    openSnapshots: (wentBack) => createSnapshots({ engine, datasets, dataset, now, wentBack }),
  };
}

interface Child {
  readonly id: number;
  readonly origin: number;
}

/** A dataset of the root, by its name. */
async function findChild(
  { engine }: Parts,
  { all }: Statements,
  { kind, name }: { readonly kind: "origin" | "snapshot" | "world"; readonly name: string },
): Promise<Child | undefined> {
  const text = `SELECT id, origin FROM ${engine.schema}.datasets WHERE parent = ? AND kind = ? AND name = ?`;
  const [child] = await all<Child>(text, rootDataset, kind, name);
  return child;
}

interface NewOrigin {
  readonly name: string | null;
  readonly from?: number | undefined;
  readonly making?: Making | undefined;
}

async function makeOrigin({ datasets }: Parts, statements: Statements, { from, making, name }: NewOrigin) {
  const createdAt = new Date().toISOString();
  const origin = await datasets.make(statements, { kind: "origin", name, parent: rootDataset, createdAt });
  if (from !== undefined) await datasets.copy(statements, origin, from);
  await making?.fill(storeIn(statements, origin, making.sources));
  return origin;
}

/** A store on a dataset that nobody else sees yet, inside the transaction that makes it. */
function storeIn({ sql }: Statements, dataset: number, { newId, now }: Making["sources"]): ReferenceStore {
  const resources = createResources(sql(dataset));
  return {
    name: "",
    schemaVersion: 0,
    secret: new Uint8Array(),
    now,
    newId,
    findKeyPair: resources.apiKeyPairs.findByThumbprint,
    read: (work) => work(resources),
    write: (work) => work(resources, now().getTime() * 1000),
    close: async () => {},
  };
}

/** The cell with the record of a world. */
const recordCell = "world";

function worldStorage(parts: Parts): WorldStorage {
  const { datasets, engine } = parts;
  const { schema } = engine;
  const find = (statements: Statements, name: string) =>
    findChild(parts, statements, { kind: "world", name });

  return {
    read: () =>
      engine.read(async ({ all }) => {
        const text = `SELECT value FROM ${schema}.datasets JOIN ${schema}.cells ON dataset = id AND cells.name = ?
          WHERE parent = ? AND kind = 'world' ORDER BY datasets.name`;
        const rows = await all<{ value: string }>(text, recordCell, rootDataset);
        return rows.map(({ value }): WorldRecord => JSON.parse(value));
      }),
    find: (kind, name) =>
      engine.read(async (statements) => {
        const found = await findChild(parts, statements, { kind, name });
        return found && { dataset: found.id, changes: kind === "world" };
      }),
    create: (record, beginning) =>
      engine.transaction(
        async (statements) => {
          const origin = await originOf(parts, statements, beginning);
          const { createdAt, name } = record;
          const world = { kind: "world", name, parent: rootDataset, origin, createdAt } as const;
          const dataset = await datasets.make(statements, world);
          await datasets.copy(statements, dataset, origin);
          const cell = `INSERT INTO ${schema}.cells (dataset, name, value) VALUES (?, ?, ?)`;
          await statements.run(cell, dataset, recordCell, JSON.stringify(record));
        },
        beginning.from?.changes ? beginning.from.dataset : undefined,
      ),
    rewrite: (record) =>
      engine.transaction(async (statements) => {
        const { id } = (await find(statements, record.name)) ?? {};
        const text = `UPDATE ${schema}.cells SET value = ? WHERE dataset = ? AND name = ?`;
        if (id !== undefined) await statements.run(text, JSON.stringify(record), id, recordCell);
      }),
    async open(record, sources) {
      const world = await engine.read((statements) => find(statements, record.name));
      if (world === undefined) throw gone();
      const secret = Buffer.from(record.secret, "base64");
      const store = engine.openStore({ dataset: world.id, secret, sources });
      return { ...datasetOf(parts, world.id, store), origin: world.origin };
    },
    remove: (name) =>
      engine.transaction(async (statements) => {
        const world = await find(statements, name);
        return world !== undefined && datasets.removeWorld(statements, world.id);
      }),
  };
}

/** What a world goes back to: what it starts with, or a copy of that if anything may change it. */
async function originOf(parts: Parts, statements: Statements, { from, own }: WorldStart): Promise<number> {
  if (from !== undefined && !(await isThere(parts, statements, from.dataset))) {
    throw new ConflictError(new Error("what a world starts with is gone"));
  }
  if (from !== undefined && own === undefined && !from.changes) return from.dataset;
  return makeOrigin(parts, statements, { name: null, from: from?.dataset, making: own });
}

async function isThere({ engine }: Parts, { all }: Statements, dataset: number): Promise<boolean> {
  return (await all(`SELECT id FROM ${engine.schema}.datasets WHERE id = ?`, dataset)).length === 1;
}
