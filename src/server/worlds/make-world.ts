import { generateKeyPair } from "node:crypto";
import { copyFile, rm } from "node:fs/promises";
import { promisify } from "node:util";
import { addDocument } from "../control/seed-document.ts";
import { failure, invalid } from "../failure.ts";
import { ensureAdministrator } from "../running/start-data.ts";
import type { Templates } from "../running/templates.ts";
import type { SeedRecord } from "../seed/record.ts";
import { emptySeed } from "../seed/seed.ts";
import { createDrawnIds, openSources, type Sources } from "../sources.ts";
import { openStore, type ReferenceStore } from "../store/open.ts";
import { readPublicKey } from "../store/public-key.ts";
import { replaceKey } from "../store/tables/api-key-pairs.ts";
import type { World } from "../world.ts";
import type { OpenWorldParts } from "./open-world.ts";
import { askedOf, settingsOf, type WorldDefaults, type WorldOptions, type WorldRecord } from "./record.ts";
import { linkOrCopy, type WorldFiles, type WorldFolder } from "./world-folder.ts";

export interface MakeWorldParts extends Pick<OpenWorldParts, "data" | "real"> {
  /** The folder of all worlds; made with the first one. */
  folder(): Promise<WorldFolder>;
  readonly root: Pick<World, "snapshots" | "sources">;
  /** The seed that the server's own data began with; undefined where none did. */
  seed(): Promise<SeedRecord | undefined>;
  /** What the server's own data goes back to; undefined where nobody knows. */
  origin(): Promise<string | undefined>;
  readonly templates: Templates;
  readonly defaults: WorldDefaults;
}

/** Another world, as what a new one is made from. */
export interface SourceWorld {
  readonly record: WorldRecord;
  readonly store: ReferenceStore;
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

/** Makes the files of a world, whole or not at all. */
export async function makeWorld({ name, options, source }: Wanted, parts: MakeWorldParts): Promise<Made> {
  const { defaults, real } = parts;
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
  const folder = await parts.folder();
  await folder.create(record, async (files) => {
    await fetchOrigin(files, { record, sources, source }, parts);
    const isChanged =
      options.seed !== undefined || key !== undefined || /^(?:world|snapshot):/.test(settings.from);
    if (isChanged) await changeOrigin(files, { record, sources, source, seed: options.seed }, parts);
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
}

/** Gets what a world is made from. */
async function fetchOrigin(
  { origin }: WorldFiles,
  { record, source, sources }: Making,
  { origin: rootOrigin, root, seed, templates }: MakeWorldParts,
): Promise<void> {
  const { deterministic, from } = record.settings;
  if (source !== undefined) return source.store.copyTo(origin);
  if (from.startsWith("snapshot:")) {
    const name = from.slice("snapshot:".length);
    const found = await root.snapshots.use(name, async (path) => {
      await linkOrCopy(path, origin);
      return true;
    });
    if (found === undefined) throw unknownSource("No snapshot has this name");
    return;
  }
  // A deterministic world begins the same on every server, so its made-up ids and times are drawn from its number.
  const beginning = deterministic === null ? root.sources : sources;
  const at = beginning.clock.now().toISOString();
  const began = await seed();
  if (from === "seed" && (deterministic === null || began === undefined)) {
    const path = await rootOrigin();
    if (path === undefined) throw noSeed();
    return linkOrCopy(path, origin);
  }
  const template = {
    seed: from === "empty" ? emptySeed() : (began?.seed ?? {}),
    at,
    name: beginning.newId(),
  };
  const key = deterministic === null ? from : `${from} ${deterministic} ${at}`;
  return linkOrCopy(await templates.get(key, template), origin);
}

function unknownSource(msg: string) {
  return invalid([{ loc: ["body", "from"], msg, type: "value_error" }]);
}

function noSeed() {
  const message =
    "The database does not record which seed it started with; start it with --reset, or say from: empty";
  return failure(409, { message });
}

interface Changing extends Making {
  readonly seed: WorldOptions["seed"];
}

/** Puts in what this world has beyond its source: its key, and its own seed document. */
async function changeOrigin(
  { data, origin }: WorldFiles,
  { record, seed, source, sources }: Changing,
  { data: { administrator } }: MakeWorldParts,
): Promise<void> {
  const { deterministic } = record.settings;
  await copyFile(origin, data);
  const store = await openStore({
    path: data,
    passing: true,
    now: sources.clock.now,
    newId: deterministic === null ? sources.newId : createDrawnIds(`${deterministic} document`),
    randomBytes: sources.lastingBytes,
  });
  try {
    const before = readPublicKey(source?.record.publicKey ?? administrator)?.thumbprint ?? "";
    const key = readPublicKey(record.publicKey ?? administrator);
    if (key !== undefined) {
      await store.change((database) => replaceKey(database, before, key));
      await ensureAdministrator(store, key.pem);
    }
    if (seed !== undefined) await addDocument(store, JSON.stringify(seed), ["body", "seed"]);
    // It may be the file of others, too.
    await rm(origin);
    await store.copyTo(origin);
  } finally {
    await store.close();
  }
}
