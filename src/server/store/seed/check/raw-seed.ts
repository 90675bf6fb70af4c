import type { SeedList } from "../seed.ts";

/** A seed before its entries are checked: a wrong field in one entry hides nothing about the others. */
export type RawSeed = Readonly<Record<string, unknown>>;

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function rawEntries(seed: RawSeed, list: SeedList): readonly unknown[] {
  const entries = seed[list];
  return Array.isArray(entries) ? entries : [];
}
