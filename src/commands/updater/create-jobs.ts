import type { Context } from "../../context.ts";
import { UsageError } from "../../errors.ts";
import { type LedgerFiles, resultsFile } from "../bulk/bulk-flags.ts";
import { holdResults, refuseInput } from "../bulk/resume.ts";
import { findId, readIdFiles } from "../read-ids.ts";
import { createManyJobs, createOneJob, jobShape, jobSize } from "./jobs.ts";

interface UpdaterFlags extends LedgerFiles {
  readonly file: string | undefined;
  readonly maxChanges: number | undefined;
}

/** One job is one object; what had to be split, or keeps its results, is a list. */
export async function createJobs(
  context: Context,
  given: readonly string[],
  flags: UpdaterFlags,
): Promise<undefined> {
  await refuseInput(flags.file, flags);
  const ids = await collectIds(context, given, flags.file);
  const file = resultsFile(flags);
  if (ids.length <= jobSize && file === undefined) return createOneJob(context, ids, flags.maxChanges);
  const results = await context.output.results(jobShape);
  const kept = context.globals.dryRun ? undefined : file;
  return holdResults(kept, (held) => createManyJobs(context, { ids, flags, held, results }));
}

/** The ids of arguments, file and standard input together, each once. */
async function collectIds(
  context: Context,
  words: readonly string[],
  file: string | undefined,
): Promise<readonly string[]> {
  const named = words.filter((word) => word !== "-").map(readWord);
  const filed = await readIdFiles(context, {
    words,
    file,
    readLine: (line) => (line.includes(undefined) ? "must be a UUID" : line.flatMap((id) => id ?? [])),
    refusal: "contains more than payment method ids",
    hint: "give ids of payment methods, one per line",
  });
  const ids = new Set([...named, ...filed]);
  if (ids.size > 0) return [...ids];
  throw new UsageError("no payment method ids were given", {
    hint: "payctl updater create PAYMENT_METHOD_ID...",
  });
}

function readWord(word: string): string {
  const id = findId(word);
  if (id !== undefined) return id;
  throw new UsageError(`${word} is not a payment method id: it must be a UUID`);
}
