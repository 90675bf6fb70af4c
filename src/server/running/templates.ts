import { mkdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import type { SeedRecord } from "../seed/record.ts";
import { openStore } from "../store/open.ts";
import { seedAnew } from "./start-data.ts";

/** Databases as they are after a seed, in files that are copied and never changed. */
export interface Templates {
  /** The file of what a seed makes; it is made once for a key. */
  get(key: string, record: SeedRecord): Promise<string>;
}

interface TemplatesParts {
  /** Emptied by each start. */
  folder(): Promise<string>;
  /** PEM, SPKI, of the key pair that may do everything. */
  readonly administrator: string;
}

/** Each deterministic number has one of its own; the one that was not wanted for longest goes. */
const mostTemplates = 64;

export function createTemplates({ administrator, folder }: TemplatesParts): Templates {
  const made = new Map<string, Promise<string>>();
  let place: Promise<string> | undefined;

  async function make(record: SeedRecord): Promise<string> {
    place ??= emptied(folder());
    const path = join(await place, `${crypto.randomUUID()}.db`);
    await makeTemplate(path, record, administrator);
    return path;
  }

  function forgetOldest(): void {
    const [oldest] = made;
    if (oldest === undefined || made.size < mostTemplates) return;
    made.delete(oldest[0]);
    oldest[1].then((path) => rm(path, { force: true })).catch(() => undefined);
  }

  return {
    get(key, record) {
      const known = made.get(key);
      if (known !== undefined) {
        made.delete(key);
        made.set(key, known);
        return known;
      }
      forgetOldest();
      const making = make(record);
      made.set(key, making);
      // What failed, as on a full disk, is tried again.
      making.catch(() => made.delete(key));
      return making;
    },
  };
}

async function emptied(folder: Promise<string>): Promise<string> {
  const path = await folder;
  await rm(path, { recursive: true, force: true });
  await mkdir(path, { recursive: true, mode: 0o700 });
  return path;
}

async function makeTemplate(path: string, record: SeedRecord, administrator: string): Promise<void> {
  const store = await openStore({
    path: `${path}.tmp`,
    passing: true,
    now: () => new Date(record.at),
    newId: () => crypto.randomUUID(),
    randomBytes: (length) => crypto.getRandomValues(new Uint8Array(length)),
  });
  try {
    await seedAnew(store, record, administrator);
    await store.copyTo(`${path}.copy`);
    await rename(`${path}.copy`, path);
  } finally {
    await store.close();
    await rm(`${path}.tmp`, { force: true });
  }
}
