import type { WorldOptions } from "../../contract/control/schemas/worlds.ts";
import { addDocument } from "../control/seed-document.ts";
import { digest } from "../digest.ts";
import { type Failure, failure, invalid, noneNamed } from "../failure.ts";
import { faultsText } from "../faults/faults.ts";
import { findSeedRecord, type SeedRecord } from "../seed/record.ts";
import { registerAdministrators, seedAnew } from "../seed/start-data.ts";
import { createDeterministicIds, type Sources } from "../sources.ts";
import type { InitialData, Storage, WorldSource, WorldStart } from "../store/storage.ts";
import type { ReferenceStore } from "../store/store.ts";
import { askedOf, settingsOf, type WorldRecord, type WorldSettings } from "./record.ts";
import { openWorldSources, type WorldsParts } from "./served-world.ts";

/** Makes the data of a world, completely or not at all. */
export async function makeWorld(
  name: string,
  options: WorldOptions,
  parts: WorldsParts,
): Promise<WorldRecord> {
  const { embedLimit, real, storage } = parts;
  const settings = settingsOf(options, embedLimit);
  const sources = openWorldSources(settings, real);
  const record = { name, createdAt: real.now().toISOString(), settings, asked: askedOf(options) };
  const cells = {
    secret: Buffer.from(sources.lastingBytes(32)).toString("base64"),
    clock: JSON.stringify(sources.clock.state()),
    faults: faultsText(settings.faults),
  };
  const start = await findStart(settings, options.seed, { ...parts, own: sources });
  await storage.worlds.create({ record, cells }, start);
  return record;
}

interface StartParts extends WorldsParts {
  /** Those of the world. */
  readonly own: Sources;
}

/** A deterministic world is seeded by its own sources, so that it starts the same on every server. */
async function findStart(
  { deterministic, from }: WorldSettings,
  seed: WorldOptions["seed"],
  parts: StartParts,
): Promise<WorldStart> {
  const { own, root } = parts;
  const addSeed = seed && ((store: ReferenceStore) => addSeedDocument(store, { seed, from }, parts));
  const isSeeded = deterministic !== null && !from.includes(":");
  const seedRecord = isSeeded ? await findSeedRecord(root.store) : undefined;
  if (!isSeeded || (from === "seed" && seedRecord === undefined)) {
    return {
      from: await findSource(from, parts),
      own: addSeed && { sources: idsOf(parts, deterministic), fill: addSeed },
    };
  }
  const { clock, newId } = own;
  const document = from === "empty" ? {} : (seedRecord?.seed ?? {});
  const record = { seed: document, at: clock.now().toISOString(), name: newId() };
  return {
    own: {
      sources: idsOf(parts, deterministic),
      async fill(store) {
        await seedAnew(store, record, parts.data.administrator);
        await addSeed?.(store);
      },
    },
  };
}

function idsOf({ own }: StartParts, deterministic: number | null): InitialData["sources"] {
  const newId = deterministic === null ? own.newId : createDeterministicIds(`${deterministic} document`);
  return { now: own.clock.now, newId };
}

interface OwnSeed {
  readonly seed: NonNullable<WorldOptions["seed"]>;
  readonly from: string;
}

/** Adds the world's own seed document. */
async function addSeedDocument(
  store: ReferenceStore,
  { from, seed }: OwnSeed,
  { data }: WorldsParts,
): Promise<void> {
  // It may describe what every server has, as the seed of a server may.
  const options = from === "empty" ? ({ clear: true } as const) : {};
  await addDocument(store, JSON.stringify(seed), ["body", "seed"], options);
  await registerAdministrators(store, [data.administrator]);
}

async function findSource(from: string, { data, root, storage }: WorldsParts): Promise<WorldSource> {
  const [kind = "", name = ""] = from.split(":");
  if (kind === "world" || kind === "snapshot") {
    const found = await storage.worlds.find(kind, name);
    if (found === undefined) throw unknownSource(kind, name);
    return found;
  }
  const { store } = root;
  const empty = { seed: {}, at: store.now().toISOString(), name: store.newId() };
  const dataset =
    kind === "empty"
      ? await originOf(storage, { kind, record: empty, administrator: data.administrator })
      : await findSeedOrigin(storage, data.administrator);
  if (dataset === undefined) throw noSeed();
  return { dataset, isOrigin: true };
}

/** What the root started with; undefined if that is not known. */
export async function findSeedOrigin(storage: Storage, administrator: string): Promise<number | undefined> {
  const record = await findSeedRecord(storage.root.store);
  return record && originOf(storage, { kind: "seed", record, administrator });
}

interface Seeding {
  readonly kind: "empty" | "seed";
  readonly record: SeedRecord;
  /** PEM, SPKI, of the key pair that may do everything. */
  readonly administrator: string;
}

function originOf(storage: Storage, { administrator, kind, record }: Seeding): Promise<number> {
  const key = digest(kind === "seed" ? `${record.name} ${administrator}` : administrator);
  const sources = { now: () => new Date(record.at), newId: () => crypto.randomUUID() };
  const initial = { sources, fill: (store: ReferenceStore) => seedAnew(store, record, administrator) };
  return storage.findOrigin(kind, key, initial);
}

function unknownSource(kind: "snapshot" | "world", name: string): Failure {
  return invalid([{ loc: ["body", "from"], msg: noneNamed(kind, name), type: "value_error" }]);
}

function noSeed(): Failure {
  const message =
    "The database does not record which seed it started with; start it with --reset, or say from: empty";
  return failure(409, { message });
}
