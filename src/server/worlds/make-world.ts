import type { WorldOptions } from "../../contract/control/schemas/worlds.ts";
import { addDocument } from "../control/seed-document.ts";
import { type Failure, invalid, noneNamed } from "../failure.ts";
import { ensureAdministrator } from "../seed/start-data.ts";
import { createDrawnIds, type Sources } from "../sources.ts";
import type { Image } from "../store/storage.ts";
import { type Entry, openWorldSources, type WorldsParts } from "./entry.ts";
import { askedOf, settingsOf, type WorldRecord } from "./record.ts";

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
): Promise<WorldRecord> {
  const { embedLimit, real, storage } = parts;
  const settings = settingsOf(options, embedLimit);
  const sources = openWorldSources({ settings, openings: 0 }, real);
  const record: WorldRecord = {
    name,
    createdAt: real.now().toISOString(),
    settings,
    asked: askedOf(options),
    secret: Buffer.from(sources.lastingBytes(32)).toString("base64"),
    openings: 0,
  };
  const { seed } = options;
  const making = { ...parts, record, sources };
  await useOrigin(making, async (origin) => {
    if (seed === undefined) return storage.worlds.create(record, origin);
    const image = await changeImage(origin, seed, making);
    await storage.worlds.create(record, image).finally(() => storage.dropImage(image));
  });
  return record;
}

/** Finds what `from` names, for as long as the work takes. */
async function useOrigin(
  { entries, origins, record, root, sources }: Making,
  work: (origin: Image) => Promise<void>,
): Promise<void> {
  const { from } = record.settings;
  const name = from.slice(from.indexOf(":") + 1);
  if (from.startsWith("world:")) {
    const world = entries.get(name);
    if (world === undefined) throw unknownOrigin("world", name);
    return world.useImage(work);
  }
  if (from.startsWith("snapshot:")) {
    const found = await root.snapshots.use(name, async (image) => {
      await work(image);
      return true;
    });
    if (found === undefined) throw unknownOrigin("snapshot", name);
    return;
  }
  await work(await origins.find(record.settings, sources));
}

function unknownOrigin(kind: "snapshot" | "world", name: string): Failure {
  return invalid([{ loc: ["body", "from"], msg: noneNamed(kind, name), type: "value_error" }]);
}

/** Adds the world's own seed document. */
function changeImage(
  origin: Image,
  seed: NonNullable<WorldOptions["seed"]>,
  { data: { administrator }, record, sources, storage }: Making,
): Promise<Image> {
  const { deterministic, from } = record.settings;
  const own = {
    now: sources.clock.now,
    newId: deterministic === null ? sources.newId : createDrawnIds(`${deterministic} document`),
    randomBytes: sources.lastingBytes,
  };
  return storage.makeImage({ from: origin, sources: own }, async (store) => {
    // It may describe what every server has, as the seed of a server may.
    const options = from === "empty" ? ({ clear: true } as const) : {};
    await addDocument(store, JSON.stringify(seed), ["body", "seed"], options);
    await ensureAdministrator(store, administrator);
  });
}
