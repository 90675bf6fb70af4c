import type { ApiResponse } from "../contract/exchange.ts";
import { failures } from "../contract/failure.ts";
import { isObject } from "../contract/json-schema.ts";
import { ApiError, type CallFacts, type FieldProblem } from "../errors.ts";
import { parseJson } from "../json.ts";
import { hintFor } from "./hints.ts";
import { notFoundMessage } from "./not-found.ts";
import type { Plan } from "./plan.ts";
import { readRetryAfter } from "./retry.ts";

const longestMessage = 500;

const notFound = failures.find(({ status }) => status === 404);

type Fields = Readonly<Record<string, unknown>>;

export interface FailureFacts {
  readonly plan: Plan;
  readonly call: CallFacts;
  /** Where the call acts, on an operation that takes an account. */
  readonly merchantAccount: string | undefined;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/** Turns a failure answer into an error, whatever shape its body has. */
export function apiError(response: ApiResponse, facts: FailureFacts): ApiError {
  const body = readBody(response.body);
  const fields = [...validationProblems(body["detail"]), ...detailProblems(body["details"])];
  const resourceId = optionalText(body["resource_id"]);
  const delay = readRetryAfter(response.headers["retry-after"], facts.now);
  const retryAfter = delay === undefined ? undefined : Math.ceil(delay / 1000);
  const message = messageOf(response.status, body, fields);
  // What the service says in words of its own, perhaps a gateway before it, is not replaced.
  const missing = message === notFound?.message ? notFoundMessage(facts, fields) : undefined;
  return new ApiError(response.status, missing ?? message, {
    call: facts.call,
    code: optionalText(body["code"]) ?? codeOf(response.status),
    fields,
    resourceId,
    retryAfter,
    hint: hintFor(response, { ...facts, fields, resourceId, retryAfter }),
  });
}

function readBody(text: string): Fields {
  try {
    const value = parseJson(text);
    return isObject(value) ? value : {};
  } catch {
    return {};
  }
}

function messageOf(status: number, body: Fields, fields: readonly FieldProblem[]): string {
  const message = optionalText(body["message"])?.trim();
  if (message) return message.length > longestMessage ? `${message.slice(0, longestMessage)}...` : message;
  if (status === 422 && fields.length > 0) {
    return fields.length === 1 ? "a field is invalid" : `${fields.length} fields are invalid`;
  }
  return `the service answered ${status} without saying why`;
}

/** The entries of a 422; their `input` repeats what was sent and is left alone. */
function validationProblems(detail: unknown): readonly FieldProblem[] {
  return entries(detail).map((entry) => ({
    field: Array.isArray(entry["loc"]) ? entry["loc"].map(String).join(".") : "unknown",
    message: optionalText(entry["msg"]) ?? "invalid",
  }));
}

/** The entries of every other failure: a location and a JSON pointer or a name. */
function detailProblems(details: unknown): readonly FieldProblem[] {
  return entries(details).map((entry) => {
    const pointer = (optionalText(entry["pointer"]) ?? "").split("/").map(unescapePointer);
    const place = [optionalText(entry["location"]) ?? "unknown", ...pointer];
    return {
      field: place.filter((part) => part !== "").join("."),
      message: optionalText(entry["message"]) ?? "invalid",
    };
  });
}

/** RFC 6901, section 4. */
function unescapePointer(segment: string): string {
  return segment.replaceAll("~1", "/").replaceAll("~0", "~");
}

function entries(list: unknown): readonly Fields[] {
  return Array.isArray(list) ? list.filter(isObject) : [];
}

function optionalText(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}

function codeOf(status: number): string | undefined {
  return failures.find((row) => row.status === status)?.code;
}
