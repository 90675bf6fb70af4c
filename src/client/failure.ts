import type { ApiResponse } from "../contract/exchange.ts";
import { failures } from "../contract/failure.ts";
import { merchantAccountHeader } from "../contract/operations.ts";
import { matchPath } from "../contract/path.ts";
import { type Advice, ApiError, type CallDetails, type FieldProblem, type Hint } from "../errors.ts";
import { parseJson, stringifyJson } from "../values/json.ts";
import { isRecord } from "../values/record.ts";
import { invalidFields } from "../values/text.ts";
import type { Plan } from "./plan.ts";
import { isResent, readRetryAfter } from "./retry.ts";

const longestMessage = 500;

const notFound = failures.find(({ status }) => status === 404);

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

/** Turns a failure answer into an error, whatever shape its body has. */
export function apiError(response: ApiResponse, failed: FailedCall): ApiError {
  const { headers, status } = response;
  const body = readBody(response.body);
  const fields = [...validationProblems(body["detail"]), ...detailProblems(body["details"])];
  const resourceId = optionalText(body["resource_id"]);
  const delay = readRetryAfter(headers["retry-after"], failed.now);
  const retryAfter = delay === undefined ? undefined : Math.ceil(delay / 1000);
  const skew = status === 401 ? clockSkew(headers["date"], failed.now) : undefined;
  const message = messageOf(status, body, fields);
  // A message from the service itself, or from a gateway in front of it, is not replaced.
  const missing = message === notFound?.message ? notFoundMessage(failed, fields) : undefined;
  return new ApiError(status, missing ?? message, {
    call: failed.call,
    code: optionalText(body["code"]) ?? codeOf(status),
    fields,
    resourceId,
    retryAfter,
    isClockOff: skew !== undefined,
    hint: hintFor(response, { ...failed, fields, resourceId, retryAfter, skew }),
  });
}

function readBody(text: string): Fields {
  try {
    const value = parseJson(text);
    return isRecord(value) ? value : {};
  } catch {
    return {};
  }
}

function messageOf(status: number, body: Fields, fields: readonly FieldProblem[]): string {
  // `title` and `detail` are those of RFC 9457.
  const title = [body["title"], body["detail"]].map((part) => optionalText(part)?.trim()).filter(Boolean);
  const message = optionalText(body["message"])?.trim() || title.join(": ");
  if (message) return message.length > longestMessage ? `${message.slice(0, longestMessage)}...` : message;
  if (status === 422 && fields.length > 0) return invalidFields(fields.length);
  return `the service answered ${status} without saying why`;
}

/** The entries of a 422; their `input` repeats what was sent and is ignored. */
function validationProblems(detail: unknown): readonly FieldProblem[] {
  return entries(detail).map((entry) => ({
    field: Array.isArray(entry["loc"]) ? entry["loc"].map(stepText).join(".") : "unknown",
    message: optionalText(entry["msg"]) ?? "invalid",
  }));
}

/** A step of a location: a name or an index, and anything else as JSON. */
function stepText(step: unknown): string {
  return typeof step === "string" ? step : stringifyJson(step);
}

/** The entries of every other failure: a location and a JSON pointer or a name. */
function detailProblems(details: unknown): readonly FieldProblem[] {
  return entries(details).map((entry) => {
    const pointer = (optionalText(entry["pointer"]) ?? "").split("/").map(unescapePointer);
    const steps = [optionalText(entry["location"]) ?? "unknown", ...pointer];
    return {
      field: steps.filter((part) => part !== "").join("."),
      message: optionalText(entry["message"]) ?? "invalid",
    };
  });
}

/** RFC 6901, section 4. */
function unescapePointer(segment: string): string {
  return segment.replaceAll("~1", "/").replaceAll("~0", "~");
}

function entries(list: unknown): readonly Fields[] {
  return Array.isArray(list) ? list.filter(isRecord) : [];
}

function optionalText(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}

function codeOf(status: number): string | undefined {
  return failures.find((row) => row.status === status)?.code;
}

/** What a 404 did not find, in a sentence; undefined if the call does not say, or the details do. */
function notFoundMessage(failed: FailedCall, fields: readonly FieldProblem[]): string | undefined {
  const { merchantAccount, plan } = failed;
  const account = plan.merchantHeader ? merchantAccount : undefined;
  if (account !== undefined && namesAccount(fields)) {
    return `merchant account ${account} was not found`;
  }
  const resource = fields.length === 0 ? namedResource(failed) : undefined;
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

interface Refusal extends FailedCall {
  readonly fields: readonly FieldProblem[];
  readonly resourceId: string | undefined;
  /** Seconds. */
  readonly retryAfter: number | undefined;
  /** Seconds by which this machine's clock is ahead, if that is worth mentioning. */
  readonly skew: number | undefined;
}

/** Seconds by which clocks may differ before it is worth mentioning. */
const tolerableSkew = 60;

/** For answers that are unlikely to be the service's own. */
export const addressHint = {
  text: "check that this is the service's address",
  command: "payctl auth status",
};

const laterHint = { text: "try again later, or with more retries", command: "--retries 10" };

/** As much of an answer that is no JSON is looked at. */
const longestPage = 65_536;

/** How nginx, before a service, says that it demands a client certificate, or does not accept the one it got. */
function demandsCertificate(page: string): boolean {
  const lines = page.slice(0, longestPage).split("\n");
  return lines.some((line) => {
    const start = line.indexOf("<title>400 ");
    return start !== -1 && line.includes("SSL certificate", start);
  });
}

/** What a person can do about a failure answer. */
function hintFor(response: ApiResponse, failed: Refusal): Advice {
  switch (response.status) {
    case 400:
      return demandsCertificate(response.body)
        ? {
            text: "show a client certificate that it accepts",
            command: "--client-cert FILE --client-key FILE",
          }
        : explainHint(failed.plan);
    case 401:
      return withCredential(failed, refusalHint(failed.skew));
    case 403:
      return withCredential(failed, {
        text: `the call needs the scope ${failed.plan.scopes.join(" and ")}; see what the key may do`,
        command: "payctl doctor",
      });
    case 404:
      return notFoundHint(failed);
    case 409:
      return failed.resourceId === undefined
        ? "it already exists"
        : `it already exists as ${failed.resourceId}`;
    case 425:
    case 429:
      return waitHint(failed.retryAfter);
    default:
      return response.status >= 500 ? serviceHint(response.status, failed.plan) : explainHint(failed.plan);
  }
}

function notFoundHint({ fields, plan: { merchantHeader, operation } }: Refusal): Hint {
  if (namesAccount(fields))
    return { text: "check the merchant account, and where it comes from", command: "payctl auth status" };
  if (operation === undefined)
    return { text: "check the path; to list the operations that payctl knows", command: "payctl explain" };
  return merchantHeader
    ? { text: "check the id, and which merchant account is in use", command: "payctl auth status" }
    : { text: "check the id, and what the key may see", command: "payctl auth status" };
}

function serviceHint(status: number, { repeatable, method }: Plan): Advice {
  if (isResent(status, repeatable)) return laterHint;
  return repeatable || method === "GET"
    ? "try again later"
    : "it may have been done all the same: check before you run it again";
}

function explainHint(plan: Plan): Hint {
  return plan.operation === undefined
    ? { text: "to see the requests as they are sent", command: "--debug=http" }
    : { text: "to see what the call takes", command: `payctl explain ${plan.operation.name}` };
}

/** A forgotten variable may be what signs, so each refusal says where the key or token came from. */
function withCredential({ credential }: Pick<Refusal, "credential">, advice: Hint): Hint {
  return credential === undefined ? advice : { ...advice, text: `${credential}; ${advice.text}` };
}

function refusalHint(skew: number | undefined): Hint {
  if (skew === undefined) return { text: "check whether it is accepted", command: "payctl auth status" };
  const clock = `this machine's clock is ${spanText(Math.abs(skew))} ${skew > 0 ? "ahead of" : "behind"}`;
  return { text: `${clock} the service's; correct it and try again` };
}

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

function waitHint(retryAfter: number | undefined): Hint {
  return retryAfter === undefined
    ? laterHint
    : {
        text: `try again in ${retryAfter} s, or with more attempts and time`,
        command: "--retries 10 --deadline 10m",
      };
}
