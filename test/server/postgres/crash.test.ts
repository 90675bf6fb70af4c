import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { startPostgres, type TestPostgres } from "../../helpers/postgres.ts";
import { freshFolder } from "../../helpers/shared.ts";
import { kills } from "../../helpers/thorough.ts";
import { type ChildOptions, startChild } from "../durability/child-server.ts";
import { createLedger, fewestAnswered } from "../durability/ledger.ts";
import { seed } from "../durability/writers.ts";
import { startFleet } from "./crash-round.ts";
import { startOn } from "./servers.ts";

async function durablePostgres(): Promise<TestPostgres> {
  const postgres = await startPostgres();
  onTestFinished(() => postgres.remove());
  return postgres;
}

/** Folders for several servers; the first one has the seed. */
function serverOptions(database: string, count: number): readonly ChildOptions[] {
  const folder = freshFolder();
  const seedFile = join(folder, "seed.json");
  writeFileSync(seedFile, JSON.stringify(seed));
  return Array.from({ length: count }, (_, place) => {
    const own = join(folder, String(place));
    mkdirSync(own);
    return { folder: own, database };
  });
}

test("three servers and their database are killed in turn under load, and every answered change is there, whole", async () => {
  const postgres = await durablePostgres();
  const options = serverOptions(`${postgres.address}/postgres`, 3);
  const [first] = options;
  if (first === undefined) throw new Error("no server");
  await (await startChild({ ...first, seedFile: join(first.folder, "../seed.json") })).stop();
  const ledger = createLedger();
  const fleet = await startFleet(postgres, options, ledger);
  const rounds: string[][] = [];
  const turn = [0, "database", 1, "database", 2] as const;
  const victims = Array.from({ length: kills(3, 6) }, (_, round) => turn[round % turn.length] ?? 0);
  for (const victim of victims) rounds.push(await fleet.round(victim));
  await fleet.stop();
  expect(rounds).toEqual(victims.map(() => []));
  expect(fewestAnswered(ledger)).toBeGreaterThan(1);
});

test("without its database a server answers 503 in the service's format, and recovers once it is back", async () => {
  const postgres = await durablePostgres();
  const server = await startOn(`${postgres.address}/postgres`);
  expect((await server.request("GET", "/buyers")).status).toBe(200);
  await postgres.kill();
  const refused = await Promise.all([
    server.request("GET", "/buyers"),
    server.request("POST", "/merchant-accounts", { id: "away", display_name: "Away" }),
  ]);
  for (const { json, status } of refused) {
    expect(status).toBe(503);
    expect(json).toMatchObject({ type: "error", code: "server_error", status: 503, details: [] });
  }
  // A request that arrives just before the end of the outage waits for it.
  const waiting = sleep(1).then(() => server.request("GET", "/buyers"));
  await postgres.start();
  await waiting;
  expect((await server.request("GET", "/buyers")).status).toBe(200);
  const made = await server.request("POST", "/merchant-accounts", { id: "away", display_name: "Away" });
  expect(made.status).toBe(201);
});
