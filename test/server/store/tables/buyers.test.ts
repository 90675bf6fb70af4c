import { expect, test } from "vitest";
import { reconciliationId } from "../../../../src/server/store/tables/buyers.ts";
import { id, parsedAll, seededStore } from "../stores.ts";

test("personal data is blanked for callers who may not see it", async () => {
  const store = await seededStore({
    buyers: [
      {
        id: id(1),
        display_name: "Ada",
        external_identifier: "a-1",
        account_number: "42",
        billing_details: {
          first_name: "Ada",
          email_address: "ada@example.com",
          address: { city: "London", country: "GB", state: "England", state_code: "GB-ENG", line1: "Square" },
          tax_id: { kind: "vat", value: "XX1" },
        },
      },
      { id: id(2), billing_details: { last_name: "Lovelace" } },
      { id: id(3) },
    ],
  });
  const page = await store.read((resources) =>
    resources.buyers.page({ merchantAccountId: "default", hidePersonalData: true }, { limit: 20 }),
  );
  const nobody = {
    first_name: null,
    last_name: null,
    email_address: null,
    phone_number: null,
    address: null,
    tax_id: null,
  };
  const buyers = parsedAll(page.rows);
  expect(buyers.map((buyer) => buyer.billing_details)).toEqual([
    {
      ...nobody,
      address: {
        city: null,
        country: "GB",
        postal_code: null,
        state: "England",
        state_code: "GB-ENG",
        house_number_or_name: null,
        line1: null,
        line2: null,
        organization: null,
      },
    },
    nobody,
    null,
  ]);
  expect(buyers[0]).toMatchObject({ display_name: "Ada", external_identifier: "a-1", account_number: null });
});

test.each([
  ["fe26475d-ec3e-4884-9553-f7356683f7f9", "7jZXl4gBUNl0CnaLEnfXbt"],
  ["00000000-0000-0000-0000-000000000000", "0000000000000000000000"],
  ["00000000-0000-0000-0000-00000000003e", "0000000000000000000010"],
  ["ffffffff-ffff-ffff-ffff-ffffffffffff", "7n42DGM5Tflk9n8mt7Fhc7"],
])("the reconciliation id of the buyer %s is %s, the id in base62", (buyer, text) => {
  expect(reconciliationId(buyer)).toBe(text);
});
