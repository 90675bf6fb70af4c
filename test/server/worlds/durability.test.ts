import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { beforeEach, expect, it } from "vitest";
import { dataTables, otherTables } from "../../../src/server/store/schema.ts";
import { openDatabase } from "../../../src/server/store/sqlite/database.ts";
import { isPostgres } from "../../helpers/engine.ts";
import { freshFolder } from "../../helpers/shared.ts";
import { thorough } from "../../helpers/thorough.ts";
import { type ChildServer, databaseIn, startChild } from "../durability/child-server.ts";
import { createLedger, judge } from "../durability/ledger.ts";
import { seed, writers } from "../durability/writers.ts";
import { freshAddress } from "../postgres/servers.ts";

let folder: string;
let database: string;
let seedFile: string;

beforeEach(async () => {
  folder = freshFolder();
  database = isPostgres ? await freshAddress() : databaseIn(folder);
  seedFile = join(folder, "seed.json");
  writeFileSync(seedFile, JSON.stringify(seed));
});

/** A world, as clients of the whole server see it. */
function worldOf(server: ChildServer, name: string): ChildServer {
  return {
    ...server,
    request: (method, path, body) => server.request(method, `/_worlds/${name}${path}`, body),
  };
}

/** The tables of a file that have rows of no dataset. */
async function rowsWithoutDataset(file: string): Promise<readonly string[]> {
  const connection = await openDatabase(file);
  const stray = [...dataTables, ...otherTables].filter(({ name }) =>
    connection.get(`SELECT 1 FROM ${name} WHERE dataset NOT IN (SELECT id FROM datasets) LIMIT 1`),
  );
  connection.close();
  return stray.map(({ name }) => name);
}

async function worldNames(server: ChildServer): Promise<readonly string[]> {
  const { json } = await server.request("GET", "/_reference/worlds");
  return json.items.map(({ name }: { name: string }) => name);
}

it("a server that is killed while many worlds are written has every answered change, in its world alone", async () => {
  const names = Array.from({ length: thorough(12, 50) }, (_, number) => `w${number}`);
  const ledgers = new Map(names.map((name) => [name, createLedger()]));
  const server = await startChild({ folder, database, seedFile });
  for (const name of names)
    expect((await server.request("PUT", `/_reference/worlds/${name}`)).status).toBe(201);
  let isOver = false;
  const [account, ...others] = writers;
  const writing = [...ledgers].flatMap(([name, ledger], number) =>
    // All of them in each world would keep the server from finishing a round.
    [account, others[number % others.length]].map(async (writer) => {
      // Requests in progress when the server ends get no answer.
      while (!isOver)
        await writer?.(worldOf(server, name), ledger).catch(() => (isOver ? undefined : sleep(1)));
    }),
  );
  while ([...ledgers.values()].some(({ accounts }) => accounts.size === 0)) await sleep(20);
  isOver = true;
  await server.kill();
  await Promise.all(writing);

  const next = await startChild({ folder, database });
  const seen: string[] = [];
  for (const [name, ledger] of ledgers) {
    const world = worldOf(next, name);
    expect(await judge(world, ledger)).toEqual([]);
    const { json } = await world.request("GET", "/_reference/data/merchant_accounts");
    seen.push(...json.items.map(({ id }: { id: string }) => id).filter((id: string) => id !== "default"));
  }
  expect(seen).toHaveLength(new Set(seen).size);
  const { json } = await next.request("GET", "/_reference/data/merchant_accounts");
  expect(json.items).toHaveLength(1);
  await next.stop();
});

it("a server that is killed while worlds are made and deleted has each one whole, or not at all", async () => {
  const server = await startChild({ folder, database, seedFile });
  const made = new Set<string>();
  const deleted = new Set<string>();
  const document = { buyers: [{ display_name: "Own" }] };
  const turn = async (maker: number) => {
    for (let number = 0; ; number += 1) {
      const name = `w${maker}-${number}`;
      const { status } = await server.request("PUT", `/_reference/worlds/${name}`, { seed: document });
      if (status === 201) made.add(name);
      if (number % 2 === 0) continue;
      made.delete(name);
      if ((await server.request("DELETE", `/_reference/worlds/${name}`)).status === 204) deleted.add(name);
    }
  };
  const turns = [1, 2, 3].map((maker) => turn(maker).catch(() => undefined));
  while (deleted.size < 6) await sleep(20);
  await server.kill();
  await Promise.all(turns);

  const next = await startChild({ folder, database });
  const there = await worldNames(next);
  expect(there).toEqual(expect.arrayContaining([...made]));
  expect(there.filter((name) => deleted.has(name))).toEqual([]);
  for (const name of there) {
    const { json } = await worldOf(next, name).request("GET", "/_reference/data/buyers");
    expect(json.items).toMatchObject([{ display_name: "Own" }]);
  }
  await next.stop();
  if (!isPostgres) expect(await rowsWithoutDataset(database)).toEqual([]);
});

it("worlds are there after a restart, with their snapshots and what a reset goes back to", async () => {
  const server = await startChild({ folder, database, seedFile });
  const options = { from: "empty", seed: { buyers: [{ display_name: "First" }] } };
  const created = await server.request("PUT", "/_reference/worlds/kept", options);
  const world = worldOf(server, "kept");
  await world.request("PUT", "/_reference/snapshots/before");
  await world.request("POST", "/merchant-accounts", { id: "late", display_name: "Late" });
  await server.stop();

  const next = await startChild({ folder, database });
  const again = worldOf(next, "kept");
  const accounts = async () =>
    (await again.request("GET", "/_reference/data/merchant_accounts")).json.items.length;
  expect(await accounts()).toBe(2);
  const later = await again.request("POST", "/merchant-accounts", { id: "later", display_name: "Later" });
  expect(later.status).toBe(201);
  expect((await again.request("POST", "/_reference/snapshots/before/restore")).status).toBe(200);
  expect(await accounts()).toBe(1);
  expect((await again.request("POST", "/_reference/reset")).status).toBe(200);
  expect((await again.request("GET", "/_reference/data/buyers")).json.items).toMatchObject([
    { display_name: "First" },
  ]);
  const same = await next.request("PUT", "/_reference/worlds/kept", options);
  expect([same.status, same.json.created_at]).toEqual([200, created.json.created_at]);
  await next.stop();
});

it.each<["kill" | "stop"]>([["stop"], ["kill"]])(
  "after a %s clock, faults with their hits and limits are as they were, at the root and in a world, and requests are listed",
  async (end) => {
    const server = await startChild({ folder, database, seedFile });
    await server.request("PUT", "/_reference/worlds/kept");
    const places = ["", "/_worlds/kept"];
    for (const place of places) {
      await server.request("PUT", `${place}/_reference/clock`, {
        time: "2030-01-01T00:00:00Z",
        frozen: true,
      });
      await server.request("PUT", `${place}/_reference/faults`, [
        { operation: "listBuyers", status: 503, times: 2 },
      ]);
      expect((await server.request("GET", `${place}/buyers`)).status).toBe(503);
      // A killed server loses what came after the last look.
      await server.request("GET", `${place}/_reference/requests`);
    }
    await server[end]();

    const next = await startChild({ folder, database });
    for (const place of places) {
      const ask = async (path: string) => (await next.request("GET", `${place}${path}`)).json;
      expect(await ask("/_reference/clock")).toEqual({ time: "2030-01-01T00:00:00.000Z", frozen: true });
      expect((await ask("/_reference/faults")).items).toMatchObject([{ id: "1", hits: 1, times: 2 }]);
      expect((await ask("/_reference/requests")).items).toMatchObject([{ path: "/buyers", status: 503 }]);
      for (const status of [503, 200]) {
        expect((await next.request("GET", `${place}/buyers`)).status).toBe(status);
      }
    }
    await next.stop();
  },
);

// Servers that share a database do not share random numbers, and refuse such a world.
it.skipIf(isPostgres)(
  "a deterministic world answers the same after the same restarts, and draws no id again",
  async () => {
    const live = async (place: string) => {
      const ids: string[] = [];
      for (const start of [1, 2, 3]) {
        const server = await startChild({ folder: place, ...(start === 1 ? { seedFile } : {}) });
        await server.request("PUT", "/_reference/worlds/same", { deterministic: 7 });
        const body = { id: `shop-${start}`, display_name: "Shop" };
        await worldOf(server, "same").request("POST", "/merchant-accounts", body);
        const { json } = await worldOf(server, "same").request("GET", "/audit-logs?limit=1");
        ids.push(`${json.items[0].id} ${json.items[0].timestamp}`);
        await server.stop();
      }
      return ids;
    };
    const one = await live(join(folder, "one"));
    expect(new Set(one).size).toBe(3);
    expect(await live(join(folder, "two"))).toEqual(one);
  },
);
