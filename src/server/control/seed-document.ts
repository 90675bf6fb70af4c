import { type FieldProblem, UsageError } from "../../errors.ts";
import { invalid } from "../failure.ts";
import { applySeed, type SeedOptions } from "../seed/apply.ts";
import type { Seed } from "../seed/seed.ts";
import type { ReferenceStore } from "../store/store.ts";

/**
 * Adds a seed document, JSON or YAML, completely or not at all; resolves to how many entries each list got. A Failure
 * 422 names every problem below `place`, where the document is in the request.
 */
export async function addDocument(
  store: ReferenceStore,
  text: string,
  place: readonly string[],
  options: SeedOptions = {},
): Promise<Record<string, number>> {
  const seed = await asInvalid(place, () => readSeed(store, text, place));
  refuseMany(seed, place);
  await asInvalid(place, () => applySeed(store, seed, options));
  return countEntries(seed);
}

/** How many entries a seed adds to each list, generated ones among them. */
function countEntries({ generate = {}, ...lists }: Seed): Record<string, number> {
  const { seed: _, ...generated } = generate;
  const counts: Record<string, number> = {};
  for (const [name, entries] of Object.entries(lists)) counts[name] = entries?.length ?? 0;
  for (const [name, count] of Object.entries(generated)) counts[name] = (counts[name] ?? 0) + (count ?? 0);
  return counts;
}

/** Entries and generated rows that a running server adds at a time; it answers no requests meanwhile. */
const mostWritten = 5000;
const mostGenerated = 20_000;

function refuseMany(seed: Seed, place: readonly string[]): void {
  const { generate = {}, ...written } = seed;
  if (rowsOf(written) > mostWritten) throw tooMany(place, `${mostWritten} entries`);
  if (rowsOf({ generate }) > mostGenerated) throw tooMany([...place, "generate"], `${mostGenerated} rows`);
}

function rowsOf(seed: Seed): number {
  return Object.values(countEntries(seed)).reduce((sum, count) => sum + count, 0);
}

function tooMany(loc: readonly string[], most: string) {
  const msg = `must not be more than ${most}; for more, start the server with the seed`;
  return invalid([{ loc: [...loc], msg, type: "value_error" }]);
}

async function readSeed(store: ReferenceStore, text: string, place: readonly string[]): Promise<Seed> {
  if (text.trim() === "") throw invalid([{ loc: [...place], msg: "is missing", type: "missing" }]);
  const { parseSeed } = await import("../seed/parse.ts");
  return parseSeed(text, "body", store);
}

/** Turns a UsageError about a document into a Failure 422 with an entry for each problem. */
export async function asInvalid<Value>(place: readonly string[], work: () => Promise<Value>): Promise<Value> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    const fields = error.fields.length > 0 ? error.fields : [{ field: "", message: error.message }];
    throw invalid(fields.map((field) => problem(field, place)));
  }
}

export function problem({ field, message }: FieldProblem, place: readonly string[]) {
  const below = field === "" ? [] : field.split(".");
  return { loc: [...place, ...below], msg: message, type: "value_error" };
}
