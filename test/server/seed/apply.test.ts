import { expect, test } from "vitest";
import { storedLists } from "../../../src/contract/control/words.ts";
import { applySeed, registerAdministrator } from "../../../src/server/seed/apply.ts";
import demo from "../../../src/server/seed/demo.yaml";
import type { Seed } from "../../../src/server/seed/seed.ts";
import { referenceUser } from "../../../src/server/store/built-in.ts";
import { ConflictError } from "../../../src/server/store/records.ts";
import type { ReferenceStore } from "../../../src/server/store/store.ts";
import { newPublicKey } from "../store/public-keys.ts";
import { id, now, seededStore, storedRows } from "../store/stores.ts";

async function everything(store: ReferenceStore) {
  return Object.fromEntries(
    await Promise.all(
      storedLists.map(async (list) => [list, await store.read(({ lists }) => lists.read(list))] as const),
    ),
  );
}

test("an empty seed has the account default, the roles and their user", async () => {
  const store = await seededStore({});
  const counts = Object.entries(await everything(store)).map(([list, rows]) => [list, rows.length]);
  expect(Object.fromEntries(counts.filter(([, count]) => count !== 0))).toEqual({
    merchant_accounts: 1,
    roles: 6,
    users: 1,
  });
  expect((await storedRows(store, "roles")).map((role) => [role.slug, role.permissions.allow])).toEqual([
    ["administrator", ["*.read", "*.write", "embed"]],
    [
      "payments-operator",
      ["payment-methods.write", "gift-cards.read", "digital-wallets.write", "flows.write"],
    ],
    ["provisioning", ["merchant-accounts.read", "merchant-accounts.write"]],
    ["read-only", ["*.read"]],
    ["storefront", ["embed"]],
    ["support", ["audit-logs.read", "buyers.read"]],
  ]);
});

test("what an entry leaves out is made up", async () => {
  const store = await seededStore({
    buyers: [{}],
    merchant_accounts: [{ id: "eu", display_name: "Europe" }],
  });
  expect(await storedRows(store, "buyers")).toEqual([
    {
      type: "buyer",
      id: id(900_000),
      reconciliation_id: "000000001VgEh72lXw78mu",
      merchant_account_id: "default",
      display_name: null,
      external_identifier: null,
      account_number: null,
      billing_details: null,
      created_at: now.toISOString(),
      updated_at: now.toISOString(),
    },
  ]);
  expect((await storedRows(store, "merchant_accounts")).map((account) => account.id)).toEqual([
    "eu",
    "default",
  ]);
});

test("entries without times are listed in the order of the document", async () => {
  const store = await seededStore({ buyers: [{ id: id(2) }, { id: id(3) }, { id: id(1) }] });
  expect((await storedRows(store, "buyers")).map((buyer) => buyer.id)).toEqual([2, 3, 1].map(id));
});

test("rules of each account have positions of their own, whether the account default is named or not", async () => {
  const skip = {
    flow: "card-transaction",
    action: "skip-3ds",
    outcome: { type: "boolean", result: true },
  } as const;
  const store = await seededStore({
    merchant_accounts: [{ id: "eu", display_name: "Europe" }],
    flow_rules: [
      { ...skip, id: id(1) },
      { ...skip, id: id(2), merchant_account_id: "eu" },
      { ...skip, id: id(3), merchant_account_id: "default" },
    ],
  });
  expect((await storedRows(store, "flow_rules")).map((rule) => [rule.id, rule.position])).toEqual([
    [id(1), 0],
    [id(3), 1],
    [id(2), 0],
  ]);
});

test("an audit log names its user whole, given by id or in place", async () => {
  const entry = { action: "created", resource: { type: "buyer", id: "x" } } as const;
  const store = await seededStore({
    users: [{ id: id(1), name: "Ada Lovelace", email_address: "ada@example.com", is_staff: true }],
    audit_logs: [
      { ...entry, user_id: id(1) },
      { ...entry, user: { id: id(2), name: "Bob Example", email_address: "bob@example.com" } },
    ],
  });
  expect((await storedRows(store, "audit_logs")).map((log) => log.user)).toEqual([
    {
      type: "user",
      id: id(1),
      name: "Ada Lovelace",
      email_address: "ada@example.com",
      is_staff: true,
      status: "active",
    },
    {
      type: "user",
      id: id(2),
      name: "Bob Example",
      email_address: "bob@example.com",
      is_staff: false,
      status: "active",
    },
  ]);
});

test("a seed may name the account default and a built-in role itself", async () => {
  const store = await seededStore({
    merchant_accounts: [{ id: "default", display_name: "Mine" }],
    roles: [{ name: "Boss", slug: "administrator", permissions: { allow: ["*.read"] } }],
  });
  expect((await storedRows(store, "merchant_accounts")).map((account) => account.display_name)).toEqual([
    "Mine",
  ]);
  expect((await storedRows(store, "roles"))[0]).toMatchObject({ name: "Boss" });
});

test("a seed that contradicts what is kept names the entry and changes nothing", async () => {
  const store = await seededStore({ buyers: [{ id: id(1) }] });
  const before = await everything(store);
  const seed: Seed = { merchant_accounts: [{ id: "eu", display_name: "Europe" }], buyers: [{ id: id(1) }] };
  await expect(applySeed(store, seed)).rejects.toMatchObject({
    message: "the seed conflicts with what is stored",
    fields: [{ field: "buyers.0", message: "exists already, or points at something that does not exist" }],
    exitCode: 2,
  });
  expect(await everything(store)).toEqual(before);
});

test("an audit log of a user who is not there is refused", async () => {
  const log = { action: "created", resource: { type: "buyer", id: "x" }, user_id: id(1) } as const;
  await expect(applySeed(await seededStore({}), { audit_logs: [log] })).rejects.toMatchObject({
    message: "an audit log names a user who does not exist",
    exitCode: 2,
  });
});

test("clearing first replaces everything and registers the key pair in the same step", async () => {
  const store = await seededStore(demo);
  const administrator = newPublicKey().pem;
  await applySeed(store, { buyers: [{ id: id(1) }] }, { clear: true, administrator });
  const counts = Object.entries(await everything(store)).map(([list, rows]) => [list, rows.length]);
  expect(Object.fromEntries(counts.filter(([, count]) => count !== 0))).toEqual({
    merchant_accounts: 1,
    roles: 6,
    users: 1,
    api_key_pairs: 1,
    buyers: 1,
  });
});

const key = newPublicKey();

test("a registered key pair may do everything and was created by the built-in user", async () => {
  const store = await seededStore({});
  await registerAdministrator(store, key.pem);
  const { thumbprint } = key;
  expect(await store.read(({ apiKeyPairs }) => apiKeyPairs.findByThumbprint(thumbprint))).toMatchObject({
    displayName: "payctl serve",
    allow: ["*.read", "*.write", "embed"],
    merchantAccountIds: undefined,
    creator: referenceUser,
  });
});

test("a registered key pair is never taken for another one", async () => {
  const store = await seededStore({});
  await registerAdministrator(store, key.pem);
  await expect(registerAdministrator(store, key.pem)).rejects.toThrow(ConflictError);
  await expect(registerAdministrator(store, "no key")).rejects.toMatchObject({
    message: "a key pair needs the PEM of a P-521 public key",
    exitCode: 2,
  });
});
