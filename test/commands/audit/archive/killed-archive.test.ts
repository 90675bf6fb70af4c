import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { readdir, readFile } from "node:fs/promises";
import type { Server } from "node:http";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import { generateKey } from "../../../helpers/keys.ts";
import { commandLine } from "../../../helpers/program.ts";
import { sharedFolder } from "../../../helpers/shared.ts";
import { startSlowList, stopSlowList } from "../../../helpers/slow-list.ts";
import { thorough } from "../../../helpers/thorough.ts";

const total = 6000;
const now = Date.parse("2026-01-15T12:00:00Z");

let server: Server;

/** Eight days of 750 entries. */
function entryAt(index: number) {
  return {
    type: "audit-log",
    id: `a1000000-0000-4000-8000-${String(index).padStart(12, "0")}`,
    timestamp: new Date(now - index * 115_200).toISOString(),
    action: "updated",
    merchant_account_id: "default",
    resource: { type: "buyer", id: `buyer-${index}`, name: `Buyer ${index} – "Größe"` },
    user: null,
  };
}

function start(...words: string[]) {
  const address = server.address();
  const port = typeof address === "object" ? address?.port : undefined;
  const env = {
    PATH: process.env["PATH"],
    PAYCTL_CONFIG_DIR: folder,
    PAYCTL_BASE_URL: `http://127.0.0.1:${port}`,
    PAYCTL_PRIVATE_KEY: generateKey().privatePem,
  };
  const child = spawn(...commandLine(["audit", ...words]), {
    env,
    stdio: ["ignore", "ignore", "pipe"],
  });
  return { child, words: text(child.stderr), ended: once(child, "exit") };
}

/** The digest of each file, by its path. */
async function digests(name: string): Promise<Record<string, string>> {
  const entries = await readdir(join(folder, name), { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const pairs = files.toSorted().map(async (path) => {
    const digest = createHash("sha256")
      .update(await readFile(path))
      .digest("hex");
    return [path.slice(join(folder, name).length), digest];
  });
  return Object.fromEntries(await Promise.all(pairs));
}

/** What changes while an archive grows: its finished days, and its place in the list. */
async function placeOf(name: string): Promise<string> {
  const files = ["_manifest.json", "_pass.json"].map((file) => readFile(join(folder, name, file), "utf8"));
  return (await Promise.allSettled(files))
    .map((file) => (file.status === "fulfilled" ? file.value : ""))
    .join();
}

/** Kills an archive a moment after it has progressed; returns false if it finished first. */
async function killInTheMiddle(name: string): Promise<boolean> {
  const before = await placeOf(name);
  const { child, ended } = start("archive", join(folder, name));
  while ((await placeOf(name)) === before && child.exitCode === null) await sleep(2);
  await sleep(Math.random() * 60);
  child.kill("SIGKILL");
  return (await ended)[1] === "SIGKILL";
}

const folder = sharedFolder();

beforeAll(async () => {
  server = await startSlowList({ total, entryAt, pause: 10, now });
});
afterAll(async () => {
  stopSlowList(server);
});

it("an archive by the real program has the same files although it was killed at random moments", async () => {
  const whole = start("archive", join(folder, "whole"));
  expect((await whole.ended)[0]).toBe(0);
  const kills: boolean[] = [];
  for (let kill = 0; kill < thorough(2, 4); kill += 1) kills.push(await killInTheMiddle("killed"));
  const last = start("archive", join(folder, "killed"));
  expect([(await last.ended)[0], await last.words]).toEqual([
    0,
    expect.stringContaining("complete up to 2026-01-14"),
  ]);
  expect(kills).toContain(true);
  expect(await digests("killed")).toEqual(await digests("whole"));
});

it("a Parquet export by the real program has the same bytes although it was killed", async () => {
  const whole = start("export", "--out", join(folder, "whole.parquet"));
  expect((await whole.ended)[0]).toBe(0);
  for (let kill = 0; kill < thorough(1, 2); kill += 1) {
    const { child, ended } = start("export", "--out", join(folder, "audit.parquet"));
    await sleep(300 + Math.random() * 500);
    child.kill("SIGKILL");
    await ended;
  }
  const last = start("export", "--out", join(folder, "audit.parquet"));
  expect([(await last.ended)[0], await last.words]).toEqual([
    0,
    expect.stringContaining("wrote 6,000 entries"),
  ]);
  const [killed, undisturbed] = ["audit", "whole"].map((name) => readFile(join(folder, `${name}.parquet`)));
  expect((await killed)?.equals((await undisturbed) ?? Buffer.alloc(0))).toBe(true);
  expect((await readdir(folder)).filter((name) => name.startsWith("audit"))).toEqual(["audit.parquet"]);
});
