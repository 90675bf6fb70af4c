import type { FailureStatus } from "../../contract/failure.ts";
import { Failure, failure, unavailable } from "../failure.ts";
import type { Reply } from "../handler.ts";
import type { FaultRule } from "./fault-rule.ts";
import { TransportFault } from "./transport-fault.ts";

/** Does the work, or what a rule wants in its place; with `after` both, and the rule has the last word. */
export async function underFault(
  rule: FaultRule | undefined,
  work: () => Promise<Reply<unknown>>,
): Promise<Reply<unknown>> {
  if (rule?.status === undefined) return work();
  const reply = rule.after ? await work().catch(ofRefusal) : undefined;
  if (typeof rule.status !== "number") throw new TransportFault(rule.status, reply?.body);
  throw simulated(rule.status, rule.retry_after);
}

/** A refusal is lost like any other answer; a bug is not hidden. */
function ofRefusal(error: unknown): undefined {
  if (error instanceof Failure) return undefined;
  throw error;
}

function simulated(status: number, retryAfter: number | undefined): Failure {
  const seconds = retryAfter ?? (status === 429 ? 1 : undefined);
  const headers: Record<string, string> = seconds === undefined ? {} : { "retry-after": String(seconds) };
  if (status === 503) return unavailable(headers);
  if (status === 422) {
    return new Failure(422, { detail: [{ loc: ["body"], msg: "Simulated failure", type: "value_error" }] });
  }
  // The rule was checked against the table of failures.
  return failure(status as FailureStatus, { headers });
}
