import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { JournalEntry } from "../../../src/contract/control/schemas/requests.ts";
import { emptySeed } from "../../../src/server/seed/seed.ts";
import { isPostgres } from "../../helpers/engine.ts";
import { mistakes } from "../../helpers/mistakes.ts";
import { type Reference, startReference } from "../../helpers/server.ts";

let reference: Reference;
beforeAll(async () => {
  reference = await startReference({
    seed: emptySeed(),
    embedLimit: 2,
    now: () => new Date("2026-01-31T12:00:00Z"),
  });
});
afterAll(() => reference.close());

/** The latest entry of the journal of a world, or of the root. */
async function latest(world = ""): Promise<JournalEntry> {
  const target = `/_reference/requests?limit=1${world && `&world=${world}`}`;
  return (await reference.request("GET", target, { token: null })).json.items[0];
}

/** All sentences of an entry about what went wrong. */
function wordsOf({ failure, near, unread_fields: fields, unread_query: query }: JournalEntry) {
  return [
    failure?.message,
    failure?.reason,
    ...(failure?.problems ?? []).map(({ message, pointer }) => `${pointer}: ${message}`),
    near?.message,
    ...[...(fields ?? []), ...(query ?? [])].map(
      (each) => `${each.name}: nothing reads it, near ${each.near}`,
    ),
  ].filter((words) => typeof words === "string");
}

it.each(mistakes)("the journal tells $mistake", async ({ send, words }) => {
  await send(reference);
  expect(wordsOf(await latest())).toEqual(words);
});

describe("a token of elsewhere", () => {
  const control = (method: string, path: string, body?: unknown) =>
    reference.request(method, `/_reference/${path}`, { token: null, body });

  it("a token of elsewhere is told to be that of another world, or of the root", async () => {
    await control("PUT", "worlds/shop", { from: "empty" });
    await control("PUT", "worlds/own", { key: "own" });
    const issue = async (prefix: string) => {
      const body = { roles: ["read-only"], scopes: ["buyers.read"] };
      const target = `${prefix}/_reference/tokens`;
      return (await reference.request("POST", target, { token: null, body })).json.token;
    };
    const [ofRoot, ofShop] = [await issue(""), await issue("/_worlds/shop")];
    const told = async (target: string, token: string, world?: string) => {
      expect((await reference.request("GET", target, { token })).status).toBe(401);
      return (await latest(world)).failure?.reason;
    };
    const none = "No key pair here has the thumbprint of the token";
    // Of worlds in PostgreSQL, only keys of their own are known elsewhere.
    const shop = isPostgres ? none : `${none}, but the world shop has one`;
    expect(await told("/buyers", ofShop)).toBe(shop);
    expect(await told("/_worlds/own/buyers", ofShop, "own")).toBe(shop);
    expect(await told("/_worlds/shop/buyers", ofRoot, "shop")).toBe(
      `${none}, but the root of the server has one`,
    );
  });
});
