import { afterEach, expect, it } from "vitest";
import { createVerifySignature } from "../../../src/server/authentication/verify.ts";
import { registerAdministrator } from "../../../src/server/seed/apply.ts";
import { parseSeed } from "../../../src/server/seed/parse.ts";
import { ecdsa, encode, generateKey, generateRsaKey } from "../../helpers/keys.ts";
import { type Reference, startReference } from "../../helpers/server.ts";

const key = generateKey();
const id = "b0000000-0000-4000-8000-000000000001";
const open: Reference[] = [];
afterEach(() => Promise.all(open.splice(0).map((reference) => reference.close())));

/** A server that knows one more key pair, inactive or with roles of its own. */
async function start(parts: object): Promise<Reference> {
  const keyPair = { id, display_name: "Second", public_key: key.publicPem, ...parts };
  const seed = await parseSeed(JSON.stringify({ api_key_pairs: [keyPair] }), "seed.json");
  const reference = await startReference({ seed });
  open.push(reference);
  return reference;
}

it("a key pair may delete itself, and the answer still says so", async () => {
  const reference = await start({ role_slugs: ["administrator"] });
  const token = reference.token({ key });
  const deletion = await reference.request("DELETE", `/api-key-pairs/${id}`, { token });
  const after = await reference.request("GET", "/buyers", { token });
  expect([deletion.status, after.status, reference.reports]).toEqual([204, 401, []]);
});

it("a key pair that comes back opens again with the token of before", async () => {
  const reference = await start({ role_slugs: ["administrator"] });
  const token = reference.token({ key });
  await reference.request("GET", "/buyers", { token });
  await reference.request("DELETE", `/api-key-pairs/${id}`);
  await registerAdministrator(reference.store, key.publicPem);
  expect((await reference.request("GET", "/buyers", { token })).status).toBe(200);
});

it("a key pair without roles is allowed nothing", async () => {
  const reference = await start({ role_slugs: [] });
  const { json, status } = await reference.request("GET", "/buyers", { token: reference.token({ key }) });
  expect([status, json.message]).toEqual([
    403,
    "The roles of the key pair do not allow the scope buyers.read",
  ]);
});

it("the last use of a key pair is recorded once a minute, even by a request that was refused", async () => {
  const start = Date.parse("2026-01-15T12:00:00.000Z");
  let instant = start;
  const reference = await startReference({ seed: {}, now: () => new Date(instant) });
  open.push(reference);
  const lastUse = async () => (await reference.request("GET", "/api-key-pairs")).json.items[0].last_used_at;
  await reference.request("GET", "/buyers?limit=0");
  instant = start + 59_000;
  expect(await lastUse()).toBe("2026-01-15T12:00:00.000Z");
  instant = start + 60_000;
  await lastUse();
  expect(await lastUse()).toBe("2026-01-15T12:01:00.000Z");
});

it("the next use after a reset or a restore is recorded, however soon it comes", async () => {
  const reference = await startReference({ seed: {} });
  open.push(reference);
  const uses = async () => {
    const list = await reference.request("GET", "/api-key-pairs");
    return list.json.items[0].last_used_at;
  };
  await reference.request("PUT", "/_reference/snapshots/unused");
  await uses();
  for (const back of ["reset", "snapshots/unused/restore"]) {
    expect(await uses()).toEqual(expect.any(String));
    expect((await reference.request("POST", `/_reference/${back}`)).status).toBe(200);
    expect(await uses()).toBe(null);
    expect(await uses()).toEqual(expect.any(String));
  }
});

const input = [{ alg: "ES512" }, { scopes: [] }].map((part) => encode(JSON.stringify(part))).join(".");
const signedBy = (signer: typeof key) => `${input}.${encode(ecdsa(signer)(Buffer.from(input)))}`;
const token = signedBy(key);
const now = new Date();

it("the check of a signature knows its key", async () => {
  const verify = createVerifySignature(1);
  expect(await verify(key.publicPem, token, now)).toBe(true);
  expect(await verify(generateKey().publicPem, token, now)).toBe(false);
});

it("the check of a signature refuses keys of every other kind, and what is not a key", async () => {
  const verify = createVerifySignature(1);
  const other = generateKey("P-256");
  expect(await verify(other.publicPem, signedBy(other), now)).toBe(false);
  expect(await verify(generateRsaKey().publicPem, token, now)).toBe(false);
  expect(await verify("no key", token, now)).toBe(false);
});

it("the check of a signature continues after a wrong one, in the order of the calls", async () => {
  const verify = createVerifySignature(3);
  const wrong = signedBy(generateKey());
  const order: boolean[] = [];
  const calls = [wrong, token, wrong].map(async (one) => order.push(await verify(key.publicPem, one, now)));
  await Promise.all(calls);
  expect(order).toEqual([false, true, false]);
});

it("the check of a signature answers 429 when too many wait, and continues when they are done", async () => {
  const verify = createVerifySignature(1);
  const first = verify(key.publicPem, token, now);
  await expect(verify(key.publicPem, token, now)).rejects.toMatchObject({
    status: 429,
    headers: { "retry-after": "1" },
  });
  expect(await first).toBe(true);
  expect(await verify(key.publicPem, token, now)).toBe(true);
});
