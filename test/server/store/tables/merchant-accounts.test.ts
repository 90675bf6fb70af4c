import { expect, test } from "vitest";
import { defaultAccount } from "../../../../src/server/store/built-in.ts";
import { made, seededStore } from "../stores.ts";

test("a merchant account is inserted once", async () => {
  const store = await seededStore({});
  const results = await Promise.allSettled(
    ["default", "new", "new"].map((accountId) =>
      store.write((resources) =>
        resources.merchantAccounts.insert({ ...defaultAccount, id: accountId }, made),
      ),
    ),
  );
  expect(results.map(({ status }) => status)).toEqual(["rejected", "fulfilled", "rejected"]);
  expect(await store.read((resources) => resources.merchantAccounts.exists("new"))).toBe(true);
  expect(await store.read((resources) => resources.merchantAccounts.exists("none"))).toBe(false);
});
