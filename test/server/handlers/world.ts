import { expect, onTestFinished } from "vitest";
import type { OperationSchemas } from "../../../src/contract/operation.ts";
import { findOperation } from "../../../src/contract/operations.ts";
import { parseSeed } from "../../../src/server/seed/parse.ts";
import type { Store } from "../../../src/server/store/store.ts";
import { failureShape } from "../../helpers/failure-shape.ts";
import { generateKey, type TestKey } from "../../helpers/keys.ts";
import { startReference } from "../../helpers/server.ts";

/** The instant of every request. */
export const now = "2026-03-01T12:00:00.000Z";

/** When key pairs and accounts were made. */
export const created = "2026-01-01T00:00:00.000Z";

/** A UUID that is recognisable by its number. */
export function id(number: number): string {
  return `00000000-0000-4000-8000-${String(number).padStart(12, "0")}`;
}

export const ada = {
  id: id(1),
  name: "Ada Lovelace",
  email_address: "ada@example.com",
  is_staff: false,
  status: "active",
};

const grace = { ...ada, id: id(2), name: "Grace Hopper", email_address: "grace@example.com" };

/** Who calls; `orphan` has no creator, and `administrator` is the helper's own. */
export const keyPairIds = {
  admin: id(11),
  orphan: id(12),
  support: id(13),
  acmeOnly: id(14),
  acmeAndDefault: id(15),
  administrator: "ad000000-0000-4000-8000-000000000001",
};

export type KeyPairName = Exclude<keyof typeof keyPairIds, "administrator">;

// Made once: a key costs more than most tests.
const keys: Readonly<Record<KeyPairName, TestKey>> = {
  admin: generateKey(),
  orphan: generateKey(),
  support: generateKey(),
  acmeOnly: generateKey(),
  acmeAndDefault: generateKey(),
};

function keyPair(name: KeyPairName, parts: object) {
  const common = { id: keyPairIds[name], display_name: name, created_at: created, updated_at: created };
  return { ...common, public_key: keys[name].publicPem, ...parts };
}

const administrator = { role_slugs: ["administrator"], creator_id: ada.id };

const everyWorld = {
  merchant_accounts: [{ id: "acme", display_name: "Acme", created_at: created, updated_at: created }],
  users: [ada, grace],
  api_key_pairs: [
    keyPair("admin", administrator),
    keyPair("orphan", { ...administrator, creator_id: null }),
    keyPair("support", { ...administrator, role_slugs: ["support"] }),
    keyPair("acmeOnly", { ...administrator, merchant_account_ids: ["acme"] }),
    keyPair("acmeAndDefault", { ...administrator, merchant_account_ids: ["acme", "default"] }),
  ],
};

interface Changed {
  readonly type: string;
  readonly id: unknown;
  readonly name: string;
}

/** The entry of a change in the audit logs. */
export function entryOf(action: string, resource: Changed, merchant_account_id = "default") {
  const user = { ...ada, type: "user" };
  return {
    type: "audit-log",
    id: expect.any(String),
    timestamp: now,
    action,
    merchant_account_id,
    resource,
    user,
  };
}

/** The answer of a refusal. */
export function failure(status: number, code: string, message: string, more: object = {}) {
  return { status, body: failureShape(status, code, message, more) };
}

export interface AskOptions {
  /** `admin` unless given. */
  readonly as?: KeyPairName;
  /** `*.read` and `*.write` unless given. */
  readonly scopes?: readonly string[];
  /** For the merchant account header. */
  readonly account?: string;
  readonly body?: unknown;
}

export interface Answer {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: tests compare answers whole, and TypeScript can't know them
  readonly body: any;
}

export type Ask = (method: string, target: string, options?: AskOptions) => Promise<Answer>;

export interface World {
  readonly ask: Ask;
  readonly store: Store;
}

/** A reference server with two accounts, some key pairs, and the lists given; it is closed with the test. */
export async function openWorld(lists: object = {}): Promise<World> {
  const seed = await parseSeed(JSON.stringify({ ...everyWorld, ...lists }), "world.json");
  const reference = await startReference({ seed, now: () => new Date(now) });
  onTestFinished(() => reference.close());
  async function ask(method: string, target: string, options: AskOptions = {}): Promise<Answer> {
    const { account, as = "admin", body, scopes } = options;
    const token = reference.token({ key: keys[as], ...(scopes === undefined ? {} : { scopes }) });
    const headers: Record<string, string> =
      account === undefined ? {} : { "x-service-merchant-account-id": account };
    const { json, status } = await reference.request(method, target, { token, headers, body });
    expect(reference.reports).toEqual([]);
    if (status < 300) await expectSpecified(method, target, json);
    return { status, body: json };
  }
  return { ask, store: reference.store };
}

export function thumbprintOf(name: KeyPairName): string {
  return keys[name].thumbprint;
}

/** Checks every success against the contract's own description of it. */
async function expectSpecified(method: string, target: string, body: unknown): Promise<void> {
  if (body === undefined) return;
  const schemas: OperationSchemas | undefined = await findOperation(method, target)?.schemas();
  expect(schemas?.response).toBeDefined();
  expect(schemas?.response?.safeParse(body).error).toBeUndefined();
}
