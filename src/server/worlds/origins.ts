import { once } from "../../values/once.ts";
import { type Failure, failure } from "../failure.ts";
import { findSeedRecord, type SeedRecord } from "../seed/record.ts";
import { emptySeed } from "../seed/seed.ts";
import { seedAnew } from "../seed/start-data.ts";
import type { Sources } from "../sources.ts";
import type { Image, Storage } from "../store/storage.ts";
import type { WorldSettings } from "./record.ts";

/** What worlds start with if that is not another world or a snapshot. */
export type Origins = ReturnType<typeof createOrigins>;

export function createOrigins({
  administrator,
  sources: own,
  storage,
}: {
  readonly storage: Storage;
  /** PEM, SPKI, of the key pair that may do everything. */
  readonly administrator: string;
  /** Those of the root. */
  readonly sources: Sources;
}) {
  const images = createImages(storage, administrator);
  const seed = once(() => findSeedRecord(storage.root.store));

  /** What the root started with; undefined if that is not known. */
  async function ofRoot(): Promise<Image | undefined> {
    const record = await seed();
    return record && images.get("seed", record);
  }

  return {
    ofRoot,
    /** What a new world starts with; a Failure 409 if that is not known. */
    async find({ deterministic, from }: WorldSettings, sources: Sources): Promise<Image> {
      // A deterministic world starts the same on every server, so its made-up ids and times are drawn from its number.
      const { clock, newId } = deterministic === null ? own : sources;
      const at = clock.now().toISOString();
      const began = await seed();
      if (from === "seed" && (deterministic === null || began === undefined)) {
        const image = await ofRoot();
        if (image === undefined) throw noSeed();
        return image;
      }
      const key = deterministic === null ? from : `${from} ${deterministic} ${at}`;
      const document = from === "empty" ? emptySeed() : (began?.seed ?? {});
      return images.get(key, { seed: document, at, name: newId() });
    },
  };
}

function noSeed(): Failure {
  const message =
    "The database does not record which seed it started with; start it with --reset, or say from: empty";
  return failure(409, { message });
}

/** Each deterministic number has one of its own; the least recently used one is dropped. */
const mostImages = 64;

/** Images of data as it is after a seed, each made once for its key, copied and never changed. */
function createImages(storage: Storage, administrator: string) {
  const made = new Map<string, Promise<Image>>();

  function make(record: SeedRecord): Promise<Image> {
    const sources = {
      now: () => new Date(record.at),
      newId: () => crypto.randomUUID(),
      randomBytes: (length: number) => crypto.getRandomValues(new Uint8Array(length)),
    };
    return storage.makeImage({ sources }, (store) => seedAnew(store, record, administrator));
  }

  return {
    async get(key: string, record: SeedRecord): Promise<Image> {
      const known = made.get(key);
      const isThere = known !== undefined && (await storage.hasImage(await known));
      const image = isThere ? known : make(record);
      // A failed attempt, as on a full disk, is repeated.
      image.catch(() => made.delete(key));
      made.delete(key);
      made.set(key, image);
      const [oldest] = made;
      if (made.size > mostImages && oldest !== undefined) {
        made.delete(oldest[0]);
        oldest[1].then(storage.dropImage).catch(() => undefined);
      }
      return image;
    },
  };
}
