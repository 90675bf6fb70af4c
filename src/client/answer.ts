import { BrokenAnswerError, type CallDetails, type PayctlError, UnreachableError } from "../errors.ts";
import { parseJson } from "../values/json.ts";
import { isRecord } from "../values/record.ts";
import type { Answer } from "./api.ts";
import type { Attempted } from "./attempts.ts";
import { apiError, brokenAnswer, type FailedCall } from "./failure.ts";
import { callDetails, type Plan } from "./plan.ts";
import type { TransportError } from "./transport-error.ts";

/** The outcome of a call's attempts: an answer or an error. Every 2xx is a success (decisions, success answers). */
export async function settle(
  plan: Plan,
  attempted: Attempted,
  circumstances: Omit<FailedCall, "plan" | "call">,
): Promise<Answer<unknown>> {
  const { outcome, attempts, inDoubt, mayHaveWorkedBefore } = attempted;
  if (outcome.kind === "failure") throw transportFailure(outcome.error, callDetails(plan, attempted));
  const { response } = outcome;
  const { body, headers, status } = response;
  const isSuccess = status >= 200 && status < 300;
  const call = callDetails(plan, { attempts, inDoubt: inDoubt || isSuccess, response });
  if (isSuccess)
    return { sent: true, status, date: headers["date"], value: await readSuccess(body, plan, call) };
  if (status < 400) {
    throw brokenAnswer(`the service answered with a redirect (${status}), which is never followed`, call);
  }
  // An earlier attempt whose answer was lost did the work, so there is nothing left to find.
  if (plan.method === "DELETE" && status === 404 && mayHaveWorkedBefore) {
    return { sent: true, status: 204, value: undefined };
  }
  throw apiError(response, { ...circumstances, plan, call });
}

/** The error for a request that got no usable answer in the end. */
export function transportFailure(error: TransportError, call: CallDetails): PayctlError {
  const broken = error.kind === "cut" || error.kind === "malformed";
  const usual =
    error.kind === "absent"
      ? { text: "nothing listens there; to start the reference server", command: "payctl serve" }
      : { text: "find out why", command: "payctl doctor" };
  const parts = { call, cause: error, hint: error.hint ?? usual };
  const message = call.attempts === 1 ? error.message : `${error.message}, after ${call.attempts} attempts`;
  return broken ? new BrokenAnswerError(message, parts) : new UnreachableError(message, parts);
}

/** Far deeper than any answer of the API; code that walks a value recurses once per level. */
const deepest = 200;

/** The work is done, so a body that cannot be read is no error where nothing of it would be used. */
async function readSuccess(body: string, { operation }: Plan, call: CallDetails): Promise<unknown> {
  try {
    return readValue(body, call);
  } catch (error) {
    const schemas = await operation?.schemas();
    const needsNothing = schemas?.response === undefined || schemas.response.safeParse({}).success;
    if (schemas !== undefined && needsNothing) return undefined;
    throw error;
  }
}

/** Undefined for an empty body. */
function readValue(body: string, call: CallDetails): unknown {
  if (body.trim() === "") return undefined;
  let value: unknown;
  try {
    value = parseJson(body);
  } catch {
    // The parser's own error quotes the answer, which may hold personal data.
    throw brokenAnswer("the service's answer is not JSON", call);
  }
  if (isDeeper(value, deepest)) throw brokenAnswer("the service's answer is too deeply nested to read", call);
  return value;
}

/** Visits every value of every answer, so it builds no list of them. */
function isDeeper(value: unknown, steps: number): boolean {
  if (typeof value !== "object") return false;
  if (Array.isArray(value)) return steps === 0 || value.some((inner) => isDeeper(inner, steps - 1));
  if (!isRecord(value)) return false;
  if (steps === 0) return true;
  for (const name in value) if (isDeeper(value[name], steps - 1)) return true;
  return false;
}
