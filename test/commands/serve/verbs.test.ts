import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, expect, it } from "vitest";
import { TransportError } from "../../../src/client/transport-error.ts";
import { type RunOptions, run } from "../../helpers/run.ts";
import { type Reference, startReference } from "../../helpers/server.ts";
import { fresh, sharedFolder } from "../../helpers/shared.ts";

const url = "http://127.0.0.1:4010";
let reference: Reference;
const folder = sharedFolder();

beforeEach(async () => {
  reference = await fresh(startReference({ seed: {} }));
});

/** The server answers at every address; no other one of this user is running. */
async function serve(words: string, options: RunOptions = {}) {
  const env = { XDG_DATA_HOME: folder, ...options.env };
  return run(`serve ${words} --url ${url}`, { reference, ...options, env });
}

it("seed adds a document, and says what it added", async () => {
  const document = '{"buyers": [{"display_name": "Mary"}]}';
  const { code, stdout } = await serve("seed seed.json", { files: { "seed.json": document } });
  expect([code, JSON.parse(stdout).added.buyers]).toEqual([0, 1]);
  const told = await serve("seed - -o table", { stdin: document });
  expect(told.stdout).toBe(`Added to ${url}: buyers 1.\n`);
  expect((await reference.request("GET", "/buyers")).json.items).toHaveLength(2);
});

it("seed names what is wrong with a document, and exits with 2", async () => {
  const files = { "seed.json": '{"buyers": [{"nix": 1}]}' };
  const { code, stderr } = await serve("seed seed.json", { files });
  const message = "seed.json buyers.0.nix: is not a known field";
  expect([code, JSON.parse(stderr).error]).toMatchObject([2, { message, fields: [] }]);
});

it("reset goes back to the seed", async () => {
  await reference.request("POST", "/merchant-accounts", { body: { id: "shop", display_name: "Shop" } });
  const { code, stdout } = await serve("reset -o table");
  expect([code, stdout]).toEqual([0, `The data of ${url} is back to its seed.\n`]);
  const { json } = await reference.request("GET", "/_reference/data/merchant_accounts", { token: null });
  expect(json.items.map(({ id }: { id: string }) => id)).toEqual(["default"]);
});

it("reset changes nothing where its result can't be shown as asked", async () => {
  const { code, requests, stderr } = await serve("reset -o id");
  expect([code, requests, stderr]).toEqual([2, [], expect.stringContaining("this result has no id")]);
});

it("fault adds rules, lists them with their hits, and clears them", async () => {
  const added = await serve("fault add 'GET /buyers 503 x2' 'listAuditLogs 500 skip=2'");
  expect(JSON.parse(added.stdout).items.map(({ id }: { id: string }) => id)).toEqual(["1", "2"]);
  await reference.request("GET", "/buyers");
  const listed = await serve("fault list -o csv --fields id,status,hits");
  expect(listed.stdout).toBe("id,status,hits\n1,503,1\n2,500,0\n");
  expect(JSON.parse((await serve("fault remove 1")).stdout).items).toHaveLength(1);
  expect((await serve("fault remove 99")).code).toBe(8);
  const cleared = await serve("fault clear");
  expect([cleared.code, JSON.parse(cleared.stdout), cleared.stderr]).toEqual([
    0,
    { items: [] },
    `changed the server at ${url} (--url)\n`,
  ]);
});

it("clock shows, sets, freezes, advances and releases the clock", async () => {
  const shown = async (words: string) => JSON.parse((await serve(`clock ${words}`)).stdout);
  expect([await shown(""), await shown("freeze")]).toMatchObject([{ frozen: false }, { frozen: true }]);
  expect(await shown("set 2030-01-01T00:00:00Z")).toMatchObject({ time: "2030-01-01T00:00:00.000Z" });
  expect(await shown("advance 1d")).toEqual({ time: "2030-01-02T00:00:00.000Z", frozen: true });
  expect(await shown("real")).toMatchObject({ frozen: false });
  await serve("clock set 2030-01-01T00:00:00Z");
  expect((await serve("clock freeze -o table")).stdout).toMatch(
    /^The clock of http:\/\/127\.0\.0\.1:4010 is frozen at 2030-01-01T00:00:00\.\d{3}Z\.\n$/,
  );
});

it("requests lists what was requested, by operation and status", async () => {
  await reference.request("GET", "/buyers");
  await reference.request("GET", "/buyers", { token: null });
  await reference.request("GET", "/audit-logs");
  const all = await serve("requests --fields operation,status -o csv");
  expect(all.stdout).toBe("operation,status\nlistAuditLogs,200\nlistBuyers,401\nlistBuyers,200\n");
  const refused = await serve("requests --operation listBuyers --status 4xx -o ndjson --fields status");
  expect(refused.stdout).toBe('{"status":401}\n');
  expect((await serve("requests --limit 1 -o ndjson --fields status")).stdout).toBe('{"status":200}\n');
});

it("requests --follow shows each new request once, oldest first, until it is stopped", async () => {
  await reference.request("GET", "/buyers");
  const stop = new AbortController();
  let polls = 0;
  const following = serve("requests --follow --fields path", {
    exchange: async (request) => {
      polls += 1;
      if (polls === 2) await reference.request("GET", "/audit-logs");
      if (polls === 3) stop.abort();
      const signal = stop.signal.aborted ? { signal: stop.signal } : {};
      const answer = await reference.exchange({ ...request, ...signal });
      if (stop.signal.aborted) throw new Error("stopped");
      return answer;
    },
  });
  expect((await following).stdout).toBe('{"path":"/buyers"}\n{"path":"/audit-logs"}\n');
});

it("requests --follow ends at the deadline of the whole command, however many answers came before", async () => {
  await reference.request("GET", "/buyers");
  let now = 0;
  let polls = 0;
  const waits: number[] = [];
  const { code, stderr } = await serve("requests --follow --deadline 30s", {
    exchange: async (request) => {
      if (!request.target.startsWith("/_reference/requests")) return reference.exchange(request);
      polls += 1;
      now += 10_000;
      if (polls < 3) return reference.exchange(request);
      const { signal } = request;
      return new Promise((_, reject) => {
        if (signal?.aborted) reject(signal.reason);
        signal?.addEventListener("abort", () => reject(signal.reason));
      });
    },
    alter: (host) => ({
      ...host,
      now: () => now,
      later(milliseconds, action) {
        // A write has a moment of its own.
        if (milliseconds > 1000) waits.push(milliseconds);
        const timer = waits.length === 4 ? setImmediate(action) : undefined;
        return () => clearImmediate(timer);
      },
    }),
  });
  expect(waits).toEqual([30_000, 30_000, 20_000, 10_000]);
  expect([code, JSON.parse(stderr).error.message]).toEqual([10, "the deadline has passed"]);
});

it.each([
  ["fault add 'GET /buyers 503' 'GET /buyers 500 x0'", "RULE 'GET /buyers 500 x0': times must be at least 1"],
  ["requests abc", "ID: must be the id of an entry, or at least its first 8 characters"],
  ["clock set tomorrow", "VALUE: must be a time as in 2026-01-31T12:00:00Z"],
  ["clock advance soon", "VALUE: must be a number with its unit: ms, s, m, h or d, as in 15m"],
  ["clock advance 99999999d", "VALUE: must result in a time between the years 1970 and 9999"],
  ["requests --status 4xy", '--status: "4xy" is not a status. Known: 200 and other numbers'],
  ["requests --operation listBuyer", '"listBuyer" is not an operation name; did you mean listBuyers?'],
  ["token --scope buyers.read --role nix", '--role: "nix" is not the slug of a role. Known: administrator, '],
  ["token --scope buyers.read --expires-in 2d", "--expires-in: must be from 1s to 24h"],
  ["snapshot save 'a b'", "NAME: must be 1 to 50 letters, digits, dots, hyphens or underscores"],
  ["world create Shop --from empty", "NAME: must be 1 to 63 lower-case letters"],
  ["world create shop --clock noon", "--clock: must be a time as in 2026-01-31T12:00:00Z"],
  ["world create shop --from none", "--from: must be seed, empty, world:NAME or snapshot:NAME"],
])("serve %s is wrong usage, told by what was typed", async (words, message) => {
  const { code, stderr } = await serve(words);
  const { error } = JSON.parse(stderr);
  expect([code, error.message, error.fields]).toEqual([2, expect.stringContaining(message), []]);
});

it("several wrong values are told together, each by what was typed", async () => {
  const { code, stderr } = await serve("token --scope buyers.read --role nix --account nix");
  const { fields, message } = JSON.parse(stderr).error;
  expect([code, message, fields]).toEqual([
    2,
    "2 values are wrong; nothing was changed",
    [
      { field: "--role", message: expect.stringContaining('"nix" is not the slug of a role. Known: admin') },
      { field: "--account", message: expect.stringContaining('"nix" is not the id of a merchant account') },
    ],
  ]);
});

it("requests prints what its help says, a list of entries with all of their fields", async () => {
  await reference.request("GET", "/nix");
  const [entry] = JSON.parse((await serve("requests")).stdout).items;
  const help = (await run("serve requests --help")).stdout;
  const [, fields = ""] = /As JSON:\s+\{"items": \[\{([^}]*)\}\]\}/.exec(help) ?? [];
  expect(fields.split(/,\s+/)).toEqual(expect.arrayContaining(Object.keys(entry)));
});

it("status --url tells whether a reference server answers there, and which one", async () => {
  const { code, stdout } = await serve("status");
  const database = reference.store.name;
  const status = { running: true, url, pid: process.pid, database, log: null };
  expect([code, JSON.parse(stdout)]).toEqual([0, status]);
  expect((await serve("status -o table")).stdout).toBe(
    `The reference server answers at ${url}, process ${process.pid}.\n`,
  );
  expect((await serve("status -o id")).stdout).toBe(`${url}\n`);
  const exchange = () => Promise.reject(new TransportError("unsent", "refused the connection"));
  const silent = await serve("status -o table", { exchange });
  expect([silent.code, silent.stdout]).toEqual([3, `No reference server answers at ${url}.\n`]);
  const gone = await serve("status -o id", { exchange });
  expect([gone.code, gone.stdout]).toEqual([3, ""]);
});

it("token prints a token that the server accepts, or one that it refuses", async () => {
  const { code, stdout } = await serve("token --scope buyers.read,flows.write --expires-in 1h -o table");
  expect(code).toBe(0);
  const token = stdout.trim();
  expect((await reference.request("GET", "/buyers", { token })).status).toBe(200);
  const bad = JSON.parse((await serve("token --scope buyers.read --flaw expired -o json")).stdout);
  expect((await reference.request("GET", "/buyers", { token: bad.token })).status).toBe(401);
  const bound = await serve("token --scope '*.read' --role support --account default -o table");
  const answer = await reference.request("GET", "/api-key-pairs", { token: bound.stdout.trim() });
  expect(answer.status).toBe(403);
});

it("env prints what points an application at the server, for a shell or as data", async () => {
  const { stdout } = await serve("env -o table");
  expect(stdout).toMatch(
    /^export PAYCTL_BASE_URL=http:\/\/127\.0\.0\.1:4010\nexport PAYCTL_TOKEN=\S+\nexport PAYCTL_MERCHANT_ACCOUNT=default\n$/,
  );
  const { PAYCTL_TOKEN: token } = JSON.parse((await serve("env -o json")).stdout);
  expect((await reference.request("GET", "/buyers", { token })).status).toBe(200);
});

it("requests are chosen by header, account, fault and time, and cleared once they were shown", async () => {
  await reference.request("GET", "/buyers", { headers: { "user-agent": "shop/2.1" } });
  const ids = async (words: string) => {
    const { code, stdout } = await serve(`requests -o ndjson --fields path ${words}`);
    expect(code).toBe(0);
    return stdout;
  };
  const found = '{"path":"/buyers"}\n';
  expect(await ids("--header user-agent=shop/2.1 --fault false --since 2020-01-01T00:00:00Z")).toBe(found);
  expect(await ids("--header user-agent=shop/2.2")).toBe("");
  expect(await ids("--fault true")).toBe("");
  expect(await ids("-m other")).toBe("");
  expect(await ids("--clear --no-header")).toBe(found);
  expect(await ids("")).toBe("");
});

it("requests shows why each was refused, and takes the beginning of an id", async () => {
  await reference.request("GET", "/buyer", { token: null });
  await reference.request("GET", "/buyers?limit=none");
  const ok = await reference.request("GET", "/buyers");
  const { stdout } = await serve("requests -o csv --fields status,reason");
  expect(stdout).toBe(
    [
      "status,reason",
      "200,",
      '422,"limit: Input should be a valid integer, unable to parse string as an integer"',
      "404,No operation has this path; listBuyers is GET /buyers",
      "",
    ].join("\n"),
  );
  const [head = "", , row = ""] = (await serve("requests -o table", { terminal: 100 })).stdout.split("\n");
  const id = ok.headers["x-request-id"] ?? "";
  expect(head).toContain("REASON");
  const [shown = ""] = row.split(" ");
  expect([id.startsWith(shown), shown.length]).toEqual([true, 8]);
  expect(JSON.parse((await serve(`requests ${shown} -o json`)).stdout)).toMatchObject({ id, reason: null });
});

it("fault list shows every field of each rule, with its id and its hits", async () => {
  await serve(
    "fault add 'GET /buyers 429 x2 skip=1 latency=20 retry-after=7' 'createMerchantAccount reset x1 after'",
  );
  expect((await serve("fault list -o csv")).stdout).toBe(
    "id,operation,method,path,status,times,skip,latency_ms,retry_after,after,hits\n" +
      "1,,GET,/buyers,429,2,1,20,7,,0\n" +
      "2,createMerchantAccount,,,reset,1,,,,true,0\n",
  );
  const { stderr, stdout } = await serve("fault list -o table", { terminal: 80 });
  for (const value of ["/buyers", "429", "20", "7", "createMerchantAccount", "reset", "true"]) {
    expect(stdout).toContain(value);
  }
  expect(stderr).not.toContain("hidden for lack of space");
});

it("the control token goes with every call", async () => {
  const controlToken = "a-secret-of-some-length";
  const guarded = await fresh(startReference({ seed: {}, controlToken }));
  expect((await serve("reset", { reference: guarded })).code).toBe(7);
  const env = { PAYCTL_CONTROL_TOKEN: controlToken };
  expect((await serve("reset", { reference: guarded, env })).code).toBe(0);
});

it("commands for a running server go to the usual address unless something names another one", async () => {
  const ran = await run("serve reset", { reference, signedOut: true });
  expect([ran.code, ran.stderr]).toEqual([0, `changed the server at ${url} (the default)\n`]);
});

it.each([
  ["reset", "POST", "/reset", {}],
  ["snapshot restore before", "POST", "/snapshots/before/restore", {}],
  [
    "world create shop --frozen --embed-limit 5",
    "PUT",
    "/worlds/shop",
    { body: { frozen: true, embed_limit: 5 } },
  ],
  ["clock advance 1d", "POST", "/clock/advance", { body: { by: "1d" } }],
  ["requests --follow", "GET", "/requests?limit=20", {}],
  [
    "seed seed.yaml",
    "POST",
    "/seed",
    { body: { gift_cards: [{ number: "********", pin: "********", currency: "EUR" }] } },
  ],
])("serve %s with --dry-run shows the request, and sends nothing", async (words, method, path, more) => {
  const files = { "seed.yaml": "gift_cards: [{ number: '4111111111', pin: '1234', currency: EUR }]" };
  const { code, requests, stderr, stdout } = await serve(`${words} --dry-run`, { files });
  expect([code, stderr, requests]).toEqual([0, "", []]);
  expect(JSON.parse(stdout)).toEqual({ method, path: `/_reference${path}`, ...more });
});

it.each([
  ["fault clear", ["DELETE", "/faults"], ["GET", "/faults"]],
  ["fault remove 1 2", ["DELETE", "/faults/1"], ["DELETE", "/faults/2"], ["GET", "/faults"]],
  ["requests --clear", ["GET", "/requests?limit=20"], ["DELETE", "/requests"]],
])("serve %s with --dry-run shows every request", async (words, ...wanted) => {
  const { requests, stdout } = await serve(`${words} --dry-run`);
  expect(requests).toEqual([]);
  expect(JSON.parse(stdout)).toEqual(
    wanted.map(([method, path]) => ({ method, path: `/_reference${path}` })),
  );
  const lines = (await serve(`${words} --dry-run -o ndjson`)).stdout.trim().split("\n");
  expect(lines.map((line) => JSON.parse(line).method)).toEqual(wanted.map(([method]) => method));
});

it("a start with --dry-run checks its options, and starts nothing", async () => {
  const env = { XDG_DATA_HOME: join(folder, "rehearsed") };
  for (const words of ["--port 0", "--port 0 --detach", "--port 0 -- false"]) {
    const { code, stderr, stdout } = await run(`serve --dry-run ${words}`, { reference, env });
    expect([code, stdout]).toEqual([0, ""]);
    expect(stderr).toMatch(
      /^would start a reference server on a free port of 127\.0\.0\.1 with the data in /,
    );
  }
  expect((await run("serve --dry-run --clock noon", { reference, env })).code).toBe(2);
  await expect(readdir(join(folder, "rehearsed"))).rejects.toThrow("ENOENT");
});

it.each([
  ["fault add", "add needs a rule"],
  ["fault list 'GET /buyers 503'", "list takes no rule"],
  ["fault add 'GET /nix 503'", 'path "/nix" is not the path of an operation. Known: /api-key-pairs'],
  ["clock set", "set needs a value"],
  ["clock freeze 1d", "freeze takes no value"],
  ["token", "no scope was given"],
  ["reset --fields nix", "nix"],
])("serve %s is refused before anything is asked", async (words, message) => {
  const { code, requests, stderr } = await serve(words);
  expect([code, requests.length]).toEqual([2, 0]);
  expect(JSON.parse(stderr).error.message).toContain(message);
});
