import { afterAll, beforeAll, expect, it } from "vitest";
import type { Credentials } from "../../src/server/authentication/authenticate.ts";
import type { Reply } from "../../src/server/handler.ts";
import { json } from "../../src/server/json.ts";
import { createKeptAnswers } from "../../src/server/kept-answers.ts";
import { type Reference, startReference } from "../helpers/server.ts";

let reference: Reference;

beforeAll(async () => {
  reference = await startReference();
});
afterAll(() => reference.close());

function read(target: string, scopes: readonly string[] = ["*.read"]) {
  // What else credentials hold is of no account here.
  const credentials = { keyPair: { id: "pair" }, token: { claims: { scopes } } } as unknown as Credentials;
  return { target, merchantAccountId: "default", credentials };
}

/** Work that counts how often it is done. */
function counter() {
  let done = 0;
  const work = async (): Promise<Reply<unknown>> => {
    done += 1;
    return { status: 200, body: json({ done }) };
  };
  return { work, done: () => done };
}

it("answers the same read from what it keeps, until the data change", async () => {
  let version = 1;
  const kept = createKeptAnswers({ version: () => version });
  const { done, work } = counter();
  const first = await kept.find(read("/buyers"), work);
  expect(await kept.find(read("/buyers"), work)).toBe(first);
  expect(done()).toBe(1);
  version += 1;
  await kept.find(read("/buyers"), work);
  expect(done()).toBe(2);
});

it("keeps no answer that was made while the data changed", async () => {
  let version = 1;
  const kept = createKeptAnswers({ version: () => version });
  const { done, work } = counter();
  await kept.find(read("/buyers"), async () => {
    version += 1;
    return work();
  });
  await kept.find(read("/buyers"), work);
  expect(done()).toBe(2);
});

it("keeps no refusal and nothing that is large", async () => {
  const kept = createKeptAnswers({ version: () => 1 });
  const refuse = async () => Promise.reject(new RangeError("no"));
  await expect(kept.find(read("/buyers"), refuse)).rejects.toThrow("no");
  const { done, work } = counter();
  const large = async () => ({ ...(await work()), body: json("x".repeat(70_000)) });
  await kept.find(read("/buyers"), large);
  await kept.find(read("/buyers"), large);
  expect(done()).toBe(2);
});

it("tells reads apart by every part, also scopes that hold blanks", async () => {
  const kept = createKeptAnswers({ version: () => 1 });
  const { done, work } = counter();
  await kept.find(read("/buyers", ["a b"]), work);
  await kept.find(read("/buyers", ["a", "b"]), work);
  await kept.find(read("/buyers?limit=5", ["a", "b"]), work);
  await kept.find({ ...read("/buyers", ["a", "b"]), merchantAccountId: "other" }, work);
  expect(done()).toBe(4);
});

it("forgets the oldest when many are kept", async () => {
  const kept = createKeptAnswers({ version: () => 1 });
  const { done, work } = counter();
  for (let number = 0; number <= 64; number += 1) await kept.find(read(`/buyers?limit=${number}`), work);
  await kept.find(read("/buyers?limit=64"), work);
  expect(done()).toBe(65);
  await kept.find(read("/buyers?limit=0"), work);
  expect(done()).toBe(66);
});

it("shows a change on the very next read", async () => {
  const list = async () => (await reference.request("GET", "/audit-logs?limit=1")).json.items[0].resource;
  await list();
  const created = { id: "kept", display_name: "Kept" };
  await reference.request("POST", "/merchant-accounts", { body: created });
  expect(await list()).toEqual({ type: "merchant-account", id: "kept", name: "Kept" });
});

it("never shows personal data that another token was allowed to see", async () => {
  const read = async (scopes: readonly string[]) => {
    const token = reference.token({ scopes });
    const answer = await reference.request("GET", "/buyers?limit=1", { token });
    return answer.json.items[0].billing_details.last_name;
  };
  const wide = ["buyers.read", "buyers.billing-details.read"];
  expect(await read(wide)).not.toBeNull();
  expect(await read(["buyers.read"])).toBeNull();
  expect(await read(wide)).not.toBeNull();
});
