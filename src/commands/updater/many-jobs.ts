import type { Context } from "../../context.ts";
import type { Results } from "../../terminal/output.ts";
import { type LedgerFiles, resultsFile } from "../bulk/bulk-flags.ts";
import { goOn, goOnHint, type Remainder } from "../bulk/resume.ts";
import { addFailures, checkTally, type Tally, tallyText } from "../bulk/tally.ts";
import { refuseUnfinished } from "./refuse-unfinished.ts";
import { runJobs } from "./run-jobs.ts";

interface ManyJobs {
  readonly ids: readonly string[];
  readonly flags: LedgerFiles;
  readonly results: Results;
}

const words = { not_qualified: "not qualified" };

/** Sends the cards that no earlier run settled, and says of each what became of it. */
export async function createManyJobs(
  context: Context,
  { ids, flags, results }: ManyJobs,
): Promise<undefined> {
  refuseUnfinished(flags);
  const final = ["created", "not_qualified", "unknown"];
  const left = await goOn(context, { items: ids, files: flags, final, idOf: (id) => id });
  const tally = await runJobs(context, left, results);
  if (!context.globals.dryRun)
    await context.output.note(`payment methods: ${tallyText(tally, words) || "nothing to do"}`);
  const open = addUnknown(tally, ids, left);
  checkTally(tally, {
    total: left.items.length + open,
    good: ["created", "not_qualified"],
    items: "payment methods",
    otherwise: "not scheduled for certain",
    hint: hintOf(tally, open, resultsFile(flags)),
  });
  return undefined;
}

/** Cards that are unknown since an earlier run are not done: no run ends well until somebody has settled them. */
function addUnknown(tally: Tally, ids: readonly string[], { past }: Remainder<string>): number {
  const rows = ids.flatMap((id) => past.rows.get(id) ?? []).filter(({ result }) => result === "unknown");
  addFailures(tally, rows);
  return rows.length;
}

function hintOf({ counts }: Tally, open: number, file: string | undefined): string {
  const unknown = open + (counts.get("unknown") ?? 0);
  if (unknown === 0) return `when that is mended, ${goOnHint(file)}`;
  const found = "cards that are unknown may have been taken: find out";
  if (file === undefined) return `${found} before you send them again`;
  return `${found}, then write "created" into their rows of ${file}, or take the rows out, and run it again`;
}
