import { failure } from "../failure.ts";
import type { WorldRecord } from "../worlds/record.ts";
import { createCells, createLook } from "./cells.ts";
import { createCounts } from "./counts.ts";
import { createChange, createStore } from "./create-store.ts";
import { createDatasets, type Datasets } from "./datasets.ts";
import type { Engine } from "./engine.ts";
import { createAdministrators, createIssuedKeyPairs } from "./key-pairs.ts";
import { ConflictError, type DatasetState } from "./records.ts";
import { createResources } from "./resources.ts";
import { rootDataset } from "./schema.ts";
import { createSnapshots } from "./snapshots.ts";
import type { Statements } from "./sql.ts";
import type { Maker, ReferenceStore, StoreSources } from "./store.ts";
import { createStoredJournal } from "./stored-journal.ts";

/**
 * Called when the connection to a database is lost, as can happen over a network, and when it is back; and for each reason
 * for which it refuses work, again after a minute of calm. The message names the database, without secrets.
 */
export type Outage = (state: "back" | "lost" | "refuses", message: string) => void;

export interface StorageOptions extends StoreSources {
  /** An absolute path, `:memory:`, or the address of a PostgreSQL database. */
  readonly database: string;
  readonly outage?: Outage | undefined;
}

/** What a new dataset is filled with, in the transaction that makes it. */
export interface InitialData {
  readonly sources: Maker;
  fill(store: ReferenceStore): Promise<void>;
}

/** A dataset that a world may start with. */
export interface WorldSource {
  readonly dataset: number;
  /** Whether nothing changes or removes it, so that worlds can go back to it; they need a copy of any other. */
  readonly isOrigin: boolean;
}

/** What a world starts with, and goes back to. */
export interface WorldStart {
  readonly from?: WorldSource | undefined;
  /** What is added to that. */
  readonly own?: InitialData | undefined;
}

/** A world that is to be made, with its texts besides its options. */
interface NewWorld extends Pick<DatasetState, "cells"> {
  readonly record: WorldRecord;
}

interface Parts {
  readonly engine: Engine;
  readonly datasets: Datasets;
}

export type Storage = Awaited<ReturnType<typeof createStorage>>;
export type Dataset = ReturnType<typeof openDataset>;
export type Snapshots = ReturnType<Dataset["openSnapshots"]>;

/** All that a server stores, as rows of one database: its own data, its worlds, and the snapshots of each. */
export async function createStorage(engine: Engine, sources: StoreSources) {
  const parts = { engine, datasets: createDatasets(engine) };
  const look = createLook(engine);
  return {
    /** Whether it is there after a restart. */
    isPersistent: engine.isPersistent,
    /** Whether other servers may use it at the same time. */
    isShared: engine.isShared,
    root: openDataset(parts, await findRoot(engine, (await look(undefined)).root, sources), sources),
    /** What the database knows now of the root and the world with a name. */
    look,
    /** Runs what a start does to the data, for one server of a database at a time. */
    withStartLock: engine.withStartLock,
    administrators: createAdministrators(engine),
    findOrigin: createFindOrigin(parts),
    worlds: worldStorage(parts),
    close: engine.close,
  };
}

/** The state of the root, whose secret is drawn once. */
async function findRoot(
  engine: Engine,
  root: DatasetState,
  { randomBytes }: StoreSources,
): Promise<DatasetState> {
  if (root.cells.secret !== undefined) return root;
  const drawn = Buffer.from(randomBytes(32)).toString("base64");
  // Another server may have been first.
  const secret = await createCells(engine, rootDataset).change("secret", (text = drawn) => ({
    text,
    value: text,
  }));
  return { ...root, cells: { ...root.cells, secret } };
}

/** All that is stored of a world. */
function openDataset(
  { datasets, engine }: Parts,
  { cells: { secret = "" }, id: dataset }: DatasetState,
  sources: StoreSources,
) {
  const { now } = sources;
  const issued = createIssuedKeyPairs(engine, dataset);
  return {
    store: createStore(engine, { dataset, issued, secret: Buffer.from(secret, "base64"), sources }),
    cells: createCells(engine, dataset),
    counts: createCounts(engine, dataset),
    issued,
    journal: createStoredJournal(engine, dataset),
    /** `wentBack` is called after the data was restored. */
    openSnapshots: (wentBack: () => Promise<void>) =>
      createSnapshots({ engine, datasets, dataset, now, wentBack }),
  };
}

/** Finds the origin of a kind and a key, another one for other data, or makes it in place of those that no world needs. */
function createFindOrigin(parts: Parts) {
  const { datasets, engine } = parts;
  const change = createChange(engine, rootDataset);
  return async (kind: "empty" | "seed", key: string, making: InitialData): Promise<number> => {
    const name = `${kind} ${key}`;
    const known = await datasets.find("origin", name, engine);
    if (known !== undefined) return known.id;
    return change(async (statements) => {
      // Another server may have been first.
      const there = await datasets.find("origin", name, statements);
      if (there !== undefined) return there.id;
      await datasets.removeOrigins(statements, `${kind} `);
      return makeOrigin(parts, statements, { name, making });
    });
  };
}

async function makeOrigin(
  { datasets, engine }: Parts,
  statements: Statements,
  {
    from,
    making,
    name,
  }: {
    readonly name: string | null;
    readonly from?: number | undefined;
    readonly making?: InitialData | undefined;
  },
) {
  const createdAt = new Date().toISOString();
  const origin = await datasets.make(statements, { kind: "origin", name, createdAt });
  if (from !== undefined) await datasets.copy(statements, origin, from);
  await making?.fill(storeIn(engine, statements, { dataset: origin, ...making.sources }));
  return origin;
}

/** A store on a dataset that nobody else sees yet, inside the transaction that makes it. */
function storeIn(
  { sql }: Engine,
  statements: Statements,
  { dataset, newId, now }: Maker & { readonly dataset: number },
): ReferenceStore {
  const resources = createResources(sql(statements, dataset));
  return {
    name: "",
    schemaVersion: 0,
    secret: new Uint8Array(),
    now,
    newId,
    refresh: () => {},
    findKeyPair: resources.apiKeyPairs.findByThumbprint,
    read: (work) => work(resources),
    write: (work) => work(resources, now().getTime() * 1000),
  };
}

const mostWorlds = 1000;

/** The stored worlds; each is there whole or not at all. */
function worldStorage(parts: Parts) {
  const { datasets, engine } = parts;
  const { schema } = engine;

  /** Nothing may change or remove it while it is copied. */
  async function lockSource({ run }: Statements, dataset: number): Promise<void> {
    if ((await run(`UPDATE ${schema}.datasets SET moment = moment WHERE id = ?`, dataset)) === 1) return;
    throw new ConflictError(new Error("what a world starts with is gone"));
  }

  async function make(statements: Statements, { cells, record }: NewWorld, { from, own }: WorldStart) {
    const { createdAt, name } = record;
    const { copied, shared } = splitSource({ from, own });
    if ((await datasets.list("world", statements)).length >= mostWorlds) throw tooManyWorlds();
    if (copied !== undefined) await lockSource(statements, copied);
    const making = { name: null, from: from?.dataset, making: own };
    const origin = shared ?? (await makeOrigin(parts, statements, making));
    const dataset = await datasets.make(statements, { kind: "world", name, origin, createdAt });
    await datasets.copy(statements, dataset, origin);
    const cell = `INSERT INTO ${schema}.cells (dataset, name, value) VALUES (?, ?, ?)`;
    const texts = Object.entries({ ...cells, options: JSON.stringify(record) });
    await Promise.all(texts.map(([each, text]) => statements.run(cell, dataset, each, text)));
  }

  return {
    async list(): Promise<readonly WorldRecord[]> {
      const text = `SELECT value FROM ${schema}.datasets JOIN ${schema}.cells ON dataset = id AND cells.name = 'options'
        WHERE parent = ? AND kind = 'world' ORDER BY datasets.name`;
      const rows = await engine.all<{ value: string }>(text, rootDataset);
      return rows.map(({ value }) => JSON.parse(value));
    },
    /** What a world may start with: another world, or a snapshot of the root; undefined for an unknown name. */
    async find(kind: "snapshot" | "world", name: string): Promise<WorldSource | undefined> {
      const found = await datasets.find(kind, name, engine);
      return found && { dataset: found.id, isOrigin: false };
    },
    /** A taken name, or a source that is gone, is a ConflictError, one world too many a Failure. */
    create(world: NewWorld, start: WorldStart): Promise<void> {
      return engine.change((statements) => make(statements, world, start), splitSource(start).copied);
    },
    open: (state: DatasetState, sources: StoreSources) => openDataset(parts, state, sources),
    /** How often it was opened before. */
    async countOpening(dataset: number): Promise<number> {
      return (await createCounts(engine, dataset).count((next) => next("opened"))) - 1;
    },
    /** False if it is gone already. */
    remove: (dataset: number) => engine.change((statements) => datasets.removeWorld(statements, dataset)),
  };
}

/** A world shares an origin to which it adds nothing, and has a copy of anything else. */
function splitSource({ from, own }: WorldStart) {
  const isShared = from?.isOrigin && own === undefined;
  return isShared ? { shared: from.dataset } : { copied: from?.dataset };
}

function tooManyWorlds() {
  const message = `There are ${mostWorlds} worlds, and no more can be made; delete one first`;
  return failure(429, { message });
}
