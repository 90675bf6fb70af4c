import { failure } from "../failure.ts";
import type { WorldRecord } from "../worlds/record.ts";
import { createCells, createLook } from "./cells.ts";
import { createCounts } from "./counts.ts";
import { createChange, createStore } from "./create-store.ts";
import { createDatasets, type Datasets } from "./datasets.ts";
import type { Engine, Statements } from "./engine.ts";
import { createIssuedKeyPairs } from "./issued-key-pairs.ts";
import { createResources } from "./resources.ts";
import { rootDataset } from "./schema.ts";
import { createSnapshots } from "./snapshots.ts";
import type { Dataset, Making, Storage, StoreSources, WorldStart, WorldStorage } from "./storage.ts";
import { ConflictError, type DatasetState, type ReferenceStore } from "./store.ts";
import { createStoredJournal } from "./stored-journal.ts";

interface Parts {
  readonly engine: Engine;
  readonly datasets: Datasets;
}

/** All that a server stores, as rows of one database. */
export async function createStorage(engine: Engine, sources: StoreSources): Promise<Storage> {
  const parts = { engine, datasets: createDatasets(engine) };
  const look = createLook(engine);
  return {
    lasting: engine.lasting,
    isShared: engine.isShared,
    root: openDataset(parts, await findRoot(engine, look, sources), sources),
    look,
    starting: engine.starting,
    findOrigin: createFindOrigin(parts),
    worlds: worldStorage(parts),
    close: engine.close,
  };
}

/** The state of the root, whose secret is drawn once. */
async function findRoot(
  engine: Engine,
  look: Storage["look"],
  { randomBytes }: StoreSources,
): Promise<DatasetState> {
  const { root } = await look(undefined);
  if (root.cells.secret !== undefined) return root;
  const secret = Buffer.from(randomBytes(32)).toString("base64");
  const cells = createCells(engine, rootDataset);
  // Another server may have been first.
  const value = await cells.change("secret", (text = secret) => ({ text, value: text }));
  return { ...root, cells: { ...root.cells, secret: value } };
}

function openDataset(
  { datasets, engine }: Parts,
  { cells: { secret = "" }, id: dataset }: DatasetState,
  sources: StoreSources,
): Dataset {
  const { now } = sources;
  const issued = createIssuedKeyPairs(engine, dataset);
  return {
    store: createStore(engine, { dataset, issued, secret: Buffer.from(secret, "base64"), sources }),
    cells: createCells(engine, dataset),
    counts: createCounts(engine, dataset),
    issued,
    journal: createStoredJournal(engine, dataset),
    openSnapshots: (wentBack) => createSnapshots({ engine, datasets, dataset, now, wentBack }),
  };
}

function createFindOrigin(parts: Parts): Storage["findOrigin"] {
  const { datasets, engine } = parts;
  return async ({ key, kind }, making) => {
    const name = `${kind} ${key}`;
    const find = (statements: Pick<Statements, "all">) =>
      findChild(parts, statements, { kind: "origin", name });
    const known = await find(engine);
    if (known !== undefined) return known.id;
    return createChange(
      engine,
      rootDataset,
    )(async (statements) => {
      // Another server may have been first.
      const there = await find(statements);
      if (there !== undefined) return there.id;
      await datasets.removeOrigins(statements, `${kind} `);
      return makeOrigin(parts, statements, { name, making });
    });
  };
}

interface Child {
  readonly id: number;
}

/** A dataset of the root, by its name. */
async function findChild(
  { engine }: Parts,
  { all }: Pick<Statements, "all">,
  { kind, name }: { readonly kind: "origin" | "snapshot" | "world"; readonly name: string },
): Promise<Child | undefined> {
  const text = `SELECT id FROM ${engine.schema}.datasets WHERE parent = ? AND kind = ? AND name = ?`;
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
    see: () => {},
    findKeyPair: resources.apiKeyPairs.findByThumbprint,
    read: (work) => work(resources),
    write: (work) => work(resources, now().getTime() * 1000),
  };
}

const mostWorlds = 1000;

function worldStorage(parts: Parts): WorldStorage {
  const { datasets, engine } = parts;
  const { schema } = engine;

  async function refuseTooMany({ all }: Statements): Promise<void> {
    const text = `SELECT count(*) AS count FROM ${schema}.datasets WHERE parent = ? AND kind = 'world'`;
    const [row] = await all<{ count: number }>(text, rootDataset);
    if ((row?.count ?? 0) < mostWorlds) return;
    const message = `There are ${mostWorlds} worlds, and no more can be made; delete one first`;
    throw failure(429, { message });
  }

  return {
    async list() {
      const text = `SELECT value FROM ${schema}.datasets JOIN ${schema}.cells ON dataset = id AND cells.name = 'options'
        WHERE parent = ? AND kind = 'world' ORDER BY datasets.name`;
      const rows = await engine.all<{ value: string }>(text, rootDataset);
      return rows.map(({ value }): WorldRecord => JSON.parse(value));
    },
    async find(kind, name) {
      const found = await findChild(parts, engine, { kind, name });
      return found && { dataset: found.id, changes: kind === "world" };
    },
    create({ cells, record }, start) {
      const { createdAt, name } = record;
      const make = async (statements: Statements) => {
        await refuseTooMany(statements);
        const origin = await originOf(parts, statements, start);
        const world = { kind: "world", name, parent: rootDataset, origin, createdAt } as const;
        const dataset = await datasets.make(statements, world);
        await datasets.copy(statements, dataset, origin);
        const cell = `INSERT INTO ${schema}.cells (dataset, name, value) VALUES (?, ?, ?)`;
        const texts = Object.entries({ ...cells, options: JSON.stringify(record) });
        await Promise.all(texts.map(([each, text]) => statements.run(cell, dataset, each, text)));
      };
      return start.from?.changes ? createChange(engine, start.from.dataset)(make) : engine.change(make);
    },
    open: (state, sources) => openDataset(parts, state, sources),
    async countOpening(dataset) {
      return (await createCounts(engine, dataset).count((next) => next("opened"))) - 1;
    },
    remove: (dataset) => engine.change((statements) => datasets.removeWorld(statements, dataset)),
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
