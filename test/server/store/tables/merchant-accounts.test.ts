import { expect, test } from "vitest";
import { defaultAccount } from "../../../../src/server/store/built-in.ts";
import { now, seededStore } from "../stores.ts";

const at = now.toISOString();

test("a merchant account is inserted once", async () => {
  const store = await seededStore({});
  const account = { ...defaultAccount, account_updater_enabled: false, created_at: at, updated_at: at };
  const results = await Promise.allSettled(
    ["default", "new", "new"].map((accountId) =>
      store.write((resources) => resources.merchantAccounts.insert({ ...account, id: accountId })),
    ),
  );
  expect(results.map(({ status }) => status)).toEqual(["rejected", "fulfilled", "rejected"]);
  expect(await store.read((resources) => resources.merchantAccounts.exists("new"))).toBe(true);
  expect(await store.read((resources) => resources.merchantAccounts.exists("none"))).toBe(false);
});
