import type { ApiResponse } from "../contract/exchange.ts";
import { failures } from "../contract/failure.ts";
import { merchantAccountHeader } from "../contract/operations.ts";
import { matchPath } from "../contract/path.ts";
import {
  type Advice,
  ApiError,
  BrokenAnswerError,
  type CallDetails,
  type FieldProblem,
  type Hint,
} from "../errors.ts";
import { parseJson, stringifyJson } from "../values/json.ts";
import { isRecord } from "../values/record.ts";
import { invalidFields } from "../values/text.ts";
import type { Plan } from "./plan.ts";
import { isResent, readRetryAfter } from "./retry.ts";

type Fields = Readonly<Record<string, unknown>>;

export interface FailedCall {
  readonly plan: Plan;
  readonly call: CallDetails;
  /** Where the call acts, for an operation that takes an account. */
  readonly merchantAccount: string | undefined;
  /** What the call was authorised with, in words: `signed with PAYCTL_PRIVATE_KEY`. */
  readonly credential?: string | undefined;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/** What a failure answer says, as far as it can be read. */
interface Refusal extends FailedCall {
  readonly status: number;
  /** Empty for an answer that is not the service's own, such as a web server's page. */
  readonly body: Fields;
  readonly fields: readonly FieldProblem[];
  /** Seconds. */
  readonly retryAfter: number | undefined;
  /** Seconds by which this machine's clock is ahead, if that is worth mentioning. */
  readonly skew: number | undefined;
}

/** Turns a failure answer into an error, whatever shape its body has. */
export function apiError({ body: text, headers, status }: ApiResponse, failed: FailedCall): ApiError {
  const body = readBody(text);
  const fields = [...validationProblems(body["detail"]), ...detailProblems(body["details"])];
  const delay = readRetryAfter(headers["retry-after"], failed.now);
  const retryAfter = delay === undefined ? undefined : Math.ceil(delay / 1000);
  const skew = status === 401 ? clockSkew(headers["date"], failed.now) : undefined;
  const refusal = { ...failed, status, body, fields, retryAfter, skew };
  return new ApiError(status, notFoundMessage(refusal) ?? messageOf(refusal), {
    call: failed.call,
    code: optionalText(body["code"]) ?? failures.find((row) => row.status === status)?.code,
    fields,
    resourceId: optionalText(body["resource_id"]),
    retryAfter,
    isClockOff: skew !== undefined,
    hint: hintFor(refusal),
  });
}

/** For an answer that is unlikely to be the service's own. */
export function brokenAnswer(message: string, call: CallDetails): BrokenAnswerError {
  const hint = { text: "check that this is the service's address", command: "payctl auth status" };
  return new BrokenAnswerError(message, { call, hint });
}

function readBody(text: string): Fields {
  try {
    const value = parseJson(text);
    return isRecord(value) ? value : {};
  } catch {
    return {};
  }
}

const longestMessage = 500;

function messageOf({ status, body, fields }: Refusal): string {
  // `title` and `detail` are those of RFC 9457.
  const title = [body["title"], body["detail"]].map((part) => optionalText(part)?.trim()).filter(Boolean);
  const message = optionalText(body["message"])?.trim() || title.join(": ");
  if (message) return message.length > longestMessage ? `${message.slice(0, longestMessage)}...` : message;
  if (status === 422 && fields.length > 0) return invalidFields(fields.length);
  return `the service answered ${status} without saying why`;
}

/** The entries of a 422; their `input` repeats what was sent and is ignored. */
function validationProblems(detail: unknown): readonly FieldProblem[] {
  return entries(detail).map(({ loc, msg }) => ({
    field: Array.isArray(loc) ? loc.map(stepText).join(".") : "unknown",
    message: optionalText(msg) ?? "invalid",
  }));
}

/** A step of a location: a name or an index, and anything else as JSON. */
function stepText(step: unknown): string {
  return typeof step === "string" ? step : stringifyJson(step);
}

/** The entries of every other failure: a location and a JSON pointer (RFC 6901) or a name. */
function detailProblems(details: unknown): readonly FieldProblem[] {
  return entries(details).map(({ location, message, pointer }) => {
    const steps = (optionalText(pointer) ?? "").split("/");
    const names = steps.map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"));
    const field = [optionalText(location) ?? "unknown", ...names].filter((part) => part !== "").join(".");
    return { field, message: optionalText(message) ?? "invalid" };
  });
}

function entries(list: unknown): readonly Fields[] {
  return Array.isArray(list) ? list.filter(isRecord) : [];
}

function optionalText(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}

/** What the service's own 404 did not find; undefined for another's, or if details or nothing better are known. */
function notFoundMessage(refusal: Refusal): string | undefined {
  const { body, fields, merchantAccount, plan, status } = refusal;
  if (status !== 404 || body["code"] !== "not_found") return undefined;
  const account = plan.merchantHeader ? merchantAccount : undefined;
  if (account !== undefined && namesAccount(fields)) return `merchant account ${account} was not found`;
  const resource = fields.length === 0 ? namedResource(refusal) : undefined;
  if (resource === undefined) return undefined;
  return `${resource} was not found${account === undefined ? "" : ` in merchant account ${account}`}`;
}

/** Whether it is the merchant account of the call that was not found. */
function namesAccount(fields: readonly FieldProblem[]): boolean {
  return fields.some(({ field }) => field === `header.${merchantAccountHeader}`);
}

/** `network token X of payment method Y`, as the path names them; a flow and an action are not resources. */
function namedResource({ call, plan }: FailedCall): string | undefined {
  if (plan.operation === undefined) return `${call.method} ${call.path}`;
  const parameters = matchPath(plan.operation.path, call.path);
  const named = Object.entries(parameters ?? {}).filter(([name]) => name.endsWith("_id"));
  const words = named.map(([name, value]) => `${nounOf(name)} ${value}`);
  return words.length === 0 ? undefined : words.toReversed().join(" of ");
}

/** `api_key_pair_id` is the id of an API key pair. */
function nounOf(parameter: string): string {
  return parameter.replace(/_id$/, "").replaceAll("_", " ").replace(/^api /, "API ");
}

const laterHint = { text: "try again later, or with more retries", command: "--retries 10" };

/** What a person can do about a failure answer. */
function hintFor(refusal: Refusal): Advice {
  const { body, plan, retryAfter, skew, status } = refusal;
  switch (status) {
    case 401:
      return withCredential(refusal, refusalHint(skew));
    case 403:
      return withCredential(refusal, {
        text: `the call needs the scope ${plan.scopes.join(" and ")}; see what the key may do`,
        command: "payctl doctor",
      });
    case 404:
      return notFoundHint(refusal);
    case 409: {
      const id = optionalText(body["resource_id"]);
      return id === undefined ? "it already exists" : `it already exists as ${id}`;
    }
    case 425:
    case 429:
      return retryAfter === undefined
        ? laterHint
        : {
            text: `try again in ${retryAfter} s, or with more attempts and time`,
            command: "--retries 10 --deadline 10m",
          };
    default:
      return status >= 500 ? serviceHint(status, plan) : explainHint(refusal);
  }
}

function notFoundHint({ fields, plan: { operation } }: Refusal): Hint {
  if (namesAccount(fields))
    return { text: "check the merchant account, and where it comes from", command: "payctl auth status" };
  if (operation === undefined)
    return { text: "check the path; to list the operations that payctl knows", command: "payctl explain" };
  return { text: "check the id, and which merchant account is in use", command: "payctl auth status" };
}

function serviceHint(status: number, { repeatable }: Plan): Advice {
  return repeatable || isResent(status, repeatable)
    ? laterHint
    : "it may have been done all the same: check before you run it again";
}

function explainHint({ body, plan }: Refusal): Hint {
  if (Object.keys(body).length === 0) {
    return {
      text: "this is not the service's own answer: check the address, proxies and the client certificate",
      command: "payctl doctor",
    };
  }
  return plan.operation === undefined
    ? { text: "to see the requests as they are sent", command: "--debug=http" }
    : { text: "to see what the call takes", command: `payctl explain ${plan.operation.name}` };
}

/** A forgotten variable may be what signs, so each refusal says where the key or token came from. */
function withCredential({ credential }: FailedCall, advice: Hint): Hint {
  return credential === undefined ? advice : { ...advice, text: `${credential}; ${advice.text}` };
}

function refusalHint(skew: number | undefined): Hint {
  if (skew === undefined) return { text: "see whether the service knows it", command: "payctl doctor" };
  const clock = `this machine's clock is ${spanText(Math.abs(skew))} ${skew > 0 ? "ahead of" : "behind"}`;
  return { text: `${clock} the service's; correct it and try again` };
}

/** Seconds by which clocks may differ before it is worth mentioning. */
const tolerableSkew = 60;

/** Undefined if the clocks agree, or if the answer has no time. */
function clockSkew(date: string | undefined, now: number): number | undefined {
  const skew = Math.round((now - Date.parse(date ?? "")) / 1000);
  // Without a readable date the comparison is false.
  return Math.abs(skew) > tolerableSkew ? skew : undefined;
}

/** `61 s`, `24 hours`, `3 days`; from an hour on, seconds mean nothing to people. */
export function spanText(seconds: number): string {
  if (seconds < 3600) return `${seconds} s`;
  const hours = Math.round(seconds / 3600);
  if (hours < 48) return hours === 1 ? "1 hour" : `${hours} hours`;
  return `${Math.round(hours / 24)} days`;
}
