import { isObject } from "../../../contract/json-schema.ts";
import type { SeedList } from "../seed.ts";

/** A seed before its entries are checked: a wrong field in one entry hides nothing about the others. */
export type RawSeed = Readonly<Record<string, unknown>>;

/** An entry as it stands there; one that is no object has no fields. */
export type RawEntry = Readonly<Record<string, unknown>>;

export function rawEntries(seed: RawSeed, list: SeedList): readonly RawEntry[] {
  const entries = seed[list];
  return Array.isArray(entries) ? entries.map((entry) => (isObject(entry) ? entry : {})) : [];
}

/** One spelling of a UUID; other names keep their case. */
export function folded(name: string): string {
  return /^[0-9a-f-]{36}$/i.test(name) ? name.toLowerCase() : name;
}
