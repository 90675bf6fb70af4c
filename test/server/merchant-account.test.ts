import { expect, it } from "vitest";
import { parseSeed } from "../../src/server/seed/parse.ts";
import { failureShape } from "../helpers/failure-shape.ts";
import { generateKey } from "../helpers/keys.ts";
import { startReference } from "../helpers/server.ts";
import { shared } from "../helpers/shared.ts";

const key = generateKey();
const both = ["acme", "default"];
const seed = {
  merchant_accounts: [
    { id: "acme", display_name: "Acme" },
    { id: "other", display_name: "Other" },
  ],
  api_key_pairs: [
    {
      display_name: "Shop",
      public_key: key.publicPem,
      role_slugs: ["administrator"],
      merchant_account_ids: both,
    },
  ],
  buyers: ["default", "acme", "other"].map((account) => ({
    display_name: `Buyer of ${account}`,
    merchant_account_id: account,
  })),
};
const reference = await shared(startReference({ seed: await parseSeed(JSON.stringify(seed), "seed.json") }));

type Caller = "restricted" | "unrestricted";

/** The accounts whose buyers a caller sees, or the failure. */
async function buyersOf(caller: Caller, account?: string) {
  const token = caller === "restricted" ? reference.token({ key }) : reference.token();
  const headers: Record<string, string> =
    account === undefined ? {} : { "x-service-merchant-account-id": account };
  const { json, status } = await reference.request("GET", "/buyers", { token, headers });
  if (status !== 200) return status;
  return json.items.map((item: { merchant_account_id: string }) => item.merchant_account_id);
}

it.each([
  ["unrestricted", undefined, ["default"]],
  ["unrestricted", "acme", ["acme"]],
  ["unrestricted", "other", ["other"]],
  ["unrestricted", "nowhere", 404],
  ["unrestricted", "ACME", 404],
  ["unrestricted", "", 404],
  ["restricted", undefined, ["acme"]],
  ["restricted", "acme", ["acme"]],
  ["restricted", "default", ["default"]],
  ["restricted", "other", 403],
  ["restricted", "nowhere", 403],
] as const)(
  "the merchant account header of an %s key pair: %s leads to %j",
  async (caller, account, outcome) => {
    expect(await buyersOf(caller, account)).toEqual(outcome);
  },
);

it("a failure names the merchant account header", async () => {
  const headers = { "x-service-merchant-account-id": "nowhere" };
  expect((await reference.request("GET", "/buyers", { headers })).json).toEqual(
    failureShape(404, "not_found", "The resource could not be found", {
      details: [
        {
          location: "header",
          pointer: "x-service-merchant-account-id",
          message: "No merchant account has this id",
          type: "not_found",
        },
      ],
    }),
  );
});

it.each([
  ["GET", "/api-key-pairs", 200],
  ["GET", "/merchant-accounts/acme/three-ds-configurations", 200],
  ["POST", "/merchant-accounts", 422],
  ["PUT", "/flows/checkout/actions/select-payment-options/rules/x", 422],
])("the merchant account header is ignored by %s %s", async (method, target, status) => {
  const headers = { "x-service-merchant-account-id": "nowhere" };
  expect((await reference.request(method, target, { headers })).status).toBe(status);
});
