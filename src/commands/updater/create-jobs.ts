import type { LedgerFiles } from "../../bulk/bulk-flags.ts";
import { goOn } from "../../bulk/go-on.ts";
import { checkTally } from "../../bulk/show-bulk.ts";
import { tallyText } from "../../bulk/tally.ts";
import type { Context } from "../../context.ts";
import { confirmWrite } from "../confirm.ts";
import { collectIds } from "./collect-ids.ts";
import { createOneJob, jobShape, jobSize } from "./one-job.ts";
import { refuseUnfinished, runJobs } from "./run-jobs.ts";

interface UpdaterFlags extends LedgerFiles {
  readonly file: string | undefined;
}

const words = { not_qualified: "not qualified" };

/** One job is one object; what had to be split, or keeps its results, is a list. */
export async function createJobs(
  context: Context,
  given: readonly string[],
  flags: UpdaterFlags,
): Promise<undefined> {
  const ids = await collectIds(context, given, flags.file);
  const isKept = flags.results !== undefined || flags.resume !== undefined;
  if (ids.length <= jobSize && !isKept) return createOneJob(context, ids);
  const results = await context.output.results(jobShape);
  refuseUnfinished(flags);
  await confirmWrite(context);
  const final = ["created", "not_qualified", "unknown"];
  const left = await goOn(context, { items: ids, files: flags, final, idOf: (id) => id });
  const tally = await runJobs(context, left, results);
  if (!context.globals.dryRun)
    await context.output.note(`payment methods: ${tallyText(tally, words) || "nothing to do"}`);
  checkTally(tally, {
    total: left.items.length,
    good: ["created", "not_qualified"],
    otherwise: "payment methods were not scheduled for certain",
    hint: tally.counts.has("unknown")
      ? "cards that are unknown may have been taken; find out before you send them again"
      : undefined,
  });
  return undefined;
}
