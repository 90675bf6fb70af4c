import { beforeEach, expect, it } from "vitest";
import { bodyOf } from "../../helpers/body-of.ts";
import { refused } from "../../helpers/refused.ts";
import { run } from "../../helpers/run.ts";
import type { Reference } from "../../helpers/server.ts";
import { fresh } from "../../helpers/shared.ts";
import { startSmallCompany } from "../../helpers/small-company.ts";
import { faulty } from "./faulty.ts";

let reference: Reference;

beforeEach(async () => {
  reference = await fresh(startSmallCompany());
});

it("merchants create creates an account and shows it", async () => {
  const line = "merchants create shop-berlin --display-name 'Shop Berlin' -o table";
  const { code, stdout, stderr } = await run(line, { reference });
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  expect(stdout).toMatchInlineSnapshot(`
      "type                          merchant-account
      id                            shop-berlin
      display_name                  Shop Berlin
      account_updater_enabled       false
      async_network_tokens_enabled  false
      created_at                    2026-01-15T12:00:00Z
      updated_at                    2026-01-15T12:00:00Z
      "
    `);
});

it("merchants create has a flag for every field of the body", async () => {
  const ran = await run(
    [
      "merchants create shop --display-name Shop --account-updater-enabled --no-async-network-tokens-enabled",
      "--updater-client-key client --updater-secret-key secret --updater-accepted-schemes visa,amex",
      "--account-updater-request-encryption-key k1 --account-updater-request-encryption-key-id i1",
      "--account-updater-response-decryption-key k2 --account-updater-response-decryption-key-id i2",
      "--over-capture-amount 100 --over-capture-percentage 5",
      "--visa-network-tokens-requestor-id v1 --visa-network-tokens-app-id v2",
      "--amex-network-tokens-requestor-id a1 --amex-network-tokens-app-id a2",
      "--mastercard-network-tokens-requestor-id m1 --mastercard-network-tokens-app-id m2",
    ].join(" "),
    { reference },
  );
  expect(ran.code).toBe(0);
  expect(bodyOf(ran)).toEqual({
    id: "shop",
    display_name: "Shop",
    account_updater_enabled: true,
    async_network_tokens_enabled: false,
    updater_client_key: "client",
    updater_secret_key: "secret",
    updater_accepted_schemes: ["visa", "amex"],
    account_updater_request_encryption_key: "k1",
    account_updater_request_encryption_key_id: "i1",
    account_updater_response_decryption_key: "k2",
    account_updater_response_decryption_key_id: "i2",
    over_capture_amount: 100,
    over_capture_percentage: 5,
    visa_network_tokens_requestor_id: "v1",
    visa_network_tokens_app_id: "v2",
    amex_network_tokens_requestor_id: "a1",
    amex_network_tokens_app_id: "a2",
    mastercard_network_tokens_requestor_id: "m1",
    mastercard_network_tokens_app_id: "m2",
  });
  const account = JSON.parse(ran.stdout);
  expect(account).toMatchObject({
    updater_client_key: "********",
    updater_secret_key: "********",
    account_updater_response_decryption_key: "********",
    account_updater_request_encryption_key: "k1",
  });
});

it("merchants create takes fields from a file, and a flag over the file", async () => {
  const files = { "shop.yaml": "display_name: From the file\nover_capture_amount: 7\n" };
  const ran = await run("merchants create shop -f shop.yaml --display-name Flag", { reference, files });
  expect(bodyOf(ran)).toEqual({ id: "shop", display_name: "Flag", over_capture_amount: 7 });
});

it("merchants create takes secrets of its file from variables and files, as apply does", async () => {
  const text = "display_name: Shop\nupdater_client_key: {env: C}\nupdater_secret_key: {file: secret.txt}\n";
  const files = { "shop.yaml": text, "secret.txt": "hush\n" };
  const line = "merchants create shop -f shop.yaml";
  const ran = await run(line, { reference, files, env: { C: "client" } });
  expect(bodyOf(ran)).toMatchObject({ updater_client_key: "client", updater_secret_key: "hush" });
  expect(ran.stdout + ran.stderr).not.toMatch(/hush|"client"/);
  const unset = "  body.updater_client_key (line 2): the variable C is not set\n";
  expect(await refused(line, { reference, files })).toContain(unset);
});

it("merchants create names every problem and sends nothing", async () => {
  const files = { "shop.json": '{"updater_secret_key": "s", "colour": "red"}' };
  expect(await refused("merchants create sh_op -f shop.json", { reference, files })).toMatchInlineSnapshot(`
      "error: the request is not valid
        body.id: must be letters, digits and hyphens
        body.display_name: is missing
        body.colour: is not a known field
        body.updater_secret_key: needs updater_client_key
      hint: to see its fields: payctl explain createMerchantAccount
      "
    `);
});

it.each(["merchants create -f shop.yaml", "merchants create shop-7 -f shop.yaml"])(
  "merchants create takes the id from its file: %s",
  async (line) => {
    const files = { "shop.yaml": "id: shop-7\ndisplay_name: Shop\n" };
    const ran = await run(line, { reference, files });
    expect([ran.code, bodyOf(ran)]).toEqual([0, { id: "shop-7", display_name: "Shop" }]);
  },
);

it.each([
  ["merchants create", "", "body.id: is missing"],
  ["merchants create", "id: 7\n", "body.id (line 2): must be text"],
  ["merchants create shop-8", "id: shop-7\n", "body.id (line 2): differs from shop-8 on the command line"],
  ["merchants create sh_op", "", "body.id: must be letters, digits and hyphens"],
])("merchants create refuses a wrong id, or two: %s with %j", async (words, more, problem) => {
  const files = { "shop.yaml": `display_name: Shop\n${more}` };
  const said = await refused(`${words} -f shop.yaml`, { reference, files });
  expect(said.split("\n")).toContain(`  ${problem}`);
});

it("merchants create sends no reference in a flag as the secret itself", async () => {
  const line =
    "merchants create shop --display-name Shop --updater-client-key c --updater-secret-key '{env: NAME}'";
  expect(await refused(line, { reference })).toMatchInlineSnapshot(`
    "error: the request is not valid
      body.updater_secret_key: is a reference written as text; in a CSV that is env:NAME or file:PATH, elsewhere an object
    hint: to see its fields: payctl explain createMerchantAccount
    "
  `);
});

it("merchants create exits with 9 when the account exists, and names it", async () => {
  const line = "merchants create default --display-name Again";
  const { code, stderr } = await run(line, { reference });
  expect(code).toBe(9);
  expect(JSON.parse(stderr).error).toMatchObject({
    status: 409,
    resource_id: "default",
    hint: "to accept the existing account, add: --if-exists skip",
  });
});

it("merchants create settles a lost answer by asking again, and exits with 0", async () => {
  const exchange = faulty(reference.exchange, (count) => (count === 1 ? "after" : undefined));
  const line = "merchants create shop --display-name Shop --updater-client-key client";
  const ran = await run(line, { reference, exchange });
  expect(ran).toMatchObject({
    code: 0,
    stderr: "merchant account shop was created, but the answer that shows it was lost\n",
  });
  expect(ran.requests).toHaveLength(2);
  expect(JSON.parse(ran.stdout)).toEqual({
    id: "shop",
    display_name: "Shop",
    updater_client_key: "********",
  });
});

it("merchants create does not ask again after a 500", async () => {
  const exchange = faulty(reference.exchange, () => "500");
  const ran = await run("merchants create shop --display-name Shop", { reference, exchange });
  expect({ code: ran.code, requests: ran.requests.length }).toEqual({ code: 5, requests: 1 });
  expect(JSON.parse(ran.stderr.trimEnd().split("\n").at(-1) ?? "").error.hint).toBe(
    "it may have been made: run it again with --if-exists skip",
  );
});

it("merchants create takes an existing account as it is with --if-exists skip", async () => {
  const line = "merchants create default --display-name Again --if-exists skip";
  expect(await run(line, { reference })).toMatchObject({
    code: 0,
    stdout: "",
    stderr: "merchant account default exists; it was not compared\n",
  });
});
