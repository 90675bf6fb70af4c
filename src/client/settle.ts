import { isSuccess, readAnswer, redirectError, transportFailure } from "./answer.ts";
import type { Answer } from "./api.ts";
import { apiError, type FailureFacts } from "./api-failure.ts";
import type { Attempted } from "./attempts.ts";
import { callFacts, type Plan } from "./plan.ts";

type Circumstances = Omit<FailureFacts, "plan" | "call">;

/** What the attempts of a call come to: an answer, or an error. */
export function settle(plan: Plan, attempted: Attempted, circumstances: Circumstances): Answer<unknown> {
  const { outcome, attempts, inDoubt } = attempted;
  const call = callFacts(plan, { attempts, inDoubt });
  if (outcome.kind === "failure") throw transportFailure(outcome.error, call);
  const { response } = outcome;
  if (isSuccess(response)) return readAnswer(response, callFacts(plan, { attempts, inDoubt: true }));
  if (response.status < 400) throw redirectError(response, call);
  if (isDeletedBefore(plan, attempted, response.status)) return { sent: true, status: 204, value: undefined };
  throw apiError(response, { ...circumstances, plan, call });
}

/** An earlier attempt that lost its answer did the work, and so there is nothing left to find. */
function isDeletedBefore(plan: Plan, attempted: Attempted, status: number): boolean {
  return plan.method === "DELETE" && status === 404 && attempted.mayHaveWorkedBefore;
}
