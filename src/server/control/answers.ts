import * as z from "zod";
import { journalModes } from "../journal/entry.ts";
import { tokenTimes } from "../sources.ts";
import { storedLists } from "../store/records.ts";
import { faultRule } from "./bodies.ts";

const time = z.iso.datetime();
const count = z.int().min(0);

const clock = z.strictObject({ time, frozen: z.boolean(), tokens: z.enum(tokenTimes) });

const health = z.strictObject({
  status: z.literal("ok"),
  pid: count.optional(),
  instance: z.uuid().optional(),
  version: z.string(),
  uptime_ms: count,
  database: z.string(),
  schema_version: count,
  seed: z.strictObject({ name: z.enum(["custom", "demo", "empty"]), at: time }).nullable(),
  clock,
  worlds: count,
  faults: count,
  journal: z.enum(journalModes),
});

const status = z.union([z.int(), z.string()]);

const near = z.strictObject({
  operation: z.string().optional(),
  scope: z.string().optional(),
  merchant_account_id: z.string().optional(),
  resource: z.strictObject({ list: z.enum(storedLists), id: z.string() }).optional(),
  message: z.string(),
});

const refusal = z.strictObject({
  code: z.string().nullable(),
  message: z.string(),
  problems: z.array(z.strictObject({ location: z.string(), pointer: z.string(), message: z.string() })),
});

const journalEntry = z.strictObject({
  id: z.string().nullable(),
  time,
  method: z.string(),
  path: z.string(),
  operation: z.string().nullable(),
  query: z.record(z.string(), z.string()),
  headers: z.record(z.string(), z.string()),
  body: z.unknown(),
  body_bytes: count,
  unread_fields: z.array(z.string()).nullable(),
  scopes: z.array(z.string()).nullable(),
  status,
  milliseconds: count,
  fault: z.boolean(),
  traceparent: z.string().nullable(),
  failure: refusal.nullable(),
  near: near.nullable(),
});

const difference = z.strictObject({
  location: z.enum(["body", "method", "operation", "path", "query", "status"]),
  pointer: z.string(),
  expected: z.unknown(),
  actual: z.unknown().optional(),
});

const countedFault = faultRule.safeExtend({ id: z.string(), hits: count });

const snapshot = z.strictObject({ name: z.string(), taken_at: time, rows: count });

const operationCoverage = z.strictObject({
  operation: z.string(),
  method: z.string(),
  path: z.string(),
  scope: z.string(),
  implemented: z.boolean(),
  data: z.strictObject({ seed: z.array(z.string()), operations: z.array(z.string()) }),
  decisions: z.array(z.string()),
});

const exercisedOperation = z.strictObject({
  operation: z.string(),
  met: z.record(z.string(), count),
  never: z.array(z.string()),
});

const decisionSection = z.strictObject({
  section: z.string(),
  operations: z.array(z.string()),
  decisions: z.array(z.string()),
});

function listOf<Item extends z.ZodType>(item: Item) {
  return z.strictObject({ items: z.array(item) });
}

const world = z.strictObject({
  name: z.string(),
  url: z.string(),
  control: z.string(),
  key_file: z.string().optional(),
  thumbprint: z.string().optional(),
  created_at: time,
  from: z.string(),
  key: z.enum(["shared", "own"]),
  idle: z.string().nullable(),
});

/** What the control interface answers with, each by its name in the description. */
export const answers = {
  Clock: clock,
  Coverage: z.strictObject({
    operations: z.array(operationCoverage),
    decisions: z.array(decisionSection),
  }),
  Description: z.looseObject({ openapi: z.string(), paths: z.record(z.string(), z.unknown()) }),
  AddedFaults: listOf(countedFault).safeExtend({ ids: z.array(z.string()) }),
  Exercised: z.strictObject({ operations: z.array(exercisedOperation) }),
  Faults: listOf(countedFault),
  Health: health,
  Journal: listOf(journalEntry),
  Ok: z.strictObject({ status: z.literal("ok") }),
  SeedCounts: z.strictObject({ added: z.record(z.string(), count) }),
  Snapshot: snapshot,
  Snapshots: listOf(snapshot),
  StoredRows: listOf(z.looseObject({ id: z.string() })),
  Token: z.strictObject({ token: z.string(), expires_at: time, scopes: z.array(z.string()) }),
  Verified: listOf(journalEntry).safeExtend({ matched: count }),
  World: world,
  Worlds: listOf(world),
  CreatedWorld: world.safeExtend({ private_key: z.string().optional() }),
  VerificationFailure: z.strictObject({
    type: z.literal("error"),
    code: z.literal("verification_failed"),
    status: z.literal(417),
    message: z.string(),
    details: z.array(z.never()),
    matched: count,
    nearest: z.array(z.strictObject({ request: journalEntry, differences: z.array(difference) })),
  }),
} as const satisfies Readonly<Record<string, z.ZodType>>;

export type AnswerName = keyof typeof answers;
