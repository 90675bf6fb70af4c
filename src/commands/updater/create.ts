import { operations } from "../../contract/operations.ts";
import { restArgument } from "../../terminal/arguments.ts";
import { fileFlag } from "../../terminal/flags.ts";
import { ledgerFlags } from "../bulk/bulk-flags.ts";
import { command } from "../command.ts";

export const updaterCreate = command({
  words: ["updater", "create"],
  summary: "Create account updater jobs for stored cards",
  about: [
    "Ids come as arguments, from a file, or both; repeated ones are sent once, 100 to a job. A job whose answer was",
    "lost may have been taken: its cards are unknown in the results, and --resume does not send them again.",
  ].join(" "),
  operation: operations.createAccountUpdaterJob,
  arguments: { id: restArgument("ids of payment methods; - reads standard input") },
  flags: {
    file: fileFlag("ids, one a line"),
    ...ledgerFlags,
  },
  examples: [
    { command: "payctl updater create PAYMENT_METHOD_ID", about: "one card" },
    { command: "payctl updater create --file ids.txt --dry-run", about: "see the jobs of a file" },
    {
      command: "payctl updater create --file ids.txt --resume results.ndjson",
      about: "keep the results, and go on from them after a failure",
    },
  ],
  exitCodes: { 11: "some of several jobs were not created, or nobody knows whether they were" },
  run: async (context, { arguments: { id: ids }, flags }) => {
    const { createJobs } = await import("./create-jobs.ts");
    return createJobs(context, ids, flags);
  },
});
