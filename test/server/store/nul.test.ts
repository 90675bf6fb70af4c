import { expect, test } from "vitest";
import { newPublicKey } from "./public-keys.ts";
import { id, openTestStore, parsedAll, seededStore } from "./stores.ts";

const name = "Ada\0Lovelace";

test("the name of a key pair is answered whole", async () => {
  const pair = { id: id(1), display_name: name, public_key: newPublicKey().pem };
  const store = await seededStore({ api_key_pairs: [pair] });
  const page = await store.read((resources) => resources.apiKeyPairs.page({}, { limit: 20 }));
  expect(parsedAll(page.rows).map((row) => row.display_name)).toEqual([name]);
  const record = await store.read((resources) => resources.apiKeyPairs.find(id(1)));
  expect(record?.displayName).toBe(name);
});

test("the kind of a payment method and the provider of a wallet are shown whole", async () => {
  const store = await seededStore({
    payment_methods: [{ id: id(1), kind: "a\0b" }],
    digital_wallets: [{ id: id(2), provider: "c\0d" }],
  });
  const [method] = await store.read(({ lists }) => lists.read("payment_methods"));
  const [wallet] = await store.read(({ lists }) => lists.read("digital_wallets"));
  expect([JSON.parse(method ?? "").kind, JSON.parse(wallet ?? "").provider]).toEqual(["a\0b", "c\0d"]);
});

test.each([
  ["Ada", [1]],
  [name, [2]],
  ["Ada\0", []],
  ["Ada\0Byron", []],
])("a search for %j finds what is named so and nothing else", async (search, expected) => {
  const store = await seededStore({
    buyers: [
      { id: id(1), display_name: "Ada" },
      { id: id(2), display_name: name },
    ],
  });
  const filter = { merchantAccountId: "default", search, hidePersonalData: false };
  const page = await store.read((resources) => resources.buyers.page(filter, { limit: 20 }));
  expect(parsedAll(page.rows).map((row) => row.id)).toEqual(expected.map(id));
});

test("an account is not found by more than its name", async () => {
  const store = await seededStore({});
  expect(await store.read((resources) => resources.merchantAccounts.exists("default\0"))).toBe(false);
});

test("bytes are kept unchanged", async () => {
  const store = await openTestStore();
  const bytes = new Uint8Array([0, 255, 0]);
  const row = await store.change(async (sql) => {
    await sql.insert("meta", { name: "bytes", value: bytes });
    return sql.get<{ value: Uint8Array }>("SELECT value FROM meta WHERE name = ?", "bytes");
  });
  expect([...(row?.value ?? [])]).toEqual([0, 255, 0]);
});
