import { expect, test } from "vitest";
import { id, seededStore } from "../stores.ts";

test("the payment methods of an account are found in the order asked", async () => {
  const store = await seededStore({
    merchant_accounts: [{ id: "other", display_name: "Other" }],
    payment_methods: [
      { id: id(1) },
      { id: id(2), status: "inactive", kind: "bank" },
      { id: id(3), merchant_account_id: "other" },
    ],
  });
  const ids = [id(2), id(9), id(3), id(1)];
  expect(await store.read((resources) => resources.paymentMethods.findAll("default", ids))).toEqual([
    { id: id(2), merchantAccountId: "default", kind: "bank", status: "inactive" },
    { id: id(1), merchantAccountId: "default", kind: "card", status: "active" },
  ]);
});
