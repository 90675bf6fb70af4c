import { randomBytes } from "node:crypto";
import type { Exchange } from "../../src/contract/exchange.ts";
import { createDescriber, entryLine, type Passed } from "../../src/recording/entry.ts";
import { harText } from "../../src/recording/recording-file.ts";
import type { Seed } from "../../src/server/seed/seed.ts";
import { isRecord } from "../../src/values/record.ts";
import type { Reference, RequestOptions } from "./server.ts";

/** Something of each kind that the operations can be asked about. */
const ids = {
  method: "10000000-0000-4000-8000-000000000001",
  expired: "10000000-0000-4000-8000-000000000002",
  token: "20000000-0000-4000-8000-000000000001",
  deleted: "20000000-0000-4000-8000-000000000002",
  wallet: "30000000-0000-4000-8000-000000000001",
  otherWallet: "30000000-0000-4000-8000-000000000002",
  card: "40000000-0000-4000-8000-000000000001",
  emptyCard: "40000000-0000-4000-8000-000000000002",
  rule: "50000000-0000-4000-8000-000000000001",
  pair: "60000000-0000-4000-8000-000000000001",
} as const;

const tokens = (id: string) => `/payment-methods/${ids.method}/network-tokens/${id}`;
const rules = `/flows/card-transaction/actions/decline-early/rules/${ids.rule}`;

export function recordedSeed(publicKey: string): Seed {
  return {
    merchant_accounts: [{ id: "shop-eu", display_name: "Shop" }],
    users: [
      { id: "70000000-0000-4000-8000-000000000001", name: "Zoë Quill", email_address: "zoe@quill.example" },
    ],
    api_key_pairs: [
      {
        id: ids.pair,
        display_name: "Old one",
        public_key: publicKey,
        role_slugs: ["read-only"],
        merchant_account_ids: ["shop-eu"],
      },
    ],
    buyers: [
      {
        display_name: "Zoë Quill",
        external_identifier: "guest-31",
        account_number: "acc-1",
        billing_details: {
          first_name: "Zoë",
          last_name: "Quill",
          email_address: "zoe@quill.example",
          phone_number: "+4915112345678",
          address: {
            city: "Köln",
            country: "DE",
            postal_code: "50667",
            state_code: "DE-NW",
            line1: "Domplatz 4",
          },
          tax_id: { value: "DE123456789", kind: "de.vat" },
        },
      },
      { display_name: "Ann O'Neil", external_identifier: null },
      { merchant_account_id: "shop-eu", display_name: "Elsewhere" },
    ],
    payment_methods: [{ id: ids.method }, { id: ids.expired, status: "inactive" }],
    network_tokens: [
      {
        id: ids.token,
        payment_method_id: ids.method,
        status: "active",
        expiration_date: "12/30",
        token: "4111110000001111",
      },
      {
        id: ids.deleted,
        payment_method_id: ids.method,
        status: "deleted",
        expiration_date: "12/30",
        token: "t",
      },
    ],
    digital_wallets: [
      { id: ids.wallet, provider: "apple" },
      { id: ids.otherWallet, provider: "google" },
    ],
    gift_cards: [
      { id: ids.card, number: "4123456789012345", pin: "8361", balance: 1500, currency: "EUR", stored: true },
      {
        id: ids.emptyCard,
        number: "4123456789012346",
        pin: "8361",
        error_code: "expired_card",
        stored: true,
      },
    ],
    three_ds_configurations: [
      {
        merchant_acquirer_bin: "400000",
        merchant_acquirer_id: "shop-1",
        merchant_name: "Shop",
        merchant_country_code: "DE",
        merchant_category_code: "5732",
        merchant_url: "https://shop.example",
        scheme: "visa",
        currency: "EUR",
        metadata: { terminal: "T-17", nested: { quill: "zoe" } },
      },
    ],
    flow_rules: [
      {
        id: ids.rule,
        flow: "card-transaction",
        action: "decline-early",
        outcome: { type: "boolean", result: true },
        description: "Quill only",
        conditions: [{ name: "currency", operator: "is_one_of", value: ["EUR"] }],
      },
    ],
    generate: { buyers: 30, audit_logs: 30, seed: 1 },
  };
}

type Call = readonly [method: string, target: string, options?: RequestOptions];

/** A raw client that calls each operation, with successes and refusals. */
function recordedCalls({ token }: Pick<Reference, "token">): readonly Call[] {
  const rule = {
    position: 0,
    description: "For Zoë Quill",
    conditions: [
      { name: "amount", operator: "is_between", value: { currency: "EUR", min: 17, max: 19 } },
      { name: "card_bin", operator: "is_one_of", value: ["411111-411119"] },
      { name: "metadata", operator: "includes", value: { key: "quill", value: "zoe" } },
    ],
  };
  return [
    ["GET", "/api-key-pairs"],
    ["GET", "/audit-logs?limit=7&action=created"],
    ["GET", "/audit-logs?resource_type=buyer&limit=100"],
    ["GET", "/buyers?limit=10"],
    ["GET", "/buyers?limit=10&cursor=NEXT"],
    ["GET", "/buyers?search=guest-31", { token: token({ scopes: ["buyers.read"] }) }],
    ["GET", "/buyers", { headers: { "x-service-merchant-account-id": "shop-eu" } }],
    ["GET", "/buyers?limit=101"],
    ["GET", "/buyers", { token: null }],
    ["GET", "/buyers", { token: token({ scopes: ["flows.write"] }) }],
    ["GET", "/buyers", { token: token({ claims: { exp: 1 } }) }],
    ["POST", `${tokens(ids.token)}/suspend`],
    ["POST", `${tokens(ids.token)}/cryptogram`, { body: { merchant_initiated: true } }],
    ["POST", `${tokens(ids.token)}/resume`],
    ["POST", `${tokens(ids.token)}/cryptogram`, { body: { merchant_initiated: true } }],
    ["POST", `${tokens(ids.deleted)}/suspend`],
    ["POST", `/digital-wallets/${ids.wallet}/domains`, { body: { domain_name: "quill.example" } }],
    ["POST", `/digital-wallets/${ids.wallet}/domains`, { body: { domain_name: "quill.example" } }],
    ["POST", `/digital-wallets/${ids.otherWallet}/domains`, { body: { domain_name: "quill.example" } }],
    ["POST", `/digital-wallets/${ids.wallet}/domains`, { body: { domain: "quill.example" } }],
    ["POST", "/gift-cards/balances", { body: { items: [{ id: ids.card }, { id: ids.emptyCard }] } }],
    ["POST", "/account-updater/jobs", { body: { payment_method_ids: [ids.method, ids.expired] } }],
    ["POST", "/account-updater/jobs", { body: { payment_method_ids: [ids.expired] } }],
    ["GET", "/merchant-accounts/default/three-ds-configurations?currency=EUR"],
    ["GET", "/merchant-accounts/nowhere/three-ds-configurations"],
    ["PUT", rules, { body: rule }],
    ["PUT", rules, { body: { position: -1 } }],
    [
      "POST",
      "/merchant-accounts",
      {
        body: {
          id: "shop-new",
          display_name: "Quill & Co",
          updater_client_key: "quill-key",
          updater_secret_key: "quill-secret",
        },
      },
    ],
    ["POST", "/merchant-accounts", { body: { id: "shop-new", display_name: "Quill & Co" } }],
    ["POST", "/merchant-accounts", { body: { id: "shop-eu", display_name: "Quill & Co" } }],
    ["DELETE", `/api-key-pairs/${ids.pair}`],
    ["DELETE", `/api-key-pairs/${ids.pair}`],
    ["GET", "/audit-logs?limit=5"],
    ["GET", "/api-key-pairs"],
  ];
}

/** Records what goes through an Exchange, as the proxy does with what goes through it. */
function recording(exchange: Exchange) {
  const describe = createDescriber(randomBytes(32), 1);
  const lines: string[] = [];
  const recorded: Exchange = async (request) => {
    const answer = await exchange(request);
    const body = Buffer.from(request.body ?? "");
    const passed: Passed = {
      startedAt: Date.now(),
      milliseconds: 1,
      method: request.method,
      target: request.target,
      headers: request.headers,
      body: { size: body.length, bytes: body },
      answer: {
        status: answer.status,
        headers: answer.headers,
        body: { size: Buffer.byteLength(answer.body), bytes: Buffer.from(answer.body) },
      },
    };
    lines.push(entryLine(await describe(passed)));
    return answer;
  };
  return { exchange: recorded, har: () => harText(lines) };
}

/** The recording of a client that calls each operation. */
export async function recordEverything(reference: Reference): Promise<string> {
  const { exchange, har } = recording(reference.exchange);
  let next = "";
  for (const [method, target, { body, headers, token } = {}] of recordedCalls(reference)) {
    const bearer = token === undefined ? reference.token() : token;
    const answer = await exchange({
      method,
      target: target.replace("NEXT", next),
      headers: {
        ...(bearer === null ? {} : { authorization: `Bearer ${bearer}` }),
        ...(body === undefined ? {} : { "content-type": "application/json" }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: Buffer.from(JSON.stringify(body)) }),
    });
    const value: unknown = answer.body === "" ? {} : JSON.parse(answer.body);
    if (isRecord(value) && typeof value["next_cursor"] === "string") next = value["next_cursor"];
  }
  return har();
}
