import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, expectTypeOf, it } from "vitest";
import type { ReferenceServer, ReferenceWorld, SeedDocument } from "../../src/testing/api.ts";
import { connectReferenceServer, startReferenceServer } from "../../src/testing/testing.ts";
import { buildToken, ecdsa, generateKey, type TestKey } from "../helpers/keys.ts";

const id = "70000000-0000-4000-8000-000000000001";
const card = { number: "6000000000000001", pin: "4711" };
const seed = {
  gift_cards: [{ ...card, balance: 500, currency: "EUR" }],
  buyers: [{ id, display_name: "Ada" }],
} satisfies SeedDocument;

let server: ReferenceServer;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "payctl-testing-"));
  await writeFile(join(folder, "shop.yaml"), "buyers:\n  - display_name: Mary\n");
  await writeFile(join(folder, "shop.json"), '{"buyers": [{"display_name": 1}]}');
  server = await startReferenceServer({ seed });
});
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true });
});

/** A token as an application signs its own. */
function signedBy(key: TestKey): string {
  const seconds = Math.floor(Date.now() / 1000);
  return buildToken({
    header: { alg: "ES512", typ: "JWT", kid: key.thumbprint },
    claims: {
      iss: "shop",
      nbf: seconds - 5,
      iat: seconds - 5,
      exp: seconds + 60,
      jti: id,
      scopes: ["buyers.read"],
    },
    sign: ecdsa(key),
  });
}

async function balance(world: ReferenceWorld): Promise<unknown> {
  const headers = { authorization: `Bearer ${await world.token()}`, "content-type": "application/json" };
  const body = JSON.stringify({ items: [card] });
  const answer = await world.fetch("/gift-cards/balances", { method: "POST", headers, body });
  return Object(await answer.json()).items[0].balance;
}

describe("data that a test changes", () => {
  it("a gift card is emptied in the middle of a test, and only in its world", async () => {
    await using world = await server.world();
    expect(await balance(world)).toBe(500);
    const [found] = await world.data("gift_cards");
    const changed = await world.change("gift_cards", found?.id ?? "", { balance: 0 });
    expect([changed.balance, await balance(world), await balance(server)]).toEqual([0, 0, 500]);
  });

  it("a key pair is deactivated in the middle of a test, whose token was good until then", async () => {
    await using world = await server.world();
    const pair = generateKey();
    const call = async () => {
      const headers = { authorization: `Bearer ${signedBy(pair)}` };
      return (await world.fetch("/buyers", { headers })).status;
    };
    await world.seed({
      api_key_pairs: [{ id, display_name: "Shop", public_key: pair.publicPem, role_slugs: ["read-only"] }],
    });
    expect([await call(), await call()]).toEqual([200, 200]);
    await world.change("api_key_pairs", id, { active: false });
    expect([await call(), (await world.data("api_key_pairs", id)).active]).toEqual([401, false]);
  });

  it("rows have the types of their lists", async () => {
    expectTypeOf(await server.data("buyers", id)).toHaveProperty("external_identifier");
    expectTypeOf(await server.data("gift_cards")).items.toHaveProperty("balance");
    expectTypeOf(server.change<"buyers">)
      .parameter(2)
      .toHaveProperty("billing_details");
    const [buyer] = await server.data("buyers");
    expect(buyer?.display_name).toBe("Ada");
  });

  it("a row is removed, and an unknown one is named", async () => {
    await using world = await server.world();
    await world.remove("buyers", id);
    expect(await world.data("buyers")).toEqual([]);
    await expect(world.remove("buyers", id)).rejects.toThrow(`buyers has no id "${id}"`);
    await expect(world.data("buyers", "")).rejects.toThrow("the name of a row must not be empty");
    await expect(
      world.change("gift_cards", (await world.data("gift_cards"))[0]?.id ?? "", { balance: -1 }),
    ).rejects.toThrow("balance: must be at least 0");
  });

  it("what one world exports is what another starts with, by a connected server too", async () => {
    const connected = await connectReferenceServer(server.url);
    await using world = await connected.world({ from: "empty", seed: await server.export() });
    expect(await world.data("buyers")).toEqual(await server.data("buyers"));
    expect(await world.export()).toEqual(await server.export());
    await connected.close();
  });
});

describe("a seed in a file", () => {
  it("a server and a world start with the document that a path names", async () => {
    await using started = await startReferenceServer({ seed: join(folder, "shop.yaml"), port: false });
    await using world = await started.world({ from: "empty", seed: join(folder, "shop.yaml") });
    for (const place of [started, world])
      expect((await place.data("buyers")).map((buyer) => buyer.display_name)).toEqual(["Mary"]);
  });

  it("a file that is missing or wrong is named", async () => {
    const file = join(folder, "shop.json");
    await expect(startReferenceServer({ seed: file })).rejects.toThrow(
      `the seed ${file} has a problem; nothing was changed\n  buyers.0.display_name: must be text`,
    );
    const none = join(folder, "none.yaml");
    await expect(startReferenceServer({ seed: none })).rejects.toThrow(`seed: there is no file ${none}`);
    await expect(server.world({ seed: none })).rejects.toThrow(`seed: there is no file ${none}`);
    await expect(server.world({ seed: folder })).rejects.toThrow(`seed: ${folder} can't be read`);
  });
});
