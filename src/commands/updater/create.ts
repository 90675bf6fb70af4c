import type { Context } from "../../context.ts";
import { operations } from "../../contract/operations.ts";
import { restArgument } from "../../terminal/arguments.ts";
import { type FlagValues, fileFlag } from "../../terminal/flags.ts";
import { maxChangesFlag, resultsFlag } from "../bulk/bulk-flags.ts";
import { checkResultsFile, keepResults } from "../bulk/results-file.ts";
import { command } from "../command.ts";
import { collectIds } from "../read-ids.ts";
import { record, rowsOf } from "../result.ts";
import { createManyJobs, createOneJob, jobShape, jobSize } from "./jobs.ts";

const flags = {
  file: fileFlag("ids, one per line, # for comments"),
  results: resultsFlag,
  maxChanges: maxChangesFlag,
} as const;

export const updaterCreate = command({
  about: [
    "Ids come as arguments, from a file, or both; repeated ones are sent once, 100 to a job. A job whose answer was",
    "lost may have been accepted: no run with the same --results sends its cards again.",
  ].join(" "),
  operation: operations.createAccountUpdaterJob,
  // Jobs, each with the shape of a single one.
  otherwise: { when: "for several jobs", result: rowsOf(record({}, { open: true })) },
  arguments: { id: restArgument("ids of payment methods; - reads standard input") },
  flags,
  examples: [
    { command: "payctl updater create PAYMENT_METHOD_ID", about: "one card" },
    { command: "payctl updater create --file ids.txt --dry-run", about: "show the jobs for a file" },
    {
      command: "payctl updater create --file ids.txt --results results.ndjson",
      about: "keep the results; after a failure the same command continues",
    },
  ],
  exitCodes: { 11: "some of the jobs were not created, or may not have been" },
  run: (context, { arguments: { id: ids }, flags }) => createJobs(context, ids, flags),
});

/** One job is one object; what had to be split, or keeps its results, is a list. */
async function createJobs(
  context: Context,
  given: readonly string[],
  { file, maxChanges, results }: FlagValues<typeof flags>,
): Promise<void> {
  await checkResultsFile(results, file);
  const { ids, places } = await collectIds(context, {
    words: given,
    file,
    noun: "payment method",
    usage: "payctl updater create PAYMENT_METHOD_ID...",
  });
  if (ids.length <= jobSize && results === undefined) return createOneJob(context, ids, maxChanges);
  const shown = await context.output.results(jobShape);
  return keepResults(
    context,
    { file: results, operation: operations.createAccountUpdaterJob },
    (resultsFile) => createManyJobs(context, { ids, places, maxChanges, resultsFile, results: shown }),
  );
}
