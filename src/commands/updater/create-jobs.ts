import type { Context } from "../../context.ts";
import { type LedgerFiles, resultsFile } from "../bulk/bulk-flags.ts";
import { holdResults, refuseInput } from "../bulk/resume.ts";
import { collectIds } from "../read-ids.ts";
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
  const ids = await collectIds(context, {
    words: given,
    file: flags.file,
    noun: "payment method",
    usage: "payctl updater create PAYMENT_METHOD_ID...",
  });
  const file = resultsFile(flags);
  if (ids.length <= jobSize && file === undefined) return createOneJob(context, ids, flags.maxChanges);
  const results = await context.output.results(jobShape);
  const kept = context.globals.dryRun ? undefined : file;
  return holdResults(kept, (held) => createManyJobs(context, { ids, flags, held, results }));
}
