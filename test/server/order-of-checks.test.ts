import { expect, it } from "vitest";
import { parseSeed } from "../../src/server/seed/parse.ts";
import { startReference } from "../helpers/server.ts";
import { shared } from "../helpers/shared.ts";

const tokenId = "70000000-0000-4000-8000-000000000001";
const methodId = "70000000-0000-4000-8000-000000000002";
const seed = {
  payment_methods: [{ id: methodId, kind: "card", status: "active" }],
  network_tokens: [
    {
      id: tokenId,
      payment_method_id: methodId,
      status: "deleted",
      expiration_date: "12/30",
      token: "4111110000001111",
    },
  ],
};
const reference = await shared(startReference({ seed: await parseSeed(JSON.stringify(seed), "seed.json") }));

const unknown = "70000000-0000-4000-8000-00000000ffff";
const nowhere = { "x-service-merchant-account-id": "nowhere" };
const good = { merchant_initiated: true };

function path(method: string, token: string, verb: string): string {
  return `/payment-methods/${method}/network-tokens/${token}/${verb}`;
}

interface Wrong {
  readonly token?: null;
  readonly scopes?: readonly string[];
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

type Row = readonly [check: string, method: string, target: string, wrong: Wrong, status: number];

// Each request is wrong in every way that those above it are not.
it.each<Row>([
  ["path", "POST", path("x", "x", "freeze"), { token: null, headers: nowhere, body: "{" }, 404],
  ["method", "GET", path("x", "x", "cryptogram"), { token: null, headers: nowhere, body: "{" }, 405],
  ["token", "POST", path("x", "x", "cryptogram"), { token: null, headers: nowhere, body: "{" }, 401],
  ["scope", "POST", path("x", "x", "cryptogram"), { scopes: [], headers: nowhere, body: "{" }, 403],
  ["account", "POST", path("x", "x", "cryptogram"), { headers: nowhere, body: "{" }, 404],
  ["form of the body", "POST", path("x", "x", "cryptogram"), { body: "{" }, 400],
  ["parameters", "POST", path("x", tokenId, "cryptogram"), { body: good }, 422],
  ["existence", "POST", path(methodId, unknown, "cryptogram"), { body: good }, 404],
  ["state", "POST", path(methodId, tokenId, "cryptogram"), { body: good }, 400],
])("the check for %s comes in its turn", async (_, method, target, { scopes, ...options }, status) => {
  const token = scopes === undefined ? {} : { token: reference.token({ scopes }) };
  expect((await reference.request(method, target, { ...token, ...options })).status).toBe(status);
});
