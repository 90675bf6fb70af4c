import type { Context } from "../../context.ts";
import type { Results } from "../../terminal/output.ts";
import { type Ledger, noLedger } from "../bulk/ledger.ts";
import type { Remainder } from "../bulk/resume.ts";
import { inGroups } from "../bulk/run-bulk.ts";
import { showBulk } from "../bulk/show-bulk.ts";
import { countRows, type Tally } from "../bulk/tally.ts";
import { jobBulk, unknownRow } from "./job-bulk.ts";
import { jobSize } from "./one-job.ts";

/** Sends one job after the other; what an earlier run may have sent is left alone and called unknown. */
export async function runJobs(
  context: Context,
  { items, past, openLedger }: Remainder<string>,
  results: Results,
): Promise<Tally> {
  const { dryRun } = context.globals;
  const api = await context.api();
  const lost: string[] = [];
  const ledger = dryRun ? noLedger : rememberingUnknown(openLedger(), lost);
  const doubtful = items.filter((id) => past.inDoubt.has(id)).map(unknownRow);
  ledger.add(doubtful);
  const tally = await showBulk(context, {
    bulk: jobBulk(
      api,
      inGroups(
        items.filter((id) => !past.inDoubt.has(id)),
        jobSize,
      ),
    ),
    ledger,
    doing: "sent",
    results,
  });
  countRows(tally, doubtful);
  // Where nobody keeps the rows, these ids would be told nowhere else.
  if (ledger.file === undefined && lost.length > 0) {
    await context.output.note(`unknown, for they may have been taken: ${lost.join(" ")}`);
  }
  return tally;
}

function rememberingUnknown(ledger: Ledger, lost: string[]): Ledger {
  return {
    ...ledger,
    add(rows) {
      ledger.add(rows);
      lost.push(...rows.filter(({ result }) => result === "unknown").map(({ id }) => id));
    },
  };
}
