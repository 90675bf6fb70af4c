import { expect, it } from "vitest";
import { id, openWorld } from "./world.ts";

const ada = {
  id: "fe26475d-ec3e-4884-9553-f7356683f7f9",
  created_at: "2026-01-02T00:00:00.000Z",
  updated_at: "2026-01-02T00:00:00.000Z",
  display_name: "Ada Lovelace",
  external_identifier: "customer-1",
  account_number: "4711",
  billing_details: {
    first_name: "Ada",
    last_name: "Lovelace",
    email_address: "ada@example.com",
    phone_number: "+441234567890",
    address: {
      city: "London",
      country: "GB",
      postal_code: "SW1Y 4LB",
      state: "London",
      state_code: "GB-LND",
      house_number_or_name: "12",
      line1: "St James's Square",
      line2: "Second floor",
      organization: "Analytical Engines",
    },
    tax_id: { value: "GB123456789", kind: "gb.vat" },
  },
};

const whole = {
  ...ada,
  type: "buyer",
  merchant_account_id: "default",
  reconciliation_id: "7jZXl4gBUNl0CnaLEnfXbt",
};

const blanked = {
  ...whole,
  account_number: null,
  billing_details: {
    first_name: null,
    last_name: null,
    email_address: null,
    phone_number: null,
    tax_id: null,
    address: {
      city: null,
      country: "GB",
      postal_code: null,
      state: "London",
      state_code: "GB-LND",
      house_number_or_name: null,
      line1: null,
      line2: null,
      organization: null,
    },
  },
};

function buyer(number: number, parts: object = {}) {
  return { id: id(number), created_at: `2026-01-01T00:00:${number - 100}.000Z`, ...parts };
}

const read = { scopes: ["buyers.read"] };

async function idsOf(target: string, options: object = {}) {
  const { ask } = await openWorld({ buyers });
  const { body } = await ask("GET", target, { ...read, ...options });
  return body.items.map((item: { id: string }) => item.id);
}

const buyers = [
  buyer(111, { display_name: "Grace", external_identifier: "one" }),
  buyer(113, { display_name: "Alan", external_identifier: "Grace" }),
  buyer(112, { display_name: "grace", external_identifier: "two" }),
  buyer(114, { display_name: "Grace", merchant_account_id: "acme" }),
];

it("listBuyers answers everything to a caller who may read billing details", async () => {
  const { ask } = await openWorld({ buyers: [ada] });
  const scopes = ["buyers.read", "buyers.billing-details.read"];
  expect(await ask("GET", "/buyers", { scopes })).toEqual({
    status: 200,
    body: { items: [whole], limit: 20, next_cursor: null, previous_cursor: null },
  });
});

it("listBuyers counts *.read as permission for billing details", async () => {
  const { ask } = await openWorld({ buyers: [ada] });
  expect((await ask("GET", "/buyers", { scopes: ["*.read"] })).body.items).toEqual([whole]);
});

it("listBuyers blanks personal data for everybody else, but keeps country and state", async () => {
  const { ask } = await openWorld({ buyers: [ada] });
  expect((await ask("GET", "/buyers", read)).body.items).toEqual([blanked]);
});

it("listBuyers blanks personal data when the token asks for more than the roles allow", async () => {
  const { ask } = await openWorld({ buyers: [ada] });
  const scopes = ["buyers.read", "buyers.billing-details.read"];
  expect((await ask("GET", "/buyers", { as: "support", scopes })).body.items).toEqual([blanked]);
});

it("listBuyers finds a buyer by what it blanks no more than by what it shows", async () => {
  const { ask } = await openWorld({ buyers: [ada] });
  const { body } = await ask("GET", "/buyers?search=customer-1", read);
  expect(body.items).toEqual([blanked]);
});

it("listBuyers lists the newest first, in the caller's account only", async () => {
  expect(await idsOf("/buyers")).toEqual([id(113), id(112), id(111)]);
  expect(await idsOf("/buyers", { account: "acme" })).toEqual([id(114)]);
});

it("listBuyers searches display name and external identifier for an equal value", async () => {
  expect(await idsOf("/buyers?search=Grace")).toEqual([id(113), id(111)]);
  expect(await idsOf("/buyers?search=Gra")).toEqual([]);
});

it("listBuyers filters by external identifier", async () => {
  expect(await idsOf("/buyers?external_identifier=two")).toEqual([id(112)]);
});

it("listBuyers takes both filters together", async () => {
  expect(await idsOf("/buyers?search=Grace&external_identifier=one")).toEqual([id(111)]);
});
