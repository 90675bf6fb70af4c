import { expect, test } from "vitest";
import { apiKeyPair } from "../../../../src/contract/schemas/api-key-pairs.ts";
import type { Seed } from "../../../../src/server/seed/seed.ts";
import { newPublicKey } from "../public-keys.ts";
import { id, now, parsedAll, seededStore } from "../stores.ts";

const at = now.toISOString();
const changed = "2031-06-01T00:00:00.000Z";
const [wide, narrow, both] = [newPublicKey(), newPublicKey(), newPublicKey()];

const keySeed: Seed = {
  merchant_accounts: [
    { id: "first", display_name: "First", over_capture_amount: 5, over_capture_percentage: 7 },
    { id: "second", display_name: "Second" },
  ],
  users: [{ id: id(50), name: "Ada Lovelace", email_address: "ada@example.com" }],
  roles: [{ id: id(60), name: "Narrow", slug: "narrow", permissions: { allow: ["flows.write", "*.read"] } }],
  api_key_pairs: [
    {
      id: id(1),
      display_name: "Wide",
      public_key: wide.pem,
      role_slugs: ["administrator"],
      creator_id: id(50),
      updated_at: changed,
    },
    {
      id: id(2),
      display_name: "Narrow",
      public_key: narrow.pem,
      active: false,
      role_slugs: ["narrow", "read-only"],
      merchant_account_ids: ["second"],
    },
    { id: id(3), display_name: "Both", public_key: both.pem, merchant_account_ids: ["second", "first"] },
  ],
};

test("a key pair is found by its thumbprint, with what its roles allow and who made it", async () => {
  const store = await seededStore(keySeed);
  const found = await store.read((resources) => resources.apiKeyPairs.findByThumbprint(wide.thumbprint));
  expect(found).toEqual({
    id: id(1),
    thumbprint: wide.thumbprint,
    displayName: "Wide",
    publicKey: wide.pem,
    active: true,
    allow: ["*.read", "*.write", "embed"],
    merchantAccountIds: undefined,
    creator: {
      type: "user",
      id: id(50),
      name: "Ada Lovelace",
      email_address: "ada@example.com",
      is_staff: false,
      status: "active",
    },
    lastUsedAt: null,
  });
});

test("a restricted key pair names its accounts in their order and each scope once", async () => {
  const store = await seededStore(keySeed);
  const pairs = await store.read((resources) =>
    Promise.all([id(2), id(3), id(4)].map((pair) => resources.apiKeyPairs.find(pair))),
  );
  expect(pairs.map((pair) => pair && [pair.active, pair.allow.toSorted(), pair.merchantAccountIds])).toEqual([
    [false, ["*.read", "flows.write"], ["second"]],
    [true, [], ["second", "first"]],
    undefined,
  ]);
});

test("key pairs are listed as the specification shows them", async () => {
  const store = await seededStore(keySeed);
  const page = await store.read((resources) => resources.apiKeyPairs.page({}, { limit: 20 }));
  const pairs = parsedAll(page.rows);
  for (const pair of pairs) expect(() => apiKeyPair.parse(pair)).not.toThrow();
  expect(
    pairs.map((pair) => [pair.id, pair.roles?.map((role) => role.slug), pair.merchant_accounts]),
  ).toEqual([
    [id(1), ["administrator"], []],
    [id(2), ["narrow", "read-only"], [accountIn("second", "Second")]],
    [
      id(3),
      [],
      [
        accountIn("second", "Second"),
        { ...accountIn("first", "First"), over_capture_amount: 5, over_capture_percentage: 7 },
      ],
    ],
  ]);
  expect(pairs[0]).toMatchObject({
    type: "api-key-pair",
    thumbprint: wide.thumbprint,
    display_name: "Wide",
    algorithm: "ECDSA",
    active: true,
    private_key: null,
    created_at: at,
    updated_at: changed,
    last_used_at: null,
    creator: { id: id(50), name: "Ada Lovelace", email_address: "ada@example.com", thumbprint: null },
  });
  expect(pairs[1]).toMatchObject({ active: false, creator: null });
});

function accountIn(accountId: string, name: string) {
  const created = accountId === "first" ? at : new Date(now.getTime() - 1).toISOString();
  return {
    id: accountId,
    display_name: name,
    created_at: created,
    updated_at: created,
    type: "merchant-account",
    over_capture_amount: null,
    over_capture_percentage: null,
  };
}

test("a deleted key pair is gone, with its roles and accounts", async () => {
  const store = await seededStore(keySeed);
  await store.write((resources) => resources.apiKeyPairs.delete(id(2)));
  expect(
    await store.read((resources) => resources.apiKeyPairs.findByThumbprint(narrow.thumbprint)),
  ).toBeUndefined();
  const left = await store.change(async (sql) => [
    await sql.all("SELECT api_key_pair_id FROM api_key_pair_roles WHERE api_key_pair_id = ?", id(2)),
    await sql.all("SELECT api_key_pair_id FROM api_key_pair_accounts WHERE api_key_pair_id = ?", id(2)),
  ]);
  expect(left).toEqual([[], []]);
});
