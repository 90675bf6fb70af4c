import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, expect, it, onTestFinished } from "vitest";
import { ConfigurationError, UsageError } from "../../../src/errors.ts";
import { type RunningServer, type ServeOptions, startServer } from "../../../src/server/running/serve.ts";
import type { Seed } from "../../../src/server/seed/seed.ts";
import { once } from "../../../src/values/once.ts";
import { buildToken, ecdsa, generateKey } from "../../helpers/keys.ts";
import { freshFolder } from "../../helpers/shared.ts";

const key = generateKey();
let folder: string;
let log: string[];

beforeEach(() => {
  folder = freshFolder();
  log = [];
});

interface Parts extends Partial<Omit<ServeOptions, "data">> {
  readonly data?: Partial<ServeOptions["data"]>;
}

async function start({ data, ...parts }: Parts = {}): Promise<RunningServer> {
  const server = await startServer({
    host: "127.0.0.1",
    port: 0,
    database: join(folder, "reference.db"),
    embedLimit: 50,
    log: "off",
    stopWanted: () => {},
    now: () => new Date(),
    newId: () => crypto.randomUUID(),
    write: (lines) => log.push(...lines.split("\n").slice(0, -1)),
    ...parts,
    data: {
      seed: undefined,
      reset: false,
      administrator: key.publicPem,
      administratorLeaves: false,
      ...data,
    },
  });
  const stop = once(server.stop);
  onTestFinished(stop);
  return { ...server, stop };
}

const stop = (server: RunningServer) => server.stop();

async function get(server: RunningServer, path: string, signer = key) {
  const seconds = Math.floor(Date.now() / 1000);
  const token = buildToken({
    header: { alg: "ES512", kid: signer.thumbprint },
    claims: { iss: "test", nbf: seconds, exp: seconds + 300, jti: "1", scopes: ["*.read"] },
    sign: ecdsa(signer),
  });
  const response = await fetch(`${server.url}${path}`, { headers: { authorization: `Bearer ${token}` } });
  return { status: response.status, json: JSON.parse(await response.text()) };
}

async function names(server: RunningServer, path: string): Promise<string[]> {
  const { json } = await get(server, path);
  return json.items.map((item: { display_name: string }) => item.display_name);
}

const withAda: Seed = { buyers: [{ display_name: "Ada Lovelace" }] };

it("a start fills a new database with the demo, and the administrator may look at it", async () => {
  const server = await start();
  expect((await names(server, "/buyers")).length).toBe(20);
  expect(await names(server, "/api-key-pairs")).toContain("payctl serve");
});

it("a start keeps what is there, and adds a new administrator", async () => {
  await stop(await start({ data: { seed: withAda } }));
  const second = generateKey();
  const server = await start({ data: { administrator: second.publicPem } });
  expect(await names(server, "/buyers")).toEqual(["Ada Lovelace"]);
  expect((await get(server, "/buyers", second)).status).toBe(200);
});

it.each([
  ["demo", undefined],
  ["empty", {}],
  ["custom", withAda],
])("a start remembers that the data began with the seed %s", async (name, seed) => {
  const seedOf = async (server: RunningServer) =>
    JSON.parse(await (await fetch(`${server.url}/_reference/health`)).text()).seed;
  const server = await start({ data: { seed } });
  const began = await seedOf(server);
  expect(began).toEqual({ name, at: expect.stringMatching(/^\d{4}-.*Z$/) });
  await stop(server);
  expect(await seedOf(await start())).toEqual(began);
});

it("a start refuses to seed what has data, and changes nothing", async () => {
  await stop(await start({ data: { seed: withAda } }));
  const error = await start({ data: { seed: {} } }).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(UsageError);
  expect(error).toMatchObject({
    message: "the database already has data",
    hint: { text: "to keep it, add --if-empty; to remove it first, add", command: "--reset" },
  });
  expect(await names(await start(), "/buyers")).toEqual(["Ada Lovelace"]);
});

it("a start that keeps data seeds only a database that has none, and says so", async () => {
  let kept = 0;
  const onExistingData = () => {
    kept += 1;
  };
  await stop(await start({ data: { seed: withAda, onExistingData } }));
  expect(kept).toBe(0);
  const server = await start({ data: { seed: { buyers: [{ display_name: "Mary" }] }, onExistingData } });
  expect([kept, await names(server, "/buyers")]).toEqual([1, ["Ada Lovelace"]]);
});

it("a start removes the data first when told to", async () => {
  await stop(await start());
  const server = await start({ data: { seed: withAda, reset: true } });
  expect(await names(server, "/buyers")).toEqual(["Ada Lovelace"]);
  expect(await names(server, "/api-key-pairs")).toEqual(["payctl serve"]);
});

it("a start takes a seed that names the administrator itself", async () => {
  const pair = { display_name: "Mine", public_key: key.publicPem, role_slugs: ["administrator"] };
  const server = await start({ data: { seed: { api_key_pairs: [pair] } } });
  expect(await names(server, "/api-key-pairs")).toEqual(["Mine"]);
});

it("a start turns the control interface off on an address that others can reach", async () => {
  const here = await start({ database: ":memory:" });
  const everywhere = await start({ database: ":memory:", host: "0.0.0.0" });
  expect([here.control, everywhere.control]).toEqual(["on", "off"]);
  expect((await fetch(`${here.url}/_reference/health`)).status).toBe(200);
  expect((await fetch(`${everywhere.url}/_reference/health`)).status).toBe(404);
});

it("a start that fails because the port is taken makes no database", async () => {
  const { url } = await start({ database: ":memory:" });
  await expect(start({ port: Number(new URL(url).port) })).rejects.toThrow(ConfigurationError);
  expect(await readdir(folder)).toEqual([]);
});

it("a start that fails because the file is not a database leaves it alone, and the port free", async () => {
  const database = join(folder, "notes.txt");
  await writeFile(database, "Not a database, but somebody's notes.");
  await expect(start({ database })).rejects.toThrow(ConfigurationError);
  expect(await readFile(database, "utf8")).toBe("Not a database, but somebody's notes.");
  expect(await readdir(folder)).toEqual(["notes.txt"]);
});

it("a stop removes an administrator who was there for this start alone", async () => {
  await stop(await start({ data: { seed: {} } }));
  await stop(await start({ data: { administrator: generateKey().publicPem, administratorLeaves: true } }));
  expect(await names(await start(), "/api-key-pairs")).toEqual(["payctl serve"]);
});

it("a stopped server has logged a line for every request", async () => {
  const server = await start({ database: ":memory:", log: "text" });
  await get(server, "/buyers?search=Ada");
  await stop(server);
  expect(log).toEqual([expect.stringMatching(/^\S+Z GET \/buyers 200 \d+ ms [\da-f-]{36}$/)]);
});
