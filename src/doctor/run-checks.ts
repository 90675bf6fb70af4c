import { DeclinedError, PayctlError } from "../errors.ts";
import { type Aim, aimHint } from "../globals.ts";
import type { Check } from "./check.ts";
import type { Examination } from "./examination.ts";
import { type CheckRow, type Finding, failure, skipped } from "./finding.ts";
import { NotTriedError } from "./not-tried.ts";

/** Runs one check after the other; one that meets the failure of another is skipped. */
export async function* runChecks(
  checks: readonly Check[],
  examination: Examination,
): AsyncGenerator<CheckRow> {
  const { globals, host } = examination.context;
  const { signal } = host;
  const reported = new Map<unknown, string>();
  for (const { name, run } of checks) {
    signal.throwIfAborted();
    try {
      yield rowOf(name, await run(examination), globals);
    } catch (error) {
      signal.throwIfAborted();
      yield rowOf(name, findingFor(error, reported.get(error)), globals);
      if (!reported.has(error)) reported.set(error, name);
    }
  }
}

/** `reportedBy` is the check that failed by this very error before. */
function findingFor(error: unknown, reportedBy: string | undefined): Finding {
  if (error instanceof NotTriedError) return skipped(`not tried: ${error.message}`);
  if (!(error instanceof PayctlError) || error instanceof DeclinedError) throw error;
  return reportedBy === undefined
    ? failure(error.message, error.hint)
    : skipped(`not tried: ${reportedBy} failed`);
}

function rowOf(name: string, { result, message, hint }: Finding, aim: Aim): CheckRow {
  return { name, result, message, hint: hint === undefined ? null : aimHint(hint, aim) };
}
