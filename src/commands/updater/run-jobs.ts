import type { LedgerFiles } from "../../bulk/bulk-flags.ts";
import type { Remainder } from "../../bulk/go-on.ts";
import { noLedger } from "../../bulk/ledger.ts";
import { isUnfinished } from "../../bulk/past.ts";
import { showBulk } from "../../bulk/show-bulk.ts";
import { countRows, type Tally } from "../../bulk/tally.ts";
import type { Context } from "../../context.ts";
import { UsageError } from "../../errors.ts";
import type { Results } from "../../terminal/output.ts";
import { jobBulk, unknownRow } from "./job-bulk.ts";
import { jobSize } from "./one-job.ts";

/** Starting anew would send again what a run that was killed may have sent. */
export function refuseUnfinished({ results, resume }: LedgerFiles): void {
  if (results === undefined || resume !== undefined || !isUnfinished(results)) return;
  throw new UsageError(`the run that wrote ${results} was ended before it knew what became of its jobs`, {
    hint: `go on from it: --resume ${results}`,
  });
}

/** Sends one job after the other; what an earlier run may have sent is left alone and called unknown. */
export async function runJobs(
  context: Context,
  { items, past, openLedger }: Remainder<string>,
  results: Results,
): Promise<Tally> {
  const { dryRun } = context.globals;
  const api = await context.api();
  const ledger = dryRun ? noLedger : openLedger();
  const doubtful = items.filter((id) => past.inDoubt.has(id)).map(unknownRow);
  ledger.add(doubtful);
  const tally = await showBulk(context, {
    bulk: jobBulk(api, split(items.filter((id) => !past.inDoubt.has(id)))),
    ledger,
    doing: "sent",
    show: async (pages) => {
      // What is seen under --dry-run are the requests, which show themselves.
      if (dryRun) for await (const _ of pages);
      else await results.list(pages);
    },
  });
  countRows(tally, doubtful);
  return tally;
}

function split(ids: readonly string[]): readonly (readonly string[])[] {
  const count = Math.ceil(ids.length / jobSize);
  return Array.from({ length: count }, (_, index) => ids.slice(index * jobSize, (index + 1) * jobSize));
}
