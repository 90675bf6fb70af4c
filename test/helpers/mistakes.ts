import type { Reference } from "./server.ts";

/** A mistake of somebody who calls the API, and all that the journal says of its request. */
export interface Mistake {
  readonly mistake: string;
  readonly send: (reference: Reference) => Promise<unknown>;
  readonly words: readonly string[];
}

const account = { id: "shop", display_name: "Shop" };

function createAccount({ request }: Reference, body: unknown = account) {
  return request("POST", "/merchant-accounts", { body });
}

function fault({ request }: Reference, rule: object) {
  return request("POST", "/_reference/faults", { token: null, body: rule });
}

const invalid = "A field or parameter is invalid; every problem is listed";

/** Made one after the other on a server without data that uses its journal redacted. */
export const mistakes: readonly Mistake[] = [
  {
    mistake: "a wrong scope",
    send: ({ request, token }) =>
      request("GET", "/buyers", { token: token({ scopes: ["audit-logs.read"] }) }),
    words: ["The token lacks the scope buyers.read", "The token lacks the scope buyers.read"],
  },
  {
    mistake: "no token",
    send: ({ request }) => request("GET", "/buyers", { token: null }),
    words: ["No valid API authentication found", "authorization: No Authorization header was sent"],
  },
  {
    mistake: "an expired token",
    send: ({ request, token }) => {
      return request("GET", "/buyers", {
        token: token({ claims: { nbf: 1_000_000_000, exp: 1_000_000_060 } }),
      });
    },
    words: [
      "No valid API authentication found",
      "It expired at 2001-09-09T01:47:40.000Z",
      "authorization: The token has expired",
    ],
  },
  {
    mistake: "an unknown field",
    send: (reference) => createAccount(reference, { ...account, colour: "red" }),
    words: [invalid, "/colour: Extra inputs are not permitted", "/colour: nothing reads it, near null"],
  },
  {
    mistake: "a misspelt field",
    send: (reference) => createAccount(reference, { id: "shop", displayName: "Shop" }),
    words: [
      invalid,
      "/display_name: Field required",
      "/displayName: Extra inputs are not permitted",
      "/displayName: nothing reads it, near display_name",
    ],
  },
  {
    mistake: "a wrong value",
    send: (reference) => createAccount(reference, { ...account, over_capture_amount: "ten" }),
    words: [invalid, "/over_capture_amount: Input should be a valid integer"],
  },
  {
    mistake: "a body that is not JSON",
    send: (reference) => createAccount(reference, "{"),
    words: ["The body must be JSON", ": The body must be JSON"],
  },
  {
    mistake: "a wrong path",
    send: ({ request }) => request("GET", "/buyer"),
    words: ["The resource could not be found", "No operation has this path; listBuyers is GET /buyers"],
  },
  {
    mistake: "a wrong method",
    send: ({ request }) => request("POST", "/buyers"),
    words: ["Method Not Allowed", "The path takes other methods; listBuyers is GET /buyers"],
  },
  {
    mistake: "an unknown account",
    send: ({ request }) =>
      request("GET", "/buyers", { headers: { "x-service-merchant-account-id": "defautl" } }),
    words: [
      "The resource could not be found",
      "x-service-merchant-account-id: No merchant account has this id",
      "There is a merchant account default",
    ],
  },
  {
    mistake: "an account that exists",
    send: async (reference) => {
      await createAccount(reference);
      await createAccount(reference);
    },
    words: ["A merchant account with this id exists"],
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
    words: [
      "Too many requests",
      "2 calls of an embed token in 60 seconds are the limit; the next is free at 2026-01-31T12:01:00.000Z",
    ],
  },
  {
    mistake: "a fault",
    send: async (reference) => {
      await fault(reference, { operation: "listBuyers", status: 503, times: 1 });
      await reference.request("GET", "/buyers");
    },
    words: ["Request could not be processed", "Rule 1 of the faults"],
  },
  {
    mistake: "a lost answer",
    send: async (reference) => {
      await fault(reference, { operation: "createMerchantAccount", status: "reset", after: true, times: 1 });
      await createAccount(reference, { ...account, id: "other" }).catch(() => undefined);
    },
    words: [
      "The connection was reset",
      "Rule 2 of the faults; the request was carried out, and its answer lost",
    ],
  },
  {
    mistake: "a misspelt parameter",
    send: ({ request }) => request("GET", "/buyers?serach=Ada"),
    words: ["serach: nothing reads it, near search"],
  },
  {
    mistake: "a page of an origin that is not allowed",
    send: ({ request }) =>
      request("GET", "/buyers", { headers: { host: "127.0.0.1:4010", origin: "http://localhost:3000" } }),
    words: ["Pages of http://localhost:3000 may not call the API; --cors http://localhost:3000 lets them"],
  },
];
