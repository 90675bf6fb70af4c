import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import type { ReferenceServer, ReferenceWorld } from "../../src/testing/api.ts";
import { startReferenceServer } from "../../src/testing/testing.ts";

const many = 40;
vi.setConfig({ maxConcurrency: many });

let server: ReferenceServer;
beforeAll(async () => {
  server = await startReferenceServer({ seed: "empty" });
});
afterAll(() => server.close());

/** Resolves once all have arrived. */
function createMeeting(size: number): () => Promise<void> {
  let arrived = 0;
  let resolve = () => {};
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return () => {
    arrived += 1;
    if (arrived === size) resolve();
    return promise;
  };
}

/** Uses a world as a test does: data, a fault and a clock of its own; returns what it saw. */
async function live(world: ReferenceWorld, number: number, meet: () => Promise<void>) {
  const day = new Date(Date.UTC(2030, 0, number + 1)).toISOString();
  await world.seed({ buyers: [{ display_name: `Buyer ${number}` }] });
  await world.faults([{ operation: "listBuyers", status: 503, skip: 1, times: 1 }]);
  await world.clock.freeze(day);
  await meet();
  const headers = { authorization: `Bearer ${await world.token()}`, "content-type": "application/json" };
  const list = async () => (await fetch(`${world.url}/buyers`, { headers })).status;
  const body = JSON.stringify({ id: `shop-${number}`, display_name: "Shop" });
  const created = await fetch(`${world.url}/merchant-accounts`, { method: "POST", headers, body });
  const statuses = [created.status, await list(), await list(), await list()];
  await meet();
  await world.verify({ operation: "createMerchantAccount", body: { id: `shop-${number}` }, count: 1 });
  return {
    statuses,
    buyers: (await world.data("buyers")).map((row) => row["display_name"]),
    accounts: (await world.data("merchant_accounts")).map(({ id }) => id).toSorted(),
    requests: (await world.requests()).length,
    time: (await world.clock.read()).time,
    hits: (await world.faults()).map(({ hits }) => hits),
  };
}

function expected(number: number) {
  return {
    statuses: [201, 200, 503, 200],
    buyers: [`Buyer ${number}`],
    accounts: ["default", `shop-${number}`],
    requests: 4,
    time: new Date(Date.UTC(2030, 0, number + 1)).toISOString(),
    hits: [1],
  };
}

describe("tests that run at once on one server", () => {
  const meet = createMeeting(many);
  afterAll(async () => {
    expect(await (await fetch(`${server.url}/_reference/worlds`)).json()).toEqual({ items: [] });
    expect(await server.requests()).toEqual([]);
  });

  it.concurrent.for(Array.from({ length: many }, (_, number) => number))(
    "test %i has data, a fault and a clock of its own while 39 others run",
    async (number, { expect: expectHere }) => {
      await using world = await server.world();
      expectHere(await live(world, number, meet)).toEqual(expected(number));
    },
  );
});
