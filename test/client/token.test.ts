import { createPublicKey, generateKeyPairSync } from "node:crypto";
import { jwtVerify } from "jose";
import { expect, it } from "vitest";
import { inspectToken } from "../../src/client/inspect-token.ts";
import { signToken } from "../../src/client/token.ts";
import { thumbprint } from "../../src/contract/thumbprint.ts";
import { version } from "../../src/version.ts";
import { failureOf } from "../credentials/failure.ts";

const { privateKey: key } = generateKeyPairSync("ec", { namedCurve: "P-521" });
const now = Date.parse("2026-01-15T12:00:00.900Z");
const second = Math.floor(now / 1000);
const request = { signer: { key }, scopes: ["buyers.read"], now, ttl: 300_000, id: "id-1" };

function decode(part: string | undefined): unknown {
  return JSON.parse(Buffer.from(part ?? "", "base64url").toString());
}

it("a signed token carries what the service asks for", async () => {
  const [header, claims] = (await signToken(request)).split(".");
  expect(decode(header)).toEqual({ alg: "ES512", typ: "JWT", kid: await thumbprint(key) });
  expect(decode(claims)).toEqual({
    iss: `payctl/${version}`,
    iat: second - 30,
    nbf: second - 30,
    exp: second + 300,
    jti: "id-1",
    scopes: ["buyers.read"],
  });
});

it("a signed token is taken by another implementation of the standard, with the key and no other", async () => {
  const token = await signToken(request);
  const options = { algorithms: ["ES512"], currentDate: new Date(now) };
  const { payload } = await jwtVerify(token, createPublicKey(key), options);
  expect(payload).toMatchObject({ jti: "id-1", scopes: ["buyers.read"] });
  const { publicKey: stranger } = generateKeyPairSync("ec", { namedCurve: "P-521" });
  await expect(jwtVerify(token, stranger, options)).rejects.toThrow("signature verification failed");
});

it("a signed token never spans more than 24 hours", async () => {
  const { claims, problems } = inspectToken(await signToken({ ...request, ttl: 86_400_000 }), now);
  expect(claims).toMatchObject({ nbf: second, exp: second + 86_400 });
  expect(problems).toEqual([]);
});

it("a signed token takes further claims, which never replace its own", async () => {
  const extra = { embed: { amount: 100 }, jti: "other", scopes: ["*.write"] };
  const { claims } = inspectToken(await signToken({ ...request, extra }), now);
  expect(claims).toMatchObject({ embed: { amount: 100 }, jti: "id-1", scopes: ["buyers.read"] });
});

const kid = await thumbprint(key);
const good = { iss: "x", nbf: second, exp: second + 60, jti: "j", scopes: ["*.read", "embed"] };

function make(claims: object, header: object = { alg: "ES512", kid }): string {
  const parts = [header, claims].map((part) => Buffer.from(JSON.stringify(part)).toString("base64url"));
  return [...parts, "c2ln"].join(".");
}

it("an inspected token is shown without its signature", () => {
  expect(inspectToken(`  ${make(good)}\n`, now)).toEqual({
    header: { alg: "ES512", kid },
    claims: good,
    problems: [],
  });
});

it.each([
  [{ alg: "none", kid }, 'alg is "none"; it must be ES512'],
  [{ kid }, "alg is missing; it must be ES512"],
  [{ alg: "ES512", kid, typ: "at+jwt" }, 'typ is "at+jwt"; it must be JWT'],
  [{ alg: "ES512", kid: "short" }, "kid is not the thumbprint of a key pair"],
  [{ alg: "ES512", kid, crit: ["b64"] }, "crit is present; the service refuses it"],
])("an inspected token with the header %j has a problem", (header, problem) => {
  expect(inspectToken(make(good, header), now).problems).toEqual([problem]);
});

it.each([
  [{ iss: undefined }, "iss is missing"],
  [{ jti: 1 }, "jti is missing"],
  [{ nbf: undefined }, "nbf is missing"],
  [{ exp: "tomorrow" }, "exp is missing"],
  [{ scopes: [] }, "scopes is empty: the token permits nothing"],
  [{ scopes: ["buyers.read", "buyers"] }, '"buyers" is not a scope'],
  [{ exp: second - 30, nbf: second - 90 }, "it expired at 2026-01-15T11:59:30.000Z"],
  [{ nbf: second + 32, exp: second + 60 }, "it is not valid before 2026-01-15T12:00:32.000Z"],
  [{ iat: second + 32 }, "it was issued in the future"],
  [{ nbf: second + 20, exp: second + 20 }, "it expires before it is valid"],
  [{ exp: second + 86_401 }, "it is valid for more than 24 hours"],
  [{ exp: -9e12, nbf: -9e12 - 60 }, "it expired at -9000000000000"],
])("an inspected token with the claims %j has a problem", (claims, problem) => {
  expect(inspectToken(make({ ...good, ...claims }), now).problems).toEqual([problem]);
});

it("an inspected token within the allowed skew has no problem", () => {
  const claims = { ...good, nbf: second + 30, iat: second + 30, exp: second + 60 };
  expect(inspectToken(make(claims), now).problems).toEqual([]);
  expect(inspectToken(make({ ...good, nbf: second - 60, exp: second - 29 }), now).problems).toEqual([]);
  const atItsEnd = inspectToken(make({ ...good, nbf: second - 60, exp: second - 30 }), second * 1000);
  expect(atItsEnd.problems).toEqual(["it expired at 2026-01-15T11:59:30.000Z"]);
});

it("an inspected token names all its problems at once", () => {
  expect(inspectToken(make({}, {}), now).problems).toEqual([
    "alg is missing; it must be ES512",
    "kid is not the thumbprint of a key pair",
    "iss is missing",
    "jti is missing",
    "nbf is missing",
    "exp is missing",
    "scopes is not a list",
  ]);
});

it.each(["", "a.b.c", "e30.e30", "e30.W10.x", "e30.e 30.x"])("%j is not a token", async (text) => {
  expect(await failureOf(() => inspectToken(text, now))).toEqual({
    exitCode: 2,
    message: "this is not a token",
    hint: "a token is three parts joined by dots; to read one from a file: payctl auth inspect --token-file FILE",
  });
});
