import type { SeedRecord } from "../seed/record.ts";
import { seedAnew } from "../seed/start-data.ts";
import type { Image, Storage } from "../store/storage.ts";

/** Data as it is after a seed, which is copied and never changed. */
export interface Templates {
  /** The image of what a seed makes; it is made once for each key. */
  get(key: string, record: SeedRecord): Promise<Image>;
}

interface TemplatesParts {
  readonly storage: Pick<Storage, "dropImage" | "hasImage" | "makeImage">;
  /** PEM, SPKI, of the key pair that may do everything. */
  readonly administrator: string;
}

/** Each deterministic number has one of its own; the least recently used one is dropped. */
const mostTemplates = 64;

export function createTemplates({ administrator, storage }: TemplatesParts): Templates {
  const made = new Map<string, Promise<Image>>();

  function make(record: SeedRecord): Promise<Image> {
    const sources = {
      now: () => new Date(record.at),
      newId: () => crypto.randomUUID(),
      randomBytes: (length: number) => crypto.getRandomValues(new Uint8Array(length)),
    };
    return storage.makeImage({ sources }, (store) => seedAnew(store, record, administrator));
  }

  function forgetOldest(): void {
    const [oldest] = made;
    if (oldest === undefined || made.size < mostTemplates) return;
    made.delete(oldest[0]);
    oldest[1].then(storage.dropImage).catch(() => undefined);
  }

  return {
    async get(key, record) {
      const known = made.get(key);
      if (known !== undefined && (await storage.hasImage(await known))) {
        made.delete(key);
        made.set(key, known);
        return known;
      }
      forgetOldest();
      const making = make(record);
      made.set(key, making);
      // A failed attempt, as on a full disk, is repeated.
      making.catch(() => made.delete(key));
      return making;
    },
  };
}
