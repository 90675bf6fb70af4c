import * as z from "zod";
import { transportWords } from "../words.ts";
import { count, listOf, operationName, optional } from "./values.ts";

const times = z.int().min(0).max(999_999);

/** A rule as text, as the command line takes it, is a common mistake. */
const notARule = 'must be an object, as in {"operation": "listBuyers", "status": 503, "times": 2}';

function notAFaultStatus({ input }: { readonly input?: unknown }): string {
  if (/^\d{3}$/.test(String(input))) return `must be a number: ${input}, without quotes`;
  return `must be a status as a number, or one of ${transportWords.join(", ")}`;
}

export const faultRule = z.strictObject(
  {
    operation: optional(operationName, "The operation that it is for.", "createMerchantAccount"),
    method: optional(z.string(), "Instead of an operation, with `path`: `*` for any method.", "GET"),
    path: optional(
      z.string(),
      "With `method`: `*` for any segment, or as the whole path for every path.",
      "/api-key-pairs/*",
    ),
    status: optional(
      z.union([z.int(), z.enum(transportWords, { error: notAFaultStatus })]),
      "A failure's status; or the connection is reset, never answered, or closed in the middle of a body.",
      503,
    ),
    times: optional(times, "How often it fires; always unless given.", 2),
    skip: optional(times, "How many matching requests it lets through first.", 1),
    latency_ms: optional(z.int().min(0).max(99_999), "Milliseconds to wait, alone or before the fault.", 800),
    retry_after: optional(
      z.int().min(0).max(99_999),
      "Seconds to wait before retrying, with 425, 429 and 503.",
      2,
    ),
    after: optional(z.boolean(), "Whether the request is carried out, and only its answer is lost.", true),
    id: z.string().optional(),
    hits: times.optional(),
  },
  { error: ({ code }) => (code === "invalid_type" ? notARule : undefined) },
);

/** A simulated fault, in the words of the control interface: it names an operation, or a method and a path. */
export type FaultRule = Readonly<Omit<z.output<typeof faultRule>, "hits" | "id">>;

/** The extra fields of a rule in an answer have no effect when it is sent back. */
const sentRule = faultRule.transform(({ hits: _, id: __, ...rule }): FaultRule => rule);

const ruleList = z
  .array(sentRule, { error: ({ code }) => (code === "invalid_type" ? "must be a list of rules" : undefined) })
  .max(1000);

/** The rules: as a list, or as the items of an answer. */
export const faultRules = z.union([
  ruleList,
  z.strictObject({ items: ruleList }).transform(({ items }) => items),
]);

/** A rule that is set. */
const countedFault = faultRule.safeExtend({ id: z.string(), hits: count });

const faults = listOf(countedFault);

export const listFaults = { response: faults };

export const replaceFaults = { body: faultRules, response: faults };

export const addFaults = {
  /** A single rule, or several. */
  body: z.xor([...faultRules.options, sentRule.transform((rule) => [rule])]),
  response: faults.safeExtend({ ids: z.array(z.string()) }),
};

export const removeFaults = {};

export const removeFault = { path: z.strictObject({ id: z.string() }) };
