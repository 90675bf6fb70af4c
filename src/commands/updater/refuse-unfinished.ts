import { UsageError } from "../../errors.ts";
import type { LedgerFiles } from "../bulk/bulk-flags.ts";
import { isUnfinished } from "../bulk/ledger.ts";

/** Starting anew would send again what a run that was killed may have sent. */
export function refuseUnfinished({ results, resume }: LedgerFiles): void {
  if (results === undefined || resume !== undefined || !isUnfinished(results)) return;
  throw new UsageError(`the run that wrote ${results} was ended before it knew what became of its jobs`, {
    hint: `go on from it: --resume ${results}`,
  });
}
