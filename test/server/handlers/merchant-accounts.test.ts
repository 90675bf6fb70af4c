import { expect, it } from "vitest";
import { entryOf, failure, now, openWorld } from "./world.ts";

const target = "/merchant-accounts";

const plain = { id: "Shop-1", display_name: "Shop One" };

const unset = {
  type: "merchant-account",
  account_updater_enabled: false,
  async_network_tokens_enabled: false,
  updater_client_key: null,
  updater_secret_key: null,
  updater_accepted_schemes: null,
  account_updater_request_encryption_key: null,
  account_updater_request_encryption_key_id: null,
  account_updater_response_decryption_key: null,
  account_updater_response_decryption_key_id: null,
  over_capture_amount: null,
  over_capture_percentage: null,
  visa_network_tokens_requestor_id: null,
  visa_network_tokens_app_id: null,
  amex_network_tokens_requestor_id: null,
  amex_network_tokens_app_id: null,
  mastercard_network_tokens_requestor_id: null,
  mastercard_network_tokens_app_id: null,
  created_at: now,
  updated_at: now,
};

const full = {
  ...plain,
  account_updater_enabled: true,
  async_network_tokens_enabled: true,
  updater_client_key: "client-key",
  updater_secret_key: "client-secret",
  updater_accepted_schemes: ["visa", "carte-bancaire"],
  account_updater_request_encryption_key: "encryption-key",
  account_updater_request_encryption_key_id: "1",
  account_updater_response_decryption_key: "decryption-key",
  account_updater_response_decryption_key_id: "2",
  over_capture_amount: 0,
  over_capture_percentage: 99_999_999,
  visa_network_tokens_requestor_id: "v".repeat(300),
  visa_network_tokens_app_id: "va",
  amex_network_tokens_requestor_id: "a",
  amex_network_tokens_app_id: "aa",
  mastercard_network_tokens_requestor_id: "m",
  mastercard_network_tokens_app_id: "ma",
};

async function create(body: unknown, options: object = {}) {
  const { ask } = await openWorld();
  return ask("POST", target, { scopes: ["merchant-accounts.write"], body, ...options });
}

it("createMerchantAccount answers 201 with the defaults of what was not given", async () => {
  expect(await create(plain)).toEqual({ status: 201, body: { ...unset, ...plain } });
});

it("createMerchantAccount answers every field as sent, secrets too", async () => {
  expect(await create(full)).toEqual({ status: 201, body: { ...unset, ...full } });
});

it("createMerchantAccount makes an account that calls can use at once", async () => {
  const { ask } = await openWorld();
  expect((await ask("GET", "/buyers", { account: plain.id })).status).toBe(404);
  await ask("POST", target, { body: plain });
  expect((await ask("GET", "/buyers", { account: plain.id })).status).toBe(200);
});

it("createMerchantAccount is recorded in the account default", async () => {
  const { ask } = await openWorld();
  await ask("POST", target, { body: plain });
  expect((await ask("GET", "/audit-logs", { account: plain.id })).body.items).toEqual([]);
  expect((await ask("GET", "/audit-logs")).body.items).toEqual([
    entryOf("created", { type: "merchant-account", id: plain.id, name: plain.display_name }),
  ]);
});

it("createMerchantAccount answers 409 and names the existing account", async () => {
  const { ask } = await openWorld();
  const answer = await ask("POST", target, { body: { id: "acme", display_name: "Another" } });
  expect(answer).toEqual(
    failure(409, "duplicate_record", "A merchant account with this id exists", { resource_id: "acme" }),
  );
  expect((await ask("GET", "/audit-logs")).body.items).toEqual([]);
});

it("createMerchantAccount answers 403 to a key pair that is bound to accounts", async () => {
  expect((await create(plain, { as: "acmeOnly" })).status).toBe(403);
});

it("createMerchantAccount names every problem of a request at once", async () => {
  const { body } = await create({
    updater_client_key: "k",
    updater_accepted_schemes: ["visa", "cash"],
    colour: "red",
  });
  const locations = body.detail.map(({ loc }: { loc: string[] }) => loc.join("."));
  expect(locations.toSorted()).toEqual([
    "body.colour",
    "body.display_name",
    "body.id",
    "body.updater_accepted_schemes.1",
  ]);
});
