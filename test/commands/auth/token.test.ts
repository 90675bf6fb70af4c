import { expect, it } from "vitest";
import { inspectToken } from "../../../src/client/inspect-token.ts";
import { version } from "../../../src/version.ts";
import { instant } from "../../helpers/host.ts";
import { generateKey } from "../../helpers/keys.ts";
import { run } from "../../helpers/run.ts";
import { startReference } from "../../helpers/server.ts";
import { shared } from "../../helpers/shared.ts";

const key = generateKey();
const withKey = {
  signedOut: true,
  env: { PAYCTL_PRIVATE_KEY: key.privatePem, PAYCTL_OUTPUT: "" },
} as const;
const second = instant / 1000;
const reference = await shared(startReference({ now: () => new Date(instant) }));

const claimsOf = async (line: string, env = {}) => {
  const { stdout } = await run(`auth token ${line}`, { ...withKey, env: { ...withKey.env, ...env } });
  return inspectToken(stdout, instant).claims;
};

it("auth token prints a token, and only that", async () => {
  const ran = await run("auth token --scope buyers.read --scope '*.write' --scope buyers.read", withKey);
  expect(ran).toMatchObject({ code: 0, stderr: "", requests: [] });
  expect(ran.stdout).toMatch(/^[\w-]+\.[\w-]+\.[\w-]{176}\n$/);
  expect(inspectToken(ran.stdout, instant)).toEqual({
    header: { alg: "ES512", typ: "JWT", kid: key.thumbprint },
    claims: {
      iss: `payctl/${version}`,
      iat: second - 30,
      nbf: second - 30,
      exp: second + 300,
      jti: "00000000-0000-4000-8000-000000000001",
      scopes: ["buyers.read", "*.write"],
    },
    problems: [],
  });
});

it("auth token prints a token that the service accepts only for its scopes", async () => {
  const { stdout } = await run("auth token --scope buyers.read --ttl 24h", {
    reference,
    env: { PAYCTL_OUTPUT: "" },
  });
  const token = stdout.trim();
  const statuses = [
    (await reference.request("GET", "/buyers", { token })).status,
    (await reference.request("GET", "/audit-logs", { token })).status,
  ];
  expect(statuses).toEqual([200, 403]);
});

it("auth token prints a token that is valid for as long as --ttl says", async () => {
  expect(await claimsOf("--scope embed --ttl 1s")).toMatchObject({ exp: second + 1 });
  expect(await claimsOf("--scope embed --ttl 90m")).toMatchObject({ exp: second + 5_400 });
});

it("auth token refuses a mistyped scope with the one that was meant, unless any scope will do", async () => {
  const ran = await run("auth token --scope buyrs.read", withKey);
  expect(ran).toEqual({
    code: 2,
    stdout: "",
    stderr: [
      "error: --scope buyrs.read: is not a scope that payctl knows",
      "hint: did you mean buyers.read? to sign it all the same, add: --any-scope\n",
    ].join("\n"),
    requests: [],
  });
  const signed = await run("auth token --scope buyrs.read --any-scope", withKey);
  expect(inspectToken(signed.stdout, instant)).toMatchObject({
    claims: { scopes: ["buyrs.read"] },
    problems: ['"buyrs.read" is not a scope that payctl knows'],
  });
});

it("auth token takes every area that the specification names, and several scopes at once", async () => {
  const scopes = "transactions.read,flows.read, embed,*.write,buyers.billing-details.read";
  const { stdout } = await run(`auth token --scope '${scopes}' --scope embed`, withKey);
  const { claims, problems } = inspectToken(stdout, instant);
  expect(claims["scopes"]).toEqual(scopes.split(/, ?/));
  expect(problems).toEqual([]);
});

it("auth token gives a record if a format asks for data", async () => {
  const { stdout } = await run("auth token --scope buyers.read -o json", withKey);
  const record = JSON.parse(stdout);
  expect(record).toEqual({
    token: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]{176}$/),
    expires_at: "2026-01-15T12:05:00.000Z",
    scopes: ["buyers.read"],
  });
  const csv = await run("auth token --scope buyers.read --fields expires_at -o csv", withKey);
  expect(csv.stdout).toBe("expires_at\n2026-01-15T12:05:00.000Z\n");
});

it("auth token needs a key, because a ready-made token signs nothing", async () => {
  const env = { PAYCTL_TOKEN: "aa.bb.cc" };
  const { code, stderr } = await run("auth token --scope embed", { signedOut: true, env });
  expect(code).toBe(3);
  expect(JSON.parse(stderr).error).toMatchObject({
    message: "PAYCTL_TOKEN is a ready-made token; signing another one needs a key",
    hint: "use a profile that has a key, or a key itself: --key-file PATH",
  });
});

it("auth token --embed pins amount, currency, buyer, account and metadata", async () => {
  const pins = "--amount 1299 --currency EUR --buyer-external-identifier user-412";
  const claims = await claimsOf(`--embed ${pins} -m shop-berlin --metadata order=42 --metadata note=a=b`);
  expect(claims).toMatchObject({ scopes: ["embed"] });
  expect(claims["embed"]).toEqual({
    amount: 1299,
    currency: "EUR",
    buyer_external_identifier: "user-412",
    merchant_account_id: "shop-berlin",
    metadata: { order: "42", note: "a=b" },
  });
});

it("auth token --embed pins the merchant account in use, and a buyer by id", async () => {
  const buyer = "FE26475D-EC3E-4884-9553-F7356683F7F9";
  const claims = await claimsOf(`--embed --buyer-id ${buyer} --scope buyers.read`, {
    PAYCTL_MERCHANT_ACCOUNT: "from-env",
  });
  expect(claims).toMatchObject({ scopes: ["embed", "buyers.read"] });
  expect(claims["embed"]).toEqual({
    buyer_id: "fe26475d-ec3e-4884-9553-f7356683f7f9",
    merchant_account_id: "from-env",
  });
});

it("auth token --embed makes a token that the service takes for what embed tokens may do", async () => {
  const { stdout } = await run("auth token --embed --amount 1 --currency EUR --metadata a=b", {
    reference,
    env: { PAYCTL_OUTPUT: "" },
  });
  const token = stdout.trim();
  const body = { items: [{ number: "4123451234512345", pin: "1234" }] };
  const balances = await reference.request("POST", "/gift-cards/balances", { token, body });
  const buyers = await reference.request("GET", "/buyers", { token });
  expect([balances.status, buyers.status]).toEqual([200, 403]);
});

it.each([
  ["", "no scope was given"],
  ["--scope buyers", "--scope buyers: must be a scope such as buyers.read, *.write or embed"],
  ["--scope embed --ttl 25h", "--ttl 25h: must be from 1s to 24h"],
  ["--amount 1", "what a token is pinned to takes --embed"],
  ["--embed --amount 1", "--amount and --currency go together"],
  ["--embed --amount 1 --currency euro", "--currency euro: must be a currency code such as EUR"],
  ["--embed --amount 1.5 --currency EUR", "--amount 1.5: must be a whole number from 0 to 99999999"],
  ["--embed --metadata a", "--metadata a: must be KEY=VALUE"],
])("auth token %s is refused", async (line, message) => {
  const { code, stderr, stdout } = await run(`auth token ${line}`, withKey);
  expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
  expect(stderr.split("\n")[0]).toBe(`error: ${message}`);
});
