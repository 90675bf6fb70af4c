import * as z from "zod";
import { timestamp } from "../../contract/schemas/primitives.ts";
import { transportWords } from "../faults/fault-rule.ts";
import { tokenTimes } from "../sources.ts";

const count = z.int().min(0).max(999_999);

const faultRule = z.strictObject({
  operation: z.string().optional(),
  method: z.string().optional(),
  path: z.string().optional(),
  status: z.union([z.int(), z.enum(transportWords)]).optional(),
  times: count.optional(),
  skip: count.optional(),
  latency_ms: z.int().min(0).max(99_999).optional(),
  retry_after: z.int().min(0).max(99_999).optional(),
  after: z.boolean().optional(),
  /** Told in answers, so that what was got can be put back; it has no effect. */
  hits: count.optional(),
});

/** The rules, as a list or as `items`. */
export const faultRules = z.union([
  z.array(faultRule).max(1000),
  z.strictObject({ items: z.array(faultRule).max(1000) }).transform(({ items }) => items),
]);

/** Null sets the clock back to the time that it would show by itself; `tokens` names what judges them. */
export const clockChange = z
  .strictObject({
    time: timestamp.nullable().optional(),
    frozen: z.boolean().optional(),
    tokens: z.enum(tokenTimes).optional(),
  })
  .refine((change) => Object.keys(change).length > 0, "needs time, frozen or tokens");

const durationPattern = /^\d{1,9}(?:\.\d{1,3})?(?:ms|s|m|h|d)$/;
const duration = z.string().regex(durationPattern);

const fromPattern = /^(?:seed|empty|world:[a-z0-9][a-z0-9-]{0,62}|snapshot:[\w.-]{1,50})$/;

/** Everything about a new world that can be chosen. */
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
    idle: z
      .string()
      .refine(
        (idle) => durationPattern.test(idle),
        "must be a number with its unit: ms, s, m, h or d, as in 15m",
      )
      .optional(),
    key: z.enum(["shared", "own"]).optional(),
  })
  .prefault({});

/** By how much: a number with its unit, or seconds. */
export const clockAdvance = z
  .strictObject({ by: duration.optional(), seconds: z.number().min(0).max(1e10).optional() })
  .refine(({ by, seconds }) => (by === undefined) !== (seconds === undefined), "needs either by or seconds");
