import { generateKeyPair } from "node:crypto";
import { promisify } from "node:util";
import type { WorldOptions } from "../../contract/control/schemas/worlds.ts";
import { readPublicKey } from "../../contract/public-key.ts";
import { addDocument } from "../control/seed-document.ts";
import { type Failure, failure, invalid, noneNamed } from "../failure.ts";
import type { SeedRecord } from "../seed/record.ts";
import { emptySeed } from "../seed/seed.ts";
import { ensureAdministrator } from "../seed/start-data.ts";
import { createDrawnIds, openSources, type Sources } from "../sources.ts";
import type { Image } from "../store/storage.ts";
import type { ReferenceStore } from "../store/store.ts";
import type { World } from "../world.ts";
import type { OpenWorld, OpenWorldParts } from "./open-world.ts";
import { askedOf, settingsOf, type WorldDefaults, type WorldRecord } from "./record.ts";
import type { Templates } from "./templates.ts";

export interface MakeWorldParts extends Pick<OpenWorldParts, "data" | "storage" | "real"> {
  readonly root: Pick<World, "snapshots" | "sources">;
  /** The seed that the server's own data started with; undefined if there was none. */
  seed(): Promise<SeedRecord | undefined>;
  /** What the server's own data goes back to; undefined if that is not known. */
  origin(): Promise<Image | undefined>;
  readonly templates: Templates;
  readonly defaults: WorldDefaults;
}

/** Another world, as the source of a new one. */
export interface SourceWorld extends Pick<OpenWorld, "takeImage"> {
  readonly record: WorldRecord;
}

interface Wanted {
  readonly name: string;
  readonly options: WorldOptions;
  /** For `from: "world:NAME"`. */
  readonly source: SourceWorld | undefined;
}

interface Made {
  readonly record: WorldRecord;
  readonly privateKey: string | undefined;
}

/** Makes the data of a world, completely or not at all. */
export async function makeWorld({ name, options, source }: Wanted, parts: MakeWorldParts): Promise<Made> {
  const { defaults, storage, real } = parts;
  const settings = settingsOf(options, defaults);
  const sources = openSources({
    ...real,
    clock: settings.clock === null ? undefined : new Date(settings.clock),
    deterministic: settings.deterministic ?? undefined,
  });
  const key = settings.key === "own" ? await generateKey() : undefined;
  const record: WorldRecord = {
    name,
    createdAt: real.now().toISOString(),
    settings,
    asked: askedOf(options),
    publicKey: key?.publicKey,
    secret: Buffer.from(sources.lastingBytes(32)).toString("base64"),
    openings: 0,
  };
  const making = { record, sources, source, seed: options.seed };
  const isChanged =
    options.seed !== undefined || key !== undefined || /^(?:world|snapshot):/.test(settings.from);
  await useBeginning(making, parts, async (beginning) => {
    if (!isChanged) return storage.worlds.create(record, beginning);
    const changed = await changeImage(beginning, making, parts);
    await storage.worlds.create(record, changed).finally(() => storage.dropImage(changed));
  });
  return { record, privateKey: key?.privateKey };
}

/** A key pair of an administrator, PEM. */
export async function generateKey() {
  return promisify(generateKeyPair)("ec", {
    namedCurve: "P-521",
    publicKeyEncoding: { type: "spki", format: "pem" },
    privateKeyEncoding: { type: "pkcs8", format: "pem" },
  });
}

interface Making {
  readonly record: WorldRecord;
  readonly sources: Sources;
  readonly source: SourceWorld | undefined;
  readonly seed: WorldOptions["seed"];
}

/** Finds what a world is made from, for as long as the work takes. */
async function useBeginning(
  making: Making,
  parts: MakeWorldParts,
  work: (image: Image) => Promise<void>,
): Promise<void> {
  const { from } = making.record.settings;
  if (making.source !== undefined) {
    const image = await making.source.takeImage();
    return work(image).finally(() => parts.storage.dropImage(image));
  }
  if (!from.startsWith("snapshot:")) return work(await findTemplate(making, parts));
  const name = from.slice("snapshot:".length);
  const found = await parts.root.snapshots.use(name, async (image) => {
    await work(image);
    return true;
  });
  if (found === undefined) throw unknownSource("snapshot", name);
}

/** What a seed makes, or what the server itself started with. */
async function findTemplate(
  { record, sources }: Making,
  { origin, root, seed, templates }: MakeWorldParts,
): Promise<Image> {
  const { deterministic, from } = record.settings;
  // A deterministic world starts the same on every server, so its made-up ids and times are drawn from its number.
  const beginning = deterministic === null ? root.sources : sources;
  const at = beginning.clock.now().toISOString();
  const began = await seed();
  if (from === "seed" && (deterministic === null || began === undefined)) {
    const image = await origin();
    if (image === undefined) throw noSeed();
    return image;
  }
  const template = {
    seed: from === "empty" ? emptySeed() : (began?.seed ?? {}),
    at,
    name: beginning.newId(),
  };
  const key = deterministic === null ? from : `${from} ${deterministic} ${at}`;
  return templates.get(key, template);
}

/** What a world should be made from does not exist. */
export function unknownSource(kind: "snapshot" | "world", name: string): Failure {
  return invalid([{ loc: ["body", "from"], msg: noneNamed(kind, name), type: "value_error" }]);
}

function noSeed() {
  const message =
    "The database does not record which seed it started with; start it with --reset, or say from: empty";
  return failure(409, { message });
}

/** Adds what this world has beyond its source: its key, and its own seed document. */
function changeImage(
  from: Image,
  { record, seed, source, sources }: Making,
  { data: { administrator }, storage }: MakeWorldParts,
): Promise<Image> {
  const { deterministic, from: beginning } = record.settings;
  const before = source?.record.publicKey ?? administrator;
  const options = {
    now: sources.clock.now,
    newId: deterministic === null ? sources.newId : createDrawnIds(`${deterministic} document`),
    randomBytes: sources.lastingBytes,
  };
  return storage.makeImage({ from, sources: options }, async (store) => {
    const key = record.publicKey ?? administrator;
    await changeKey(store, before, key);
    if (seed === undefined) return;
    // It may describe what every server has, as the seed of a server may.
    const options = beginning === "empty" ? ({ clear: true } as const) : {};
    await addDocument(store, JSON.stringify(seed), ["body", "seed"], options);
    await ensureAdministrator(store, key);
  });
}

async function changeKey(store: ReferenceStore, before: string, after: string): Promise<void> {
  const key = readPublicKey(after);
  if (key === undefined) return;
  const thumbprint = readPublicKey(before)?.thumbprint ?? "";
  await store.write(({ apiKeyPairs }) => apiKeyPairs.replaceKey(thumbprint, key));
  await ensureAdministrator(store, key.pem);
}
