import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { readdir, readFile } from "node:fs/promises";
import type { Server } from "node:http";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import { grouped } from "../../../src/values/text.ts";
import { generateKey } from "../../helpers/keys.ts";
import { commandLine } from "../../helpers/program.ts";
import { sharedFolder } from "../../helpers/shared.ts";
import { startSlowList, stopSlowList } from "../../helpers/slow-list.ts";

const total = 6000;

/** Where each answered page began. */
const asked: number[] = [];
let server: Server;

function entryAt(index: number) {
  return {
    id: `a1000000-0000-4000-8000-${String(index).padStart(12, "0")}`,
    type: "audit-log",
    timestamp: new Date(Date.UTC(2026, 0, 15) - index * 60_000).toISOString(),
    action: "updated",
    merchant_account_id: "default",
    resource: { type: "buyer", id: `buyer-${index}`, name: `Buyer ${index} – "Größe"` },
    user: {
      name: "Mary Jackson",
      is_staff: false,
      status: "active",
      type: "user",
      id: "u1",
      email_address: "m@x.example",
    },
  };
}

function startExport(out: string) {
  const address = server.address();
  const port = typeof address === "object" ? address?.port : undefined;
  const env = {
    PATH: process.env["PATH"],
    PAYCTL_CONFIG_DIR: folder,
    PAYCTL_BASE_URL: `http://127.0.0.1:${port}`,
    PAYCTL_PRIVATE_KEY: generateKey().privatePem,
  };
  const words = ["audit", "export", "--out", join(folder, out), "--until", "2026-02-01"];
  const child = spawn(...commandLine(words), { env, stdio: ["ignore", "ignore", "pipe"] });
  return { child, words: text(child.stderr), ended: once(child, "exit") };
}

async function notedCount(out: string): Promise<number> {
  const text = await readFile(join(folder, `${out}.progress`), "utf8").catch(() => "");
  const [, ...rows] = text.split("\n").slice(0, -1);
  return JSON.parse(rows.at(-1) ?? '{"count":0}').count;
}

/** Kills an export as soon as it has noted that it has progressed. */
async function killInTheMiddle(out: string): Promise<void> {
  const before = await notedCount(out);
  const { child, ended } = startExport(out);
  while ((await notedCount(out)) === before) {
    expect(child.exitCode).toBeNull();
    await sleep(5);
  }
  child.kill("SIGKILL");
  expect((await ended)[1]).toBe("SIGKILL");
}

const folder = sharedFolder();

beforeAll(async () => {
  server = await startSlowList({ total, entryAt, pause: 20, asked });
});
afterAll(async () => {
  stopSlowList(server);
});

it("an export by the real program writes the same bytes although it was killed three times", async () => {
  const whole = startExport("whole.ndjson");
  expect((await whole.ended)[0]).toBe(0);
  asked.length = 0;
  for (const _ of ["once", "twice", "thrice"]) await killInTheMiddle("audit.ndjson");
  const last = startExport("audit.ndjson");
  expect((await last.ended)[0]).toBe(0);
  const bytes = await readFile(join(folder, "audit.ndjson"));
  const digest = createHash("sha256").update(bytes).digest("hex");
  expect(bytes.equals(await readFile(join(folder, "whole.ndjson")))).toBe(true);
  expect(await last.words).toMatch(/^continuing after [\d,]+ entries\n/);
  expect(await last.words).toContain(
    `wrote ${grouped(total)} entries to ${join(folder, "audit.ndjson")} (up to 2026-01-31 23:59:59Z, UTC), SHA-256 ${digest}\n`,
  );
  expect((await readdir(folder)).filter((name) => name.startsWith("audit"))).toEqual(["audit.ndjson"]);
  // Only the very first start read the list from its beginning.
  expect(asked.filter((start) => start === 0)).toHaveLength(1);
});
