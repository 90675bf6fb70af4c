import * as z from "zod";
import { transportWords } from "../../contract/outcomes.ts";
import { timestamp } from "../../contract/schemas/primitives.ts";
import { isScope, knownScopes } from "../../contract/scopes.ts";
import { unknownWord } from "../../values/suggest.ts";
import { tokenFlaws } from "../authentication/token-flaws.ts";
import type { FaultRule } from "../faults/fault-rule.ts";
import { faultSetNames, faultSets } from "../faults/fault-sets.ts";
import { isOperation, isStatus, notAStatus } from "../journal/select.ts";
import { notAnOperation } from "../routes.ts";
import { tokenTimes } from "../sources.ts";

const count = z.int().min(0).max(999_999);

/** A rule as text, as the command line takes it, is a common mistake. */
const notARule = 'must be an object, as in {"operation": "listBuyers", "status": 503, "times": 2}';

function notAFaultStatus({ input }: { readonly input?: unknown }): string {
  if (/^\d{3}$/.test(String(input))) return `must be a number: ${input}, without quotes`;
  return `must be a status as a number, or one of ${transportWords.join(", ")}`;
}

export const faultRule = z.strictObject(
  {
    operation: z.string().optional(),
    method: z.string().optional(),
    path: z.string().optional(),
    status: z.union([z.int(), z.enum(transportWords, { error: notAFaultStatus })]).optional(),
    times: count.optional(),
    skip: count.optional(),
    latency_ms: z.int().min(0).max(99_999).optional(),
    retry_after: z.int().min(0).max(99_999).optional(),
    after: z.boolean().optional(),
    every: count.optional(),
    match: z
      .strictObject({
        merchant_account: z.string().optional(),
        header: z.record(z.string(), z.string()).optional(),
        body: z.unknown().optional(),
      })
      .optional(),
    id: z.string().optional(),
    /** Returned in answers, and accepted so that an answer can be sent back; it has no effect. */
    hits: count.optional(),
  },
  { error: ({ code }) => (code === "invalid_type" ? notARule : undefined) },
);

/** The extra fields of a rule in an answer have no effect when it is sent back. */
const sentRule = faultRule.transform(({ hits: _, id: __, ...rule }): FaultRule => rule);

const notRules = `must be a list of rules, or {"set": NAME} with one of ${faultSetNames.join(", ")}`;

const ruleList = z
  .array(sentRule, { error: ({ code }) => (code === "invalid_type" ? notRules : undefined) })
  .max(1000);

/** The rules: as a list, as `items`, or as a set by its name. */
export const faultRules = z.union([
  ruleList,
  z.strictObject({ items: ruleList }).transform(({ items }) => items),
  z.strictObject({ set: z.enum(faultSetNames) }).transform(({ set }): readonly FaultRule[] => faultSets[set]),
]);

/** The rules to add: a single one, or several. */
export const addedRules = z.union([...faultRules.options, sentRule.transform((rule) => [rule])]);

/** Null sets the clock back to its own time; `tokens` names what judges them. */
export const clockChange = z
  .strictObject({
    time: timestamp.nullable().optional(),
    frozen: z.boolean().optional(),
    tokens: z.enum(tokenTimes).optional(),
  })
  .refine((change) => Object.keys(change).length > 0, "needs time, frozen or tokens");

const durationPattern = /^\d{1,9}(?:\.\d{1,3})?(?:ms|s|m|h|d)$/;
const duration = z
  .string()
  .refine(
    (text) => durationPattern.test(text),
    "must be a number with its unit: ms, s, m, h or d, as in 15m",
  );

const fromPattern = /^(?:seed|empty|world:[a-z0-9][a-z0-9-]{0,62}|snapshot:[\w.-]{1,50})$/;

/** Every option of a new world. */
export const worldOptions = z
  .strictObject({
    from: z
      .string()
      .refine((from) => fromPattern.test(from), "must be seed, empty, world:NAME or snapshot:NAME")
      .optional(),
    seed: z.record(z.string(), z.unknown()).optional(),
    clock: timestamp.optional(),
    frozen: z.boolean().optional(),
    deterministic: z.int().min(0).max(2_147_483_647).optional(),
    faults: faultRules.optional(),
    embed_limit: z.int().min(1).max(1_000_000).optional(),
    idle: duration.optional(),
    key: z.enum(["shared", "own"]).optional(),
  })
  .prefault({});

/** By how much: a number with its unit, or seconds. */
export const clockAdvance = z
  .strictObject({ by: duration.optional(), seconds: z.number().min(0).max(1e10).optional() })
  .refine(({ by, seconds }) => (by === undefined) !== (seconds === undefined), "needs either by or seconds");

const text = z.string().min(1).max(8192);

/** Every value of a query is text. */
const queryValue = z.union([z.string(), z.number(), z.boolean()]).transform(String);

const statusWanted = z
  .union([z.int(), z.string()])
  .transform(String)
  .refine(isStatus, {
    error: ({ input }) => notAStatus(String(input)),
  });

const countWanted = z.union([
  count,
  z
    .strictObject({ min: count.optional(), max: count.optional() })
    .refine(({ max, min }) => min !== undefined || max !== undefined, "needs min or max")
    .refine(({ max = Infinity, min = 0 }) => min <= max, "min must not be greater than max"),
]);

/** Requests that should have come; at least one unless a count is given. */
export const verification = z
  .strictObject({
    operation: z
      .string()
      .refine(isOperation, { error: ({ input }) => notAnOperation(String(input)) })
      .optional(),
    method: text.transform((method) => method.toUpperCase()).optional(),
    path: text.optional(),
    query: z.record(z.string(), queryValue).optional(),
    body: z.unknown().optional(),
    status: statusWanted.optional(),
    count: countWanted.optional(),
  })
  .refine(
    ({ method, operation, path }) =>
      operation === undefined ? method !== undefined && path !== undefined : !(method ?? path),
    "needs either operation, or both method and path",
  );

const lifetime = z.union([duration, z.number()]);

const names = z.array(z.string().min(1)).max(100);

/** A token to sign. */
export const tokenRequest = z
  .strictObject({
    scopes: z
      .array(
        z
          .string()
          .refine(isScope, { error: ({ input }) => unknownWord(String(input), knownScopes, "a scope") }),
      )
      .max(100)
      .optional(),
    /** A time with its unit, or seconds. */
    expires_in: lifetime.optional(),
    roles: names.min(1).optional(),
    merchant_accounts: names.optional(),
    flaw: z.enum(tokenFlaws).optional(),
  })
  .prefault({});
