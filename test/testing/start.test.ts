import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { ReferenceServerOptions, ReferenceWorld } from "../../src/testing/api.ts";
import { startReferenceServer } from "../../src/testing/testing.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "payctl-testing-"));
});
afterEach(() => rm(folder, { recursive: true, maxRetries: 10 }));

async function listBuyers(world: ReferenceWorld, init: RequestInit = {}) {
  const headers = { authorization: `Bearer ${await world.token()}` };
  return world.fetch("/buyers", { ...init, headers });
}

describe("startReferenceServer", () => {
  it("starts with the demo, with nothing, or with a document", async () => {
    const counts = [];
    for (const seed of [undefined, "demo", "empty", { buyers: [{}, {}] }] as const) {
      await using server = await startReferenceServer({ seed, port: false });
      counts.push((await server.data("buyers")).length);
    }
    expect(counts[0]).toBeGreaterThan(40);
    expect(counts).toEqual([counts[0], counts[0], 0, 2]);
  });

  it("takes no port if none is wanted, and still answers", async () => {
    await using server = await startReferenceServer({ port: false });
    expect(server.url).toBe("http://payctl.invalid");
    expect((await listBuyers(server)).status).toBe(200);
    await using world = await server.world();
    expect((await listBuyers(world)).status).toBe(200);
  });

  it("takes the port that is wanted, and says so if another server has it", async () => {
    await using server = await startReferenceServer({ host: "127.0.0.1" });
    const port = Number(new URL(server.url).port);
    await expect(startReferenceServer({ port })).rejects.toThrow(`port ${port} of 127.0.0.1 is in use`);
  });

  it("keeps its data in a file, which holds no key of a start that is over", async () => {
    const database = join(folder, "reference.db");
    const first = await startReferenceServer({ database, seed: "empty", port: false });
    await first.seed({ buyers: [{ display_name: "Mary" }] });
    const keys = await first.data("api_key_pairs");
    await first.close();
    await using second = await startReferenceServer({ database, port: false });
    expect(await second.data("buyers")).toMatchObject([{ display_name: "Mary" }]);
    expect(await second.data("api_key_pairs")).toHaveLength(keys.length);
    await second.close();
    await expect(startReferenceServer({ database, seed: "demo" })).rejects.toThrow(
      /^the database already has data$/,
    );
  });

  it("starts with a clock and with faults as asked", async () => {
    await using server = await startReferenceServer({
      clock: "2026-01-31T12:00:00Z",
      frozen: true,
      faults: [{ operation: "listBuyers", status: 429, times: 1 }],
      embedLimit: 1,
      port: false,
    });
    expect(await server.clock.read()).toEqual({ time: "2026-01-31T12:00:00.000Z", frozen: true });
    expect((await listBuyers(server)).status).toBe(429);
    expect((await listBuyers(server)).status).toBe(200);
  });

  it("lets pages of the origins that are asked for call the API, and no others", async () => {
    const origin = "http://localhost:3000";
    await using server = await startReferenceServer({ cors: [origin], port: false });
    const authorization = `Bearer ${await server.token()}`;
    const allowed = async (from: string) => {
      const { headers } = await server.fetch("/buyers", { headers: { authorization, origin: from } });
      return headers.get("access-control-allow-origin");
    };
    expect([await allowed(origin), await allowed("http://localhost:3001")]).toEqual([origin, null]);
  });

  it("answers the same for the same requests with a deterministic number", async () => {
    const texts = [];
    for (const _ of [1, 2]) {
      await using server = await startReferenceServer({ deterministic: 7, port: false });
      texts.push(await (await listBuyers(server)).text());
    }
    expect(texts[0]).toBe(texts[1]);
  });

  it("keeps its control interface to itself on an address that others reach", async () => {
    await using server = await startReferenceServer({ host: "0.0.0.0" });
    expect((await fetch(`${server.url}/_reference/health`)).status).toBe(403);
    expect((await server.clock.read()).frozen).toBe(false);
    await using world = await server.world();
    expect((await listBuyers(world)).status).toBe(200);
  });

  it.each<[ReferenceServerOptions, string]>([
    [{ seed: { buyers: [{ display_name: "" }], generate: { buyers: -1 } } }, "generate.buyers"],
    [{ clock: "tomorrow" }, "clock must be a Date, or a time in RFC 3339"],
    [{ clock: new Date("tomorrow") }, "clock must be a Date, or a time in RFC 3339"],
    [{ deterministic: 0.5 }, "deterministic must be a whole number from 0 to 2147483647"],
    [{ faults: [{ operation: "listBuyers" }] }, "faults.0.status: is needed, or latency_ms above 0"],
    [{ embedLimit: 0 }, "embedLimit must be a whole number from 1 to 1000000"],
    [{ cors: ["localhost:3000"] }, "cors must be a list of origins, as in http://localhost:3000, or of *"],
    [{ port: 65_536 }, "port must be a port, 0 for a free one, or false for none"],
    [{ host: "192.0.2.1" }, "192.0.2.1 is not an address of this machine"],
  ])("refuses %j, names what is wrong, and leaves nothing open", async (options, message) => {
    await expect(startReferenceServer(options)).rejects.toThrow(message);
  });

  it("names a file for its data that can't be one", async () => {
    const file = join(folder, "notes.txt");
    await writeFile(file, "These are notes, and no database. ".repeat(40));
    const below = join(file, "reference.db");
    await expect(startReferenceServer({ database: below })).rejects.toThrow(
      `the database ${below} can't be opened`,
    );
    await expect(startReferenceServer({ database: file })).rejects.toThrow(
      `the database ${file} is not a database`,
    );
  });

  it("refuses an option that it does not know", async () => {
    const options = { database: ":memory:", tokenTime: "real" };
    await expect(startReferenceServer(options)).rejects.toThrow(
      '"tokenTime" is not an option. Known: seed, clock,',
    );
  });

  it("writes a line for each request if a log is wanted, and else nothing", async () => {
    const script = `
      const { startReferenceServer } = await import(${JSON.stringify(built)});
      for (const log of ["off", "text"]) {
        const server = await startReferenceServer({ log, port: false });
        await server.fetch("/" + log);
        await server.close();
      }`;
    const { stderr, stdout } = await run(script);
    expect(stdout).toBe("");
    expect(stderr).toMatch(/^\S+ GET \/\S+ 404 \d+ ms \S+ The resource could not be found\n$/);
  });
});

const built = new URL("../../dist/testing/index.mjs", import.meta.url).href;

/** A process of its own: in a test's process there are handles of the test runner. */
function run(script: string) {
  const words = ["--input-type=module", "--eval", script];
  return promisify(execFile)(process.execPath, words, { timeout: 60_000 });
}

it("an environment that hides what Node has is named with the cure", async () => {
  const { stdout } = await run(`
    const testing = await import(${JSON.stringify(built)});
    delete globalThis.TextDecoder;
    const calls = [testing.startReferenceServer(), testing.connectReferenceServer("http://127.0.0.1:1")];
    for (const { reason } of await Promise.allSettled(calls)) console.log(reason.message);`);
  const cure = 'with Jest, set testEnvironment: "node", or begin the file with /** @jest-environment node */';
  const message = `payctl/testing needs TextDecoder of Node, which this environment hides; ${cure}`;
  expect(stdout).toBe(`${message}\n${message}\n`);
});

describe("the end of a server", () => {
  it("leaves no handle open, after requests by a port, worlds and hanging connections", async () => {
    const { stdout } = await run(`
      // Node opens these on its own, sooner or later.
      void [process.stdout, process.stderr];
      const before = process.getActiveResourcesInfo();
      const { startReferenceServer } = await import(${JSON.stringify(built)});
      const server = await startReferenceServer();
      const world = await server.world();
      const headers = { authorization: "Bearer " + await world.token() };
      await (await fetch(world.url + "/buyers", { headers })).text();
      await world.snapshot();
      await world.faults([{ operation: "listBuyers", status: "hang" }]);
      const lost = Promise.allSettled([world.fetch("/buyers", { headers }), fetch(world.url + "/buyers", { headers })]);
      while ((await world.requests({ operation: "listBuyers" })).length < 3);
      await server.close();
      const [near, far] = await lost;
      const open = () => process.getActiveResourcesInfo().filter((name) => !before.includes(name));
      // What is being closed stays open for another moment.
      for (let turn = 0; turn < 1000 && open().length > 0; turn += 1) await new Promise((resolve) => setTimeout(resolve, 20));
      const left = open();
      console.log(JSON.stringify({ near: near.reason.message, far: far.reason.message, left }));`);
    expect(JSON.parse(stdout)).toEqual({
      near: "fetch failed",
      far: "fetch failed",
      left: [],
    });
  });

  it("comes once, and later calls say that it has come", async () => {
    const server = await startReferenceServer({ port: false });
    await Promise.all([server.close(), server.close()]);
    await expect(server.reset()).rejects.toThrow("the reference server is closed");
    await expect(server.fetch("/buyers")).rejects.toThrow("the reference server is closed");
  });

  it("keeps a process alive while it waits for an answer, and no longer", async () => {
    const { stdout } = await run(`
      const { startReferenceServer } = await import(${JSON.stringify(built)});
      const server = await startReferenceServer({ port: false, faults: [{ method: "*", path: "*", status: "hang", latency_ms: 20 }] });
      const signal = AbortSignal.timeout(100);
      const headers = { authorization: "Bearer " + await server.token() };
      const [slow] = await Promise.allSettled([server.fetch("/buyers", { headers, signal })]);
      console.log(slow.reason.name);`);
    expect(stdout).toBe("TimeoutError\n");
  });
});
