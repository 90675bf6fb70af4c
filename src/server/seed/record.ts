import { isRecord } from "../../values/record.ts";
import type { ReferenceStore } from "../store/open.ts";
import type { Seed } from "./seed.ts";

/** What makes the same data again: the seed, when it was applied, and the name that its made-up ids come from. */
export interface SeedRecord {
  readonly seed: Seed;
  /** RFC 3339. */
  readonly at: string;
  readonly name: string;
}

/** Keeps the record beside the data, through restarts. */
export async function keepSeedRecord(store: ReferenceStore, record: SeedRecord): Promise<void> {
  const bytes = Buffer.from(JSON.stringify(record));
  await store.change((database) =>
    database.run("INSERT OR REPLACE INTO meta (name, value) VALUES ('seed', ?)", bytes),
  );
}

/** For data that no seed made. */
export async function dropSeedRecord(store: ReferenceStore): Promise<void> {
  await store.change((database) => database.run("DELETE FROM meta WHERE name = 'seed'"));
}

/** Undefined for data that no seed made. */
export function findSeedRecord(store: ReferenceStore): Promise<SeedRecord | undefined> {
  return store.inspect((database) => {
    const row = database.get<{ value: Uint8Array }>("SELECT value FROM meta WHERE name = 'seed'");
    if (row === undefined) return undefined;
    const record: unknown = JSON.parse(Buffer.from(row.value).toString());
    // Whatever stands there is what was kept.
    return isRecord(record) ? (record as unknown as SeedRecord) : undefined;
  });
}
