import { operations } from "../../contract/operations.ts";
import { restArgument } from "../../terminal/arguments.ts";
import { fileFlag } from "../../terminal/flags.ts";
import { ledgerFlags, maxChangesFlag } from "../bulk/bulk-flags.ts";
import { command } from "../command.ts";

export const updaterCreate = command({
  about: [
    "Ids come as arguments, from a file, or both; repeated ones are sent once, 100 to a job. A job whose answer was",
    "lost may have been accepted: its cards are unknown in the results, and --resume does not resend them.",
  ].join(" "),
  operation: operations.createAccountUpdaterJob,
  // Jobs, each with the shape of a single one.
  shapeOfSeveral: '{"items": [...]}',
  arguments: { id: restArgument("ids of payment methods; - reads standard input") },
  flags: {
    file: fileFlag("ids, one per line, # for comments"),
    ...ledgerFlags,
    maxChanges: maxChangesFlag,
  },
  examples: [
    { command: "payctl updater create PAYMENT_METHOD_ID", about: "one card" },
    { command: "payctl updater create --file ids.txt --dry-run", about: "show the jobs for a file" },
    {
      command: "payctl updater create --file ids.txt --resume results.ndjson",
      about: "keep the results, and resume from them after a failure",
    },
  ],
  exitCodes: { 11: "some of the jobs were not created, or may not have been" },
  run: async (context, { arguments: { id: ids }, flags }) => {
    const { createJobs } = await import("./create-jobs.ts");
    return createJobs(context, ids, flags);
  },
});
