import type { Seed } from "../../src/server/seed/seed.ts";
import { generateKey } from "./keys.ts";
import type { RequestOptions, TokenOptions } from "./server.ts";

/** Whoever calls a reference server. */
export interface Caller {
  token(options?: TokenOptions): string;
  request(method: string, target: string, options?: RequestOptions): Promise<unknown>;
}

/** A mistake of somebody who calls the API. */
export interface Mistake {
  readonly mistake: string;
  readonly send: (caller: Caller) => Promise<unknown>;
  /** What is told of its request, in one line: the same in the log, by `serve requests` and on the page. */
  readonly told: string;
}

const account = { id: "shop", display_name: "Shop" };
const [administrator, bound, leaving] = [generateKey(), generateKey(), generateKey()];
const leavingId = "ab000000-0000-4000-8000-000000000002";

/** What the mistakes need to be made. */
export const mistakenSeed: Seed = {
  merchant_accounts: [{ id: "boutique", display_name: "Boutique" }],
  api_key_pairs: [
    { display_name: "Tester", public_key: administrator.publicPem, role_slugs: ["administrator"] },
    {
      display_name: "Boutique",
      public_key: bound.publicPem,
      role_slugs: ["administrator"],
      merchant_account_ids: ["boutique"],
    },
    { id: leavingId, display_name: "Leaving", public_key: leaving.publicPem },
  ],
};

function createAccount({ request }: Caller, body: unknown = account) {
  return request("POST", "/merchant-accounts", { body });
}

/** Lists buyers with a token that is not as it should be. */
function withToken(options: TokenOptions) {
  return ({ request, token }: Caller) => request("GET", "/buyers", { token: token(options) });
}

function inAccount(id: string, options?: TokenOptions) {
  return ({ request, token }: Caller) => {
    const headers = { "x-service-merchant-account-id": id };
    return request("GET", "/buyers", { headers, token: token(options) });
  };
}

function fault({ request }: Caller, rule: object) {
  return request("POST", "/_reference/faults", { token: null, body: { times: 1, ...rule } });
}

/** Made one after the other on a server whose embed limit is 2. */
export const mistakes: readonly Mistake[] = [
  {
    mistake: "no token",
    send: ({ request }) => request("GET", "/buyers", { token: null }),
    told: "authorization: No Authorization header was sent",
  },
  {
    mistake: "an expired token",
    send: withToken({ claims: { nbf: 1_000_000_000, exp: 1_000_000_060 } }),
    told: "authorization: The token has expired. It expired at 2001-09-09T01:47:40.000Z",
  },
  {
    mistake: "exp in milliseconds",
    send: withToken({ claims: { exp: 1_800_000_000_000 } }),
    told: "authorization: The claim exp must be a time in seconds, not in milliseconds",
  },
  {
    mistake: "a token without jti",
    send: withToken({ claims: { jti: undefined } }),
    told: "authorization: The claim jti is missing",
  },
  {
    mistake: "scope for scopes",
    send: withToken({ claims: { scopes: undefined, scope: "buyers.read" } }),
    told: "authorization: The claim scopes is missing: scope was sent for it",
  },
  {
    mistake: "a key on the wrong curve",
    send: withToken({ key: generateKey("P-256"), header: { alg: "ES256" } }),
    told: "authorization: The token must be signed with ES512, not with ES256",
  },
  {
    mistake: "an unknown kid",
    send: withToken({ key: generateKey() }),
    told:
      "authorization: No active key pair matches the token. " +
      "No key pair here has the thumbprint of the token",
  },
  {
    mistake: "a wrong signature",
    send: ({ request, token }) => {
      const [header, claims] = token().split(".");
      const [, , signature] = token({ scopes: [] }).split(".");
      return request("GET", "/buyers", { token: [header, claims, signature].join(".") });
    },
    told:
      "authorization: No active key pair matches the token. " + "The signature is not that of the key pair",
  },
  {
    mistake: "a key pair that was deleted",
    send: async (caller) => {
      await caller.request("DELETE", `/api-key-pairs/${leavingId}`);
      return withToken({ key: leaving })(caller);
    },
    told:
      "authorization: No active key pair matches the token. " +
      "No key pair here has the thumbprint of the token",
  },
  {
    mistake: "a missing scope",
    send: withToken({ scopes: ["audit-logs.read"] }),
    told: "The token lacks the scope buyers.read",
  },
  {
    mistake: "the account of others",
    send: inAccount("default", { key: bound }),
    told:
      "x-service-merchant-account-id: The key pair may not use this merchant account. " +
      "The key pair may use only boutique",
  },
  {
    mistake: "a misspelt path",
    send: ({ request }) => request("GET", "/buyer"),
    told: "No operation has this path; listBuyers is GET /buyers",
  },
  {
    mistake: "a wrong method",
    send: ({ request }) => request("POST", "/buyers"),
    told: "The path takes other methods; listBuyers is GET /buyers",
  },
  {
    mistake: "a misspelt field",
    send: (caller) => createAccount(caller, { id: "shop", displayName: "Shop" }),
    told: "/displayName: nothing reads it; did you mean display_name?",
  },
  {
    mistake: "a body that is not JSON",
    send: (caller) => createAccount(caller, "{"),
    told: "body: The body must be JSON",
  },
  {
    mistake: "a misspelt query parameter",
    send: ({ request }) => request("GET", "/buyers?serach=Ada"),
    told: "serach: nothing reads it; did you mean search?",
  },
  {
    mistake: "an unknown field",
    send: (caller) => createAccount(caller, { ...account, colour: "red" }),
    told: "/colour: Extra inputs are not permitted",
  },
  {
    mistake: "a wrong value",
    send: (caller) => createAccount(caller, { ...account, over_capture_amount: "ten" }),
    told: "/over_capture_amount: Input should be a valid integer",
  },
  {
    mistake: "several wrong values",
    send: (caller) => createAccount(caller, { id: "Shop C!", display_name: 7 }),
    told: "/id: String should match pattern '^[a-zA-Z0-9-]+$' (and 1 more)",
  },
  {
    mistake: "a misspelt account",
    send: inAccount("defautl"),
    told:
      "x-service-merchant-account-id: No merchant account has this id. " +
      "There is a merchant account default",
  },
  {
    mistake: "an account that exists",
    send: async (caller) => {
      await createAccount(caller);
      return createAccount(caller);
    },
    told: "A merchant account with this id exists",
  },
  {
    mistake: "more calls than an embed token may make",
    send: async ({ request, token }) => {
      const options = {
        token: token({ scopes: ["embed"] }),
        body: { items: [{ number: "4123456789012345", pin: "1" }] },
      };
      for (const _ of [1, 2, 3]) await request("POST", "/gift-cards/balances", options);
    },
    told: "Too many requests. 2 calls of an embed token in 60 seconds are the limit; the next is free at TIME",
  },
  {
    mistake: "a fault",
    send: async (caller) => {
      await fault(caller, { operation: "listBuyers", status: 503 });
      return caller.request("GET", "/buyers");
    },
    told: "Request could not be processed. Rule 1 of the faults",
  },
  {
    mistake: "a lost answer",
    send: async (caller) => {
      await fault(caller, { operation: "createMerchantAccount", status: "reset", after: true });
      return createAccount(caller, { ...account, id: "other" }).catch(() => undefined);
    },
    told:
      "The connection was reset. " + "Rule 2 of the faults; the request was carried out, and its answer lost",
  },
  {
    mistake: "a lost answer to what was refused",
    send: async (caller) => {
      await fault(caller, { operation: "createMerchantAccount", status: "reset", after: true });
      return createAccount(caller).catch(() => undefined);
    },
    told: "The connection was reset. Rule 3 of the faults; the request had been refused",
  },
  {
    mistake: "a page of an origin that is not allowed",
    send: ({ request }) =>
      request("GET", "/buyers", { headers: { host: "127.0.0.1:4010", origin: "http://localhost:3000" } }),
    told: "Pages of http://localhost:3000 may not call the API; --cors http://localhost:3000 lets them",
  },
];

/** A text that was told, but for the time at which a call is free. */
export function withoutTime(text: string): string {
  return text.replace(/(?<=is free at )\S+Z$/, "TIME");
}
