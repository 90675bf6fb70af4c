import type { ApiResponse } from "../contract/exchange.ts";
import { BrokenAnswerError, type CallDetails, type PayctlError, UnreachableError } from "../errors.ts";
import { parseJson } from "../values/json.ts";
import { isRecord } from "../values/record.ts";
import type { Answer } from "./api.ts";
import type { Attempted } from "./attempts.ts";
import { addressHint, apiError, type FailedCall } from "./failure.ts";
import { callDetails, type Plan } from "./plan.ts";
import type { TransportError } from "./transport-error.ts";

type Circumstances = Omit<FailedCall, "plan" | "call">;

/** The outcome of a call's attempts: an answer or an error. */
export async function settle(
  plan: Plan,
  attempted: Attempted,
  circumstances: Circumstances,
): Promise<Answer<unknown>> {
  const { outcome, attempts, inDoubt } = attempted;
  if (outcome.kind === "failure") throw transportFailure(outcome.error, callDetails(plan, attempted));
  const { response } = outcome;
  const call = callDetails(plan, { attempts, inDoubt: inDoubt || isSuccess(response), response });
  if (isSuccess(response)) return readAnswer(response, plan, call);
  if (response.status < 400) throw redirectError(response, call);
  if (isDeletedBefore(plan, attempted, response.status)) return { sent: true, status: 204, value: undefined };
  throw apiError(response, { ...circumstances, plan, call });
}

/** An earlier attempt whose answer was lost did the work, so there is nothing left to find. */
function isDeletedBefore(plan: Plan, attempted: Attempted, status: number): boolean {
  return plan.method === "DELETE" && status === 404 && attempted.mayHaveWorkedBefore;
}

/** The value of a success answer; every 2xx is one, with or without a body (decisions, success answers). */
async function readAnswer(response: ApiResponse, plan: Plan, call: CallDetails): Promise<Answer<unknown>> {
  const { status, body, headers } = response;
  const { date } = headers;
  try {
    return { sent: true, status, date, value: body.trim() === "" ? undefined : readValue(body, call) };
  } catch (error) {
    // The work is done, and nothing of this body would be used.
    if (await needsNothing(plan)) return { sent: true, status, date, value: undefined };
    throw error;
  }
}

/** Whether the operation's answer has no body, or one that has no field of its own. */
async function needsNothing({ operation }: Plan): Promise<boolean> {
  if (operation === undefined) return false;
  const { response } = await operation.schemas();
  return response === undefined || response.safeParse({}).success;
}

function isSuccess(response: ApiResponse): boolean {
  return response.status >= 200 && response.status < 300;
}

function redirectError(response: ApiResponse, call: CallDetails): BrokenAnswerError {
  return new BrokenAnswerError(
    `the service answered with a redirect (${response.status}), which is never followed`,
    { call, hint: addressHint },
  );
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

function readValue(body: string, call: CallDetails): unknown {
  const value = parseValue(body, call);
  if (!isDeeper(value, deepest)) return value;
  throw new BrokenAnswerError("the service's answer is too deeply nested to read", {
    call,
    hint: addressHint,
  });
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

function parseValue(body: string, call: CallDetails): unknown {
  try {
    return parseJson(body);
  } catch {
    // The parser's own error quotes the answer, which may hold personal data.
    throw new BrokenAnswerError("the service's answer is not JSON", { call, hint: addressHint });
  }
}
