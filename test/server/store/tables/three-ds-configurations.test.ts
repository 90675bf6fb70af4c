import { expect, test } from "vitest";
import { id, parsedAll, seededStore } from "../stores.ts";

function configuration(number: number, currency: string | null) {
  return {
    id: id(number),
    merchant_acquirer_bin: "400000",
    merchant_acquirer_id: "demo",
    merchant_name: "Demo",
    merchant_country_code: "GB",
    merchant_category_code: "5732",
    merchant_url: "https://shop.example",
    scheme: "visa",
    currency,
  };
}

test.each([
  [undefined, [41, 42, 43]],
  ["GBP", [41, 42]],
  ["JPY", [42]],
])("the 3DS configurations for the currency %s and those for all are listed", async (currency, expected) => {
  const store = await seededStore({
    merchant_accounts: [{ id: "other", display_name: "Other" }],
    three_ds_configurations: [
      configuration(41, "GBP"),
      configuration(42, null),
      configuration(43, "EUR"),
      { ...configuration(44, "GBP"), merchant_account_id: "other" },
    ],
  });
  const found = await store.read((resources) => resources.threeDsConfigurations.list("default", currency));
  expect(parsedAll(found).map((one) => one.id)).toEqual(expected.map(id));
});
