import { afterAll, beforeAll, expect, it } from "vitest";
import type { Credentials } from "../../src/server/authentication/authenticate.ts";
import type { Reply } from "../../src/server/handler.ts";
import { json } from "../../src/server/json.ts";
import { createKeptAnswers } from "../../src/server/kept-answers.ts";
import { type Reference, startReference } from "../helpers/server.ts";
import { startSmallCompany } from "../helpers/small-company.ts";

let reference: Reference;

beforeAll(async () => {
  reference = await startReference();
});
afterAll(() => reference.close());

function read(target: string, scopes: readonly string[] = ["*.read"]) {
  // What else credentials hold is of no account here.
  const credentials = { keyPair: { id: "pair" }, token: { claims: { scopes } } } as unknown as Credentials;
  const request = { method: "GET", target, headers: {} };
  return { request, merchantAccountId: "default", credentials };
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

it("answers a read from what it keeps at the third time, until the data change", async () => {
  let version = 1;
  const kept = createKeptAnswers({ version: () => version });
  const { done, work } = counter();
  await kept.find(read("/buyers"), work);
  const second = await kept.find(read("/buyers"), work);
  expect(await kept.find(read("/buyers"), work)).toBe(second);
  expect(done()).toBe(2);
  version += 1;
  await kept.find(read("/buyers"), work);
  expect(done()).toBe(3);
});

it("keeps no answer that was made while the data changed", async () => {
  let version = 1;
  const kept = createKeptAnswers({ version: () => version });
  const { done, work } = counter();
  const changing = async () => {
    version += 1;
    return work();
  };
  for (let time = 0; time < 3; time += 1) await kept.find(read("/buyers"), changing);
  expect(done()).toBe(3);
});

it("keeps no refusal and nothing that is large", async () => {
  const kept = createKeptAnswers({ version: () => 1 });
  const refused = counter();
  const refuse = async () => {
    await refused.work();
    throw new RangeError("no");
  };
  for (let time = 0; time < 3; time += 1) {
    await expect(kept.find(read("/buyers"), refuse)).rejects.toThrow("no");
  }
  expect(refused.done()).toBe(3);
  const { done, work } = counter();
  const large = async () => ({ ...(await work()), body: json("x".repeat(70_000)) });
  for (let time = 0; time < 3; time += 1) await kept.find(read("/buyers"), large);
  expect(done()).toBe(3);
});

it("tells reads apart by every part, also scopes that hold blanks", async () => {
  const kept = createKeptAnswers({ version: () => 1 });
  const { done, work } = counter();
  const both = read("/buyers", ["a", "b"]);
  const sent = (headers: Record<string, string>, body: string) => {
    return { ...both, request: { ...both.request, headers, body: Buffer.from(body) } };
  };
  const json = { "content-type": "application/json" };
  const reads = [
    read("/buyers", ["a b"]),
    both,
    read("/buyers?limit=5", ["a", "b"]),
    { ...both, merchantAccountId: "other" },
    sent(json, "{}"),
    sent(json, "[]"),
    sent({}, "{}"),
  ];
  for (let time = 0; time < 2; time += 1) for (const one of reads) await kept.find(one, work);
  expect(done()).toBe(2 * reads.length);
  for (const one of reads) await kept.find(one, work);
  expect(done()).toBe(2 * reads.length);
});

it("forgets the oldest when many are kept", async () => {
  const kept = createKeptAnswers({ version: () => 1 });
  const { done, work } = counter();
  const ask = async (number: number) => {
    const before = done();
    await kept.find(read(`/buyers?limit=${number}`), work);
    return done() > before;
  };
  for (let number = 0; number <= 64; number += 1) {
    await ask(number);
    await ask(number);
  }
  expect(await ask(64)).toBe(false);
  expect(await ask(0)).toBe(true);
});

it("shows a change on the very next read", async () => {
  const list = async () => (await reference.request("GET", "/audit-logs?limit=1")).json.items[0].resource;
  for (let time = 0; time < 3; time += 1) await list();
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
  for (let time = 0; time < 3; time += 1) {
    expect(await read(wide)).not.toBeNull();
    expect(await read(["buyers.read"])).toBeNull();
  }
});

it("keeps the balances of cards, told apart by number and PIN", async () => {
  const company = await startSmallCompany();
  const balance = async (pin: string) => {
    const body = { items: [{ number: "6006490000000001", pin }] };
    return (await company.request("POST", "/gift-cards/balances", { body })).json.items[0].balance;
  };
  for (let time = 0; time < 3; time += 1) {
    expect(await balance("1234")).toBe(2500);
    expect(await balance("4321")).toBeNull();
  }
  await company.close();
});
