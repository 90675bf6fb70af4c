import * as z from "zod";
import type { Immutable } from "../../operation.ts";
import { accountUpdaterJob } from "../../schemas/account-updater.ts";
import { apiKeyPair, role } from "../../schemas/api-key-pairs.ts";
import { auditLog } from "../../schemas/audit-logs.ts";
import { buyer } from "../../schemas/buyers.ts";
import { flowRule } from "../../schemas/flow-rules.ts";
import { merchantAccount } from "../../schemas/merchant-accounts.ts";
import { networkToken } from "../../schemas/network-tokens.ts";
import { timestamp, uuid } from "../../schemas/primitives.ts";
import { threeDsConfiguration } from "../../schemas/three-ds-configurations.ts";
import { storedLists } from "../words.ts";
import { seedDocument } from "./seed.ts";
import { count, listOf, time } from "./values.ts";

const inAccount = { id: uuid, merchant_account_id: z.string() };

/** What an answer of the API may have, without what it may have one day. */
function rowOf<Shape extends z.ZodRawShape>({ shape }: z.ZodObject<Shape>) {
  return z.strictObject(shape);
}

export const resetData = { response: z.strictObject({ status: z.literal("ok") }) };

export const addSeed = {
  body: seedDocument,
  /** How many entries each list got. */
  response: z.strictObject({ added: z.record(z.string(), count) }),
};

export const exportData = { response: seedDocument };

/** An audit log may have no id. */
const row = z.looseObject({ id: z.string().nullable() });

/** Each field that the rows of a list have. */
export const storedRows = z.strictObject({
  merchant_accounts: rowOf(merchantAccount),
  roles: rowOf(role),
  users: rowOf(auditLog.shape.user.extend({ id: uuid })),
  api_key_pairs: rowOf(apiKeyPair),
  buyers: rowOf(buyer),
  payment_methods: z.strictObject({
    ...inAccount,
    kind: z.string(),
    status: z.enum(["active", "inactive"]),
    buyer_id: uuid.nullable(),
  }),
  network_tokens: networkToken,
  digital_wallets: z.strictObject({ ...inAccount, provider: z.string(), domain_names: z.array(z.string()) }),
  gift_cards: z.strictObject({
    ...inAccount,
    number: z.string(),
    stored: z.boolean(),
    balance: count.nullable(),
    currency: z.string().nullable(),
    expiration_date: timestamp.nullable(),
    error_code: z.string().nullable(),
    usage_count: count,
    cit_usage_count: count,
    last_used_at: timestamp.nullable(),
    cit_last_used_at: timestamp.nullable(),
  }),
  three_ds_configurations: rowOf(threeDsConfiguration),
  flow_rules: rowOf(flowRule),
  audit_logs: rowOf(auditLog),
  account_updater_jobs: rowOf(accountUpdaterJob),
});

export type StoredRows = Immutable<z.output<typeof storedRows>>;

/** How many rows each list has. */
export const countData = { response: z.strictObject({ counts: z.record(z.enum(storedLists), count) }) };

export const listData = { path: z.strictObject({ list: z.string() }), response: listOf(row) };

const rowPath = z.strictObject({ list: z.string(), id: z.string() });

export const getData = { path: rowPath, response: row };

export const changeData = {
  path: rowPath,
  /** A JSON merge patch (RFC 7396) with the fields of a seed's entries: each is replaced, and null removes it. */
  body: z.looseObject({}),
  response: row,
};

export const deleteData = { path: rowPath };

const snapshotName = z
  .string()
  .regex(/^[\w.-]{1,50}$/, "must be 1 to 50 letters, digits, dots, hyphens or underscores");

const snapshot = z.strictObject({
  name: z.string().describe("Its name; that of a server's snapshot can be what a world is made from."),
  taken_at: time.describe("When it was taken, by the time of day."),
  rows: count.describe("How many rows it has."),
});

export const listSnapshots = { response: listOf(snapshot) };

export const takeSnapshot = { path: z.strictObject({ name: snapshotName }), response: snapshot };

const named = z.strictObject({ name: z.string() });

export const restoreSnapshot = { path: named, response: snapshot };

export const deleteSnapshot = { path: named };
