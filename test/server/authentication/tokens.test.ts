import { expect, it } from "vitest";
import { encode, generateKey } from "../../helpers/keys.ts";
import { startReference } from "../../helpers/server.ts";
import { shared } from "../../helpers/shared.ts";

const start = Date.parse("2026-01-15T12:00:00.000Z");
const seconds = start / 1000;
let instant = start;
const reference = await shared(startReference({ seed: {}, now: () => new Date(instant) }));

async function answer(token: string | null, headers: Record<string, string> = {}) {
  const { json, status } = await reference.request("GET", "/buyers", { token, headers });
  return status === 401 ? json.details[0].type : status;
}

/** The outcome of a token whose claims or header differ from a good one's. */
function withClaims(claims: Record<string, unknown>) {
  return answer(reference.token({ claims }));
}

function withHeader(header: Record<string, unknown>) {
  return answer(reference.token({ header }));
}

it("a good token is accepted", async () => {
  expect(await answer(reference.token())).toBe(200);
});

it.each([
  ["no typ", { typ: undefined }],
  ["headers that point at other keys", { jwk: {}, jku: "https://x.example", x5c: ["x"], x5u: "https://x" }],
])("a token is accepted with %s", async (_, header) => {
  expect(await withHeader(header)).toBe(200);
});

it.each([
  ["no iat", { iat: undefined }],
  ["any iss", { iss: "a tool of one's own" }],
  ["an embed object", { embed: { amount: 1299, currency: "GBP" } }],
  ["a checkout session", { checkout_session_id: "7f6e5d4c-3b2a-4190-8f7e-6d5c4b3a2910" }],
  ["times between seconds", { nbf: seconds - 0.5, exp: seconds + 0.5 }],
  ["a life of 24 hours", { nbf: seconds, exp: seconds + 86_400 }],
  ["claims that nobody knows", { aud: "x", sub: "y" }],
  ["scopes that nobody knows beside one that counts", { scopes: ["what", "buyers.read"] }],
])("a token is also accepted with %s", async (_, claims) => {
  expect(await withClaims(claims)).toBe(200);
});

it("a request without a token is answered 401 with the default message, and the scheme to use", async () => {
  const { headers, json, status } = await reference.request("GET", "/buyers", { token: null });
  expect([status, headers["www-authenticate"]]).toEqual([401, "Bearer"]);
  expect(json).toEqual({
    type: "error",
    code: "unauthorized",
    status: 401,
    message: "No valid API authentication found",
    details: [
      {
        location: "header",
        pointer: "authorization",
        message: "No Authorization header was sent",
        type: "token_missing",
      },
    ],
  });
});

it("an Authorization header is malformed when a part is not a JSON object, or not UTF-8, or not canonical base64url", async () => {
  const [header = "", claims = "", signature = ""] = reference.token().split(".");
  const forms = [
    `${encode("[]")}.${claims}.${signature}`,
    `${encode("null")}.${claims}.${signature}`,
    `${encode("{")}.${claims}.${signature}`,
    `${header}.${encode('"text"')}.${signature}`,
    `${header}.${encode(Buffer.from([0x22, 0xff, 0x22]))}.${signature}`,
    `${header}.${claims}.${signature}=`,
    `${header}A.${claims}.${signature}`,
  ];
  expect(await Promise.all(forms.map((form) => answer(form)))).toEqual(forms.map(() => "token_malformed"));
});

it.each([
  [{ exp: seconds - 29 }, 200],
  [{ exp: seconds - 30, nbf: seconds - 60 }, "token_expired"],
  [{ nbf: seconds + 30, iat: undefined }, 200],
  [{ nbf: seconds + 31, iat: undefined }, "token_not_yet_valid"],
  [{ iat: seconds + 30 }, 200],
  [{ iat: seconds + 31 }, "token_not_yet_valid"],
  [{ nbf: seconds - 10, exp: seconds + 86_391 }, "token_lifetime"],
  [{ nbf: seconds, exp: seconds + 1 }, 200],
  [{ nbf: seconds, exp: seconds }, "token_never_valid"],
  [{ nbf: seconds + 10, exp: seconds - 10 }, "token_never_valid"],
])("a token with the times %j: %s", async (claims, outcome) => {
  expect(await withClaims(claims)).toBe(outcome);
});

it.each<[Record<string, unknown>, string]>([
  [{ jti: undefined }, "The claim jti is missing"],
  [{ iss: "" }, "The claim iss must be text, not empty"],
  [{ jti: 7 }, "The claim jti must be text, not a number"],
  [{ scopes: undefined, scope: "buyers.read" }, "The claim scopes is missing: scope was sent for it"],
  [{ scopes: "buyers.read" }, "The claim scopes must be a list of scopes, not text"],
  [{ scopes: ["buyers.read", 7] }, "The claim scopes must be a list of scopes, and has a number in it"],
  [{ scopes: undefined }, "The claim scopes is missing"],
  [{ exp: (seconds + 60) * 1000 }, "The claim exp must be a time in seconds, not in milliseconds"],
  [{ nbf: "2026-01-31T12:00:00Z" }, "The claim nbf must be a time in seconds, not text"],
  [{ exp: undefined }, "The claim exp is missing"],
  [{ embed: [] }, "The claim embed must be an object, not a list"],
])("a token with the claims %j is told what is wrong, and what was found", async (claims, message) => {
  const { json, status } = await reference.request("GET", "/buyers", { token: reference.token({ claims }) });
  expect([status, json.details[0].message]).toEqual([401, message]);
});

it("a token that another curve signed is told how long its signature is", async () => {
  const token = reference.token({ key: generateKey("P-256") });
  const { json } = await reference.request("GET", "/buyers", { token });
  expect(json.details[0].message).toBe("The token's signature must be 132 bytes long, not 64");
});

it("the times of a token count on every request, even for a token that was verified before", async () => {
  const token = reference.token();
  expect(await answer(token)).toBe(200);
  try {
    instant = start + 329_000;
    expect(await answer(token)).toBe(200);
    instant = start + 330_000;
    expect(await answer(token)).toBe("token_expired");
  } finally {
    instant = start;
  }
});
