import type { Entry, Seed } from "../seed.ts";
import { america, europe } from "./company.ts";
import { before, demoId } from "./identity.ts";

type Configuration = Entry<"three_ds_configurations">;

export function demoThreeDsConfigurations(now: Date): NonNullable<Seed["three_ds_configurations"]> {
  const british = shop("Difference Goods", "GB");
  const european = { ...shop("Difference Goods Europe", "DE"), merchant_account_id: europe };
  const american = { ...shop("Difference Goods America", "US"), merchant_account_id: america };
  return [
    configuration(now, { ...british, scheme: "visa", currency: "GBP", days: 200 }),
    configuration(now, { ...british, scheme: "visa", currency: "EUR", days: 150 }),
    configuration(now, { ...british, scheme: "mastercard", currency: "GBP", days: 199 }),
    configuration(now, { ...british, scheme: "amex", currency: null, days: 100 }),
    configuration(now, { ...european, scheme: "visa", currency: "EUR", days: 120 }),
    configuration(now, { ...european, scheme: "mastercard", currency: null, days: 119 }),
    configuration(now, { ...american, scheme: "visa", currency: "USD", days: 80 }),
  ];
}

function shop(name: string, country: string) {
  return {
    merchant_acquirer_bin: "400000",
    merchant_acquirer_id: `demo-${country.toLowerCase()}-0001`,
    merchant_name: name,
    merchant_country_code: country,
    merchant_category_code: "5732",
    merchant_url: "https://shop.difference.example",
  };
}

function configuration(now: Date, { days, ...fields }: Configuration & { days: number }): Configuration {
  const { currency, merchant_country_code: country, scheme } = fields;
  const id = demoId(`3ds ${country} ${scheme} ${currency}`);
  return { ...fields, id, created_at: before(now, { days }) };
}
