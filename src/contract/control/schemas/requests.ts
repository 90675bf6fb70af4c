import * as z from "zod";
import { isTooDeep } from "../../../values/depth.ts";
import type { Immutable } from "../../operation.ts";
import { timestamp } from "../../schemas/primitives.ts";
import { notJson } from "../query.ts";
import { storedLists } from "../words.ts";
import { count, listOf, operationName, optional, outcome, outcomeWanted, time } from "./values.ts";

const text = z.string().min(1).max(8192);

const method = text.transform((name) => name.toUpperCase());

const operation = optional(operationName, "The operation that was called.", "listBuyers");

const path = optional(text, "The path; `*` stands for any segment.", "/api-key-pairs/*");

const status = optional(
  outcomeWanted,
  "The status, a class such as `4xx`, or what a simulated fault did to the connection.",
  "4xx",
);

const body = optional(
  z
    .unknown()
    .refine((value) => value !== notJson && !isTooDeep(value), "must be JSON that the body contains"),
  "JSON that the body contains.",
  { id: "shop" },
);

/** Which requests are wanted; they have to meet every part that is given. A misspelt one would let everything through. */
const requestFilter = z.strictObject({
  operation,
  method: optional(method, "The method.", "DELETE"),
  path,
  status,
  fault: optional(z.boolean(), "Whether a simulated fault decided the outcome.", false),
  since: optional(timestamp, "From this time on, by the clock of the world.", "2026-01-31T12:00:00Z"),
  header: optional(
    z.record(z.string().toLowerCase(), z.string()),
    "Values that headers had, in a query each as `header.NAME`.",
    { "user-agent": "shop/2.1" },
  ),
  body,
  world: optional(
    text,
    "The name of a world, whose requests are wanted. Only at the root, which otherwise returns its own.",
    "checkout",
  ),
  after: optional(
    z.string().regex(/^[\w-]{1,64}$/, "must be the id of an entry"),
    "The id of an entry: only those that came after it.",
    "0b5f4c8e-93f6-4d4e-9a0e-6f1f6d8c2a11",
  ),
  id: optional(
    z.string().regex(/^[\w-]{8,64}$/, "must be the id of an entry, or at least its first 8 characters"),
    "The id of one entry, the `x-request-id` of its answer, or at least its first 8 characters.",
    "0b5f4c8e-93f6-4d4e-9a0e-6f1f6d8c2a11",
  ),
  response: optional(z.boolean(), "Whether entries show what was answered; they do unless given.", false),
  limit: optional(z.int().min(1).max(1000), "The number of entries, 1000 at most.", 20),
});

export type RequestFilter = Readonly<z.output<typeof requestFilter>>;

/** Its words are the server's own; only the names in its pointers come from the caller. */
const refusal = z.strictObject({
  code: z.string().nullable().describe("Null for a 422, which has none."),
  message: z.string().describe("What the failure said."),
  problems: z.array(
    z.strictObject({
      location: z.string().describe("`body`, `query`, `path`, `header` or `unknown`."),
      pointer: z
        .string()
        .describe("A JSON pointer for bodies, the name of the parameter or header otherwise."),
      message: z.string().describe("What is wrong with it."),
    }),
  ),
  reason: z
    .string()
    .nullable()
    .describe(
      "What the caller was not told: which limit or rule it was, when a token expired, what became of a change.",
    ),
});

/** Why a refused request failed, as what it probably meant. */
const near = z.strictObject({
  operation: z.string().optional(),
  scope: z.string().optional(),
  merchant_account_id: z.string().optional(),
  resource: z.strictObject({ list: z.enum(storedLists), id: z.string() }).optional(),
  message: z.string(),
});

/** What was answered, as far as it may be shown. */
const answered = z.strictObject({
  headers: z.record(z.string(), z.string()).describe("The headers, by their names in lower case."),
  body: z.unknown().describe("JSON; null if there was none."),
  body_bytes: count.describe("The size of the body."),
  truncated: z.boolean().describe("Whether `body` is only the beginning, of 16 KiB."),
});

/** Something that was sent and that nothing reads. */
const unread = z.strictObject({
  name: z.string().describe("Its name, or a JSON pointer."),
  near: z.string().nullable().describe("The name that was probably meant."),
});

/** A request that has come, with nothing in it that must stay secret. */
const journalEntry = z.strictObject({
  id: z.string().nullable().describe("The answer's `x-request-id`; null for what was not a request."),
  time: time.describe("RFC 3339, by the clock of the world."),
  method: z.string().describe("The method."),
  path: z.string().describe("The path, without the query."),
  operation: operationName.nullable().describe("Null if no operation was found."),
  query: z.record(z.string(), z.string()).describe("The parameters of the query."),
  unread_query: z
    .array(unread)
    .nullable()
    .describe("Parameters of the query that nothing reads; null as for `unread_fields`."),
  headers: z.record(z.string(), z.string()).describe("The headers, by their names in lower case."),
  body: z
    .unknown()
    .describe("JSON, of a longer body the first 16 KiB; null if it was none, or was not read."),
  body_bytes: count.describe("The size of the body."),
  unread_fields: z
    .array(unread)
    .nullable()
    .describe(
      "Fields of the body that nothing reads, each by its JSON pointer; null if the request was refused before it was read.",
    ),
  scopes: z.array(z.string()).nullable().describe("Those of the token; null if none was accepted."),
  token: z
    .strictObject({
      kid: z.string().nullable(),
      exp: z.number().nullable(),
      scopes: z.array(z.string()).nullable(),
    })
    .nullable()
    .describe("What the token says of itself, even if it was refused; null if there is none to read."),
  status: outcome.describe("The status, or what a simulated fault did to the connection."),
  milliseconds: count.describe("How long the answer took."),
  fault: z.boolean().describe("Whether a simulated fault decided the outcome."),
  traceparent: z.string().nullable().describe("The client's (W3C Trace Context)."),
  failure: refusal
    .nullable()
    .describe("What a failure said, or what became of an answer that was not sent; null for a success."),
  near: near.nullable().describe("What a refused request probably meant."),
  response: answered
    .nullable()
    .describe("What was answered; null if nothing was, and for entries asked for without it."),
});

export type Unread = Immutable<z.output<typeof unread>>;
export type JournaledAnswer = Immutable<z.output<typeof answered>>;
export type Refusal = Immutable<z.output<typeof refusal>>;
export type Near = Immutable<z.output<typeof near>>;
export type JournalEntry = Immutable<z.output<typeof journalEntry>>;

const journal = listOf(journalEntry);

const difference = z.strictObject({
  location: z.enum(["body", "headers", "method", "operation", "path", "query", "response", "status"]),
  pointer: z.string(),
  expected: z.unknown(),
  actual: z.unknown().optional(),
});

const countWanted = z.union([
  count,
  z
    .strictObject({ min: count.optional(), max: count.optional() })
    .refine(({ max, min }) => min !== undefined || max !== undefined, "needs min or max")
    .refine(({ max = Infinity, min = 0 }) => min <= max, "min must not be greater than max"),
]);

/** Every value of a query is text. */
const queryValue = z.union([z.string(), z.number(), z.boolean()]).transform(String);

/** What a request that should have come has. */
const requestParts = {
  operation,
  method: optional(method, "The method, with `path` instead of an operation.", "GET"),
  path,
  query: optional(z.record(z.string(), queryValue), "Parameters that the query has.", { limit: 50 }),
  headers: optional(z.record(z.string().toLowerCase(), z.string()), "Values of headers.", {
    "user-agent": "shop/2.1",
  }),
  body,
  status,
  response: optional(
    z.strictObject({ headers: z.record(z.string().toLowerCase(), z.string()).optional(), body }),
    "Headers that the answer had, and JSON that its body contains.",
    { body: { code: "duplicate_record" } },
  ),
};

interface Named {
  readonly method?: string | undefined;
  readonly operation?: string | undefined;
  readonly path?: string | undefined;
}

/** Whether it names either an operation, or a method and a path. */
function isNamed({ method, operation, path }: Named): boolean {
  return operation === undefined ? method !== undefined && path !== undefined : !(method ?? path);
}

/** Requests of one kind that should have come, and how many. */
const verification = z
  .strictObject({
    ...requestParts,
    count: optional(countWanted, "How many there have to be; at least one unless given.", { min: 1, max: 3 }),
  })
  .refine(isNamed, "needs either operation, or both method and path");

export type Verification = Readonly<z.output<typeof verification>>;

export const listRequests = { query: requestFilter, response: journal };

const verificationFailure = z.strictObject({
  type: z.literal("error"),
  code: z.literal("verification_failed"),
  status: z.literal(417),
  message: z.string(),
  details: z.array(z.never()),
  matched: count,
  nearest: z.array(z.strictObject({ request: journalEntry, differences: z.array(difference) })),
});

export type VerificationFailure = Immutable<z.output<typeof verificationFailure>>;

export const verifyRequests = {
  body: verification,
  response: journal.safeExtend({ matched: count.describe("How many requests match.") }),
  /** Answered with 417. */
  failure: verificationFailure,
};

export const clearRequests = {};
