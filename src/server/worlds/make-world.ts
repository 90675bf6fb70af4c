import { generateKeyPair } from "node:crypto";
import { promisify } from "node:util";
import type { WorldOptions } from "../../contract/control/schemas/worlds.ts";
import { readPublicKey } from "../../contract/public-key.ts";
import { addDocument } from "../control/seed-document.ts";
import { type Failure, invalid, noneNamed } from "../failure.ts";
import { ensureAdministrator } from "../seed/start-data.ts";
import { createDrawnIds, type Sources } from "../sources.ts";
import type { Image } from "../store/storage.ts";
import { type Entry, openWorldSources, type WorldsParts } from "./entry.ts";
import { askedOf, type Created, settingsOf, type WorldRecord } from "./record.ts";

interface MakeWorldParts extends WorldsParts {
  readonly entries: ReadonlyMap<string, Entry>;
}

interface Making extends MakeWorldParts {
  readonly record: WorldRecord;
  readonly sources: Sources;
}

/** Makes the data of a world, completely or not at all. */
export async function makeWorld(
  name: string,
  options: WorldOptions,
  parts: MakeWorldParts,
): Promise<Created> {
  const { real, storage } = parts;
  const settings = settingsOf(options, parts.defaults);
  const sources = openWorldSources({ settings, openings: 0 }, real);
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
  const { seed } = options;
  const isChanged = seed !== undefined || key !== undefined || settings.from.includes(":");
  const making = { ...parts, record, sources };
  await useOrigin(making, async (origin) => {
    if (!isChanged) return storage.worlds.create(record, origin.image);
    const image = await changeImage(origin, seed, making);
    await storage.worlds.create(record, image).finally(() => storage.dropImage(image));
  });
  return { record, isNew: true, privateKey: key?.privateKey };
}

/** A key pair of an administrator, PEM. */
export async function generateKey() {
  return promisify(generateKeyPair)("ec", {
    namedCurve: "P-521",
    publicKeyEncoding: { type: "spki", format: "pem" },
    privateKeyEncoding: { type: "pkcs8", format: "pem" },
  });
}

/** What a world starts with. */
interface Origin {
  readonly image: Image;
  /** PEM, SPKI, of the key pair that may do everything there. */
  readonly administrator: string;
}

/** Finds what `from` names, for as long as the work takes. */
async function useOrigin(
  { data: { administrator }, entries, origins, record, root, sources }: Making,
  work: (origin: Origin) => Promise<void>,
): Promise<void> {
  const { from } = record.settings;
  const name = from.slice(from.indexOf(":") + 1);
  if (from.startsWith("world:")) {
    const world = entries.get(name);
    if (world === undefined) throw unknownOrigin("world", name);
    const { publicKey = administrator } = world.record;
    return world.useImage((image) => work({ image, administrator: publicKey }));
  }
  if (from.startsWith("snapshot:")) {
    const found = await root.snapshots.use(name, async (image) => {
      await work({ image, administrator });
      return true;
    });
    if (found === undefined) throw unknownOrigin("snapshot", name);
    return;
  }
  await work({ image: await origins.find(record.settings, sources), administrator });
}

function unknownOrigin(kind: "snapshot" | "world", name: string): Failure {
  return invalid([{ loc: ["body", "from"], msg: noneNamed(kind, name), type: "value_error" }]);
}

/** Adds what a world has beyond its origin: its key, and its own seed document. */
function changeImage(
  origin: Origin,
  seed: WorldOptions["seed"],
  { data, record, sources, storage }: Making,
): Promise<Image> {
  const { deterministic, from } = record.settings;
  const { publicKey = data.administrator } = record;
  const own = {
    now: sources.clock.now,
    newId: deterministic === null ? sources.newId : createDrawnIds(`${deterministic} document`),
    randomBytes: sources.lastingBytes,
  };
  return storage.makeImage({ from: origin.image, sources: own }, async (store) => {
    const [before, key] = [origin.administrator, publicKey].map(readPublicKey);
    if (key !== undefined) {
      await store.write(({ apiKeyPairs }) => apiKeyPairs.replaceKey(before?.thumbprint ?? "", key));
    }
    await ensureAdministrator(store, publicKey);
    if (seed === undefined) return;
    // It may describe what every server has, as the seed of a server may.
    const options = from === "empty" ? ({ clear: true } as const) : {};
    await addDocument(store, JSON.stringify(seed), ["body", "seed"], options);
    await ensureAdministrator(store, publicKey);
  });
}
