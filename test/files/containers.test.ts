import { type ChildProcessByStdio, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { readdir, readFile, utimes } from "node:fs/promises";
import { createServer, type Server, type ServerResponse } from "node:http";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { program } from "../helpers/program.ts";
import { freshFolder } from "../helpers/shared.ts";

/** Process ids and a name of its own; its processes end with it. */
const container = ["--pid", "--uts", "--fork", "--mount-proc", "--kill-child"];
const isAllowed = spawnSync("unshare", [...container, "hostname", "box"]).status === 0;

let server: Server;
/** Answers of second pages that wait. */
let waiting: ServerResponse[] = [];
let isHeldBack = true;
let folder: string;
let started: ChildProcessByStdio<null, null, Readable>[] = [];

function entry(number: number) {
  const timestamp = new Date(Date.UTC(2026, 0, 15) - number * 60_000).toISOString();
  return { id: `e${number}`, type: "audit-log", timestamp, action: "updated" };
}

beforeAll(async () => {
  server = createServer((request, response) => {
    if (!request.url?.includes("cursor=")) {
      response.end(JSON.stringify({ items: [entry(0)], limit: 1, next_cursor: "1" }));
    } else if (isHeldBack) {
      waiting.push(response);
    } else {
      response.end(JSON.stringify({ items: [entry(1)], limit: 1, next_cursor: null }));
    }
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
});
afterAll(() => {
  server.close();
  server.closeAllConnections();
});
beforeEach(() => {
  folder = freshFolder();
  waiting = [];
  started = [];
  isHeldBack = true;
});
afterEach(async () => {
  for (const child of started) child.kill("SIGKILL");
});

/** Runs an export as process 1 of a container with this name. */
function exportIn(name: string) {
  const address = server.address();
  const port = typeof address === "object" ? address?.port : undefined;
  const script = 'hostname "$1"; shift; exec "$@"';
  const words = [...program, "audit", "export", "--out", join(folder, "audit.ndjson")];
  const child = spawn("unshare", [...container, "sh", "-c", script, "sh", name, ...words], {
    env: {
      PATH: process.env["PATH"],
      PAYCTL_CONFIG_DIR: folder,
      PAYCTL_BASE_URL: `http://127.0.0.1:${port}`,
      PAYCTL_TOKEN: "a.b.c",
    },
    stdio: ["ignore", "ignore", "pipe"],
  });
  started.push(child);
  const ended = Promise.all([once(child, "exit"), text(child.stderr)]);
  return { child, ended: ended.then(([[code, signal], stderr]) => ({ code, signal, stderr })) };
}

/** Resolves once an export has its first page and waits for the second. */
async function inTheMiddle(): Promise<void> {
  await expect.poll(() => waiting.length).toBeGreaterThan(0);
}

async function killIn(name: string): Promise<void> {
  const { child, ended } = exportIn(name);
  await inTheMiddle();
  child.kill("SIGKILL");
  expect((await ended).signal).toBe("SIGKILL");
  expect(await readdir(folder)).toContain("audit.ndjson.lock");
  isHeldBack = false;
}

async function expectWhole(): Promise<void> {
  const lines = (await readFile(join(folder, "audit.ndjson"), "utf8")).trimEnd().split("\n");
  expect(lines.map((line) => JSON.parse(line).id)).toEqual(["e0", "e1"]);
  expect(await readdir(folder)).toEqual(["audit.ndjson"]);
}

describe.skipIf(!isAllowed)("an export in a container", () => {
  it.each(["pod", "another"])("continues after a kill, in the next container: %s", async (name) => {
    await killIn("pod");
    const early = await exportIn(name).ended;
    expect([early.code, early.stderr]).toEqual([2, expect.stringContaining("another payctl is using")]);
    await utimes(join(folder, "audit.ndjson.lock"), 0, 0);
    const { code, stderr } = await exportIn(name).ended;
    expect({ code, stderr }).toEqual({ code: 0, stderr: expect.stringContaining("wrote 2 entries") });
    await expectWhole();
  });

  it("of two exports at once in different containers, one is refused and the other ends undisturbed", async () => {
    const first = exportIn("first");
    await inTheMiddle();
    const second = await exportIn("second").ended;
    expect(second.code).toBe(2);
    expect(second.stderr).toContain(`another payctl is using ${join(folder, "audit.ndjson")}`);
    isHeldBack = false;
    for (const response of waiting) {
      response.end(JSON.stringify({ items: [entry(1)], limit: 1, next_cursor: null }));
    }
    expect((await first.ended).code).toBe(0);
    await expectWhole();
  });
});
