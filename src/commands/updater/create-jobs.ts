import type { Context } from "../../context.ts";
import { type LedgerFiles, resultsFile } from "../bulk/bulk-flags.ts";
import { holdResults, refuseInput } from "../bulk/resume.ts";
import { confirmWrite } from "../confirm.ts";
import { collectIds } from "./collect-ids.ts";
import { createManyJobs } from "./many-jobs.ts";
import { createOneJob, jobShape, jobSize } from "./one-job.ts";

interface UpdaterFlags extends LedgerFiles {
  readonly file: string | undefined;
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
  if (ids.length <= jobSize && file === undefined) return createOneJob(context, ids);
  const results = await context.output.results(jobShape);
  await confirmWrite(context);
  const held = context.globals.dryRun ? undefined : file;
  return holdResults(held, () => createManyJobs(context, { ids, flags, results }));
}
