import { chmodSync, chownSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, it } from "vitest";
import { freshFolder } from "../helpers/shared.ts";
import { kills } from "../helpers/thorough.ts";
import { type ChildServer, databaseIn, startChild } from "./durability/child-server.ts";
import { createLedger, fewestAnswered, judge } from "./durability/ledger.ts";
import { crashRound, inspect } from "./durability/round.ts";
import { seed, writers } from "./durability/writers.ts";

/** A server that is used only for its data. */
function holding(data: Readonly<Record<string, readonly unknown[]>>): ChildServer {
  const nothing = async () => {};
  return {
    request: async (_, path) => ({ status: 200, json: { items: data[path.split("/").at(-1) ?? ""] ?? [] } }),
    kill: nothing,
    stop: nothing,
    errors: Promise.resolve(""),
  };
}

const log = (type: string, id: string) => ({ id: `log of ${id}`, resource: { type, id } });

it("the judge finds nothing wrong if each change has its entry", async () => {
  const ledger = { accounts: new Set(["a"]), jobs: new Set(["j"]), switches: new Map([["t", 1]]) };
  const data = {
    merchant_accounts: [{ id: "default" }, { id: "a" }, { id: "unanswered" }],
    account_updater_jobs: [{ id: "j" }],
    network_tokens: [{ id: "t", status: "suspended" }],
    audit_logs: [
      log("merchant-account", "a"),
      log("merchant-account", "unanswered"),
      log("account-updater-job", "j"),
      log("network-token", "t"),
    ],
  };
  expect(await judge(holding(data), ledger)).toEqual([]);
});

it("the judge finds what was lost, and what is half done", async () => {
  const ledger = { accounts: new Set(["a"]), jobs: new Set<string>(), switches: new Map([["t", 2]]) };
  const data = {
    merchant_accounts: [{ id: "default" }, { id: "b" }],
    network_tokens: [{ id: "t", status: "active" }],
    audit_logs: [log("account-updater-job", "j"), log("network-token", "t")],
  };
  expect(await judge(holding(data), ledger)).toEqual([
    "the account a was answered and is gone",
    "the account b has no audit entry",
    "an audit entry names the job j, which is not there",
    "the token t is active after 1 recorded switches",
    "the token t has lost 1 switches",
  ]);
});

let folder: string;
let seedFile: string;

beforeEach(() => {
  folder = freshFolder();
  seedFile = join(folder, "seed.json");
  writeFileSync(seedFile, JSON.stringify(seed));
});

it("a server that is killed while it writes keeps every change that it answered, whole, time after time", async () => {
  const ledger = createLedger();
  await (await startChild({ folder, seedFile })).stop();
  const rounds: string[][] = [];
  const count = kills(4, 10);
  for (let round = 0; round < count; round += 1) rounds.push(await crashRound({ folder }, ledger));
  expect(rounds).toEqual(Array.from({ length: count }, () => []));
  expect(fewestAnswered(ledger)).toBeGreaterThan(1);
});

it("a server whose disk is full refuses changes, still answers reads, and has lost nothing when there is room", async () => {
  await (await startChild({ folder, seedFile })).stop();
  const ledger = createLedger();
  const server = await startChild({ folder, fileBlocks: 1000 });
  let written = 0;
  let refusal: unknown;
  while (refusal === undefined && written < 10_000) {
    written += 1;
    await Promise.all(writers.map((write) => write(server, ledger))).catch((error) => {
      refusal = error;
    });
  }
  expect(refusal).toMatchObject({ message: "answered 500" });
  const { status } = await server.request("GET", "/audit-logs");
  expect(status).toBe(200);
  await server.stop();
  expect(await server.errors).toContain(`the database ${databaseIn(folder)} can't be`);
  expect(await inspect({ folder }, ledger)).toEqual([]);
});

/** The user `nobody`, if the tests run as root, whom no permission stops. */
const uid = process.getuid?.() === 0 ? 65_534 : undefined;

it("a read-only database is refused with an error, and left unchanged", async () => {
  await (await startChild({ folder, seedFile })).stop();
  const path = databaseIn(folder);
  const before = readFileSync(path);
  chmodSync(path, 0o444);
  chmodSync(folder, 0o555);
  if (uid !== undefined) for (const place of [path, folder]) chownSync(place, 0, 0);
  const refused = startChild({ folder, ...(uid === undefined ? {} : { uid }) });
  await expect(refused).rejects.toThrow(`the database ${path} can't be opened`);
  chmodSync(folder, 0o755);
  expect(readFileSync(path)).toEqual(before);
});
