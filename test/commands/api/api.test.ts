import { expect, test } from "vitest";
import type { ApiRequest, ApiResponse } from "../../../src/contract/exchange.ts";
import { refused } from "../../helpers/refused.ts";
import { run } from "../../helpers/run.ts";
import { scopesOf } from "../../helpers/scopes-of.ts";

function respond(body: unknown, status = 200): (request: ApiRequest) => Promise<ApiResponse> {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  return async () => ({ status, headers: {}, body: text });
}

/** Pages by cursor; the first has none. */
function pages(byCursor: Record<string, unknown>): (request: ApiRequest) => Promise<ApiResponse> {
  return async ({ target }) => {
    const cursor = new URL(target, "http://localhost").searchParams.get("cursor") ?? "";
    return { status: 200, headers: {}, body: JSON.stringify(byCursor[cursor]) };
  };
}

test("api signs with the scope of the operation that the path belongs to, and shows a list as one", async () => {
  const ran = await run("api GET /api-key-pairs?limit=1 -o json");
  expect(ran.requests.map(({ method, target }) => `${method} ${target}`)).toEqual([
    "GET /api-key-pairs?limit=1",
  ]);
  expect(scopesOf(ran)).toEqual(["api-key-pairs.read"]);
  expect(JSON.parse(ran.stdout)).toMatchObject({ items: [{ type: "api-key-pair" }], limit: 1 });
  expect(ran.code).toBe(0);
});

test("api says that more rows exist", async () => {
  const exchange = respond({ items: [{ id: "a" }], limit: 1, next_cursor: "c1" });
  expect(await run("api GET /buyers -o id", { exchange })).toMatchObject({
    code: 0,
    stdout: "a\n",
    stderr: "more rows exist: add --all, or --limit N\n",
  });
});

test("all pages are read from the given one on, with the query kept", async () => {
  const exchange = pages({
    c1: { items: [{ id: "a" }], limit: 1, next_cursor: "c2" },
    c2: { items: [{ id: "b" }], limit: 1, next_cursor: null },
  });
  const ran = await run("api GET '/buyers?limit=1&cursor=c1&search=Ada+L' --all -o ndjson", { exchange });
  expect(ran.stdout).toBe('{"id":"a"}\n{"id":"b"}\n');
  expect(ran.requests.map(({ target }) => target)).toEqual([
    "/buyers?limit=1&cursor=c1&search=Ada+L",
    "/buyers?limit=1&cursor=c2&search=Ada+L",
  ]);
});

test.each([
  [1, ["a"], 1, "1 row shown, more exist: add --all, or a larger --limit\n"],
  [3, ["a", "b", "c"], 2, "3 rows shown, more exist: add --all, or a larger --limit\n"],
  [4, ["a", "b", "c", "d"], 2, ""],
  [9, ["a", "b", "c", "d"], 2, ""],
])("--limit %i reads pages up to as many rows", async (limit, rows, requests, stderr) => {
  const exchange = pages({
    "": { items: [{ id: "a" }, { id: "b" }], limit: 2, next_cursor: "c2" },
    c2: { items: [{ id: "c" }, { id: "d" }], limit: 2, next_cursor: null },
  });
  const ran = await run(`api GET /buyers?limit=2 --limit ${limit} -o id`, { exchange });
  expect({ ...ran, requests: ran.requests.length }).toEqual({
    code: 0,
    stdout: rows.map((id) => `${id}\n`).join(""),
    stderr,
    requests,
  });
});

test("--all and --limit can't be used together", async () => {
  const said = await refused("api GET /buyers --all --limit 2");
  expect(said).toMatch(/^error: --all and --limit can't be used together\n/);
});

test("--all exits with 5 if the answer is not a list", async () => {
  const ran = await run("api GET /payouts --all --scope payouts.read", { exchange: respond({ id: "a" }) });
  expect(ran.code).toBe(5);
  expect(ran.stdout).toBe("");
});

test("api shows any other answer as it came, digits included", async () => {
  const exchange = respond('{"amount":1.00,"big":9007199254740993,"items":[],"total":0}');
  const ran = await run("api GET /payouts/1 --scope payouts.read -o json", { exchange });
  expect(ran.stdout.replace(/\s/g, "")).toBe('{"amount":1.00,"big":9007199254740993,"items":[],"total":0}');
});

test("api shows nothing for an answer without a body", async () => {
  const exchange = respond("", 204);
  expect(await run("api POST /payouts/1/cancel --scope payouts.write -o json", { exchange })).toMatchObject({
    code: 0,
    stdout: "",
    stderr: "",
  });
});

test("api masks the secrets of an answer", async () => {
  const exchange = respond({ id: "a", private_key: "not for eyes" });
  const ran = await run("api GET /anything --scope any.read -o json", { exchange });
  expect(JSON.parse(ran.stdout)).toEqual({ id: "a", private_key: "********" });
});

test("api asks for the scopes that are named", async () => {
  const exchange = respond({ items: [] });
  const scopes = "--scope buyers.read --scope buyers.billing-details.read";
  const ran = await run(`api GET /buyers ${scopes} -o json`, { exchange });
  expect(scopesOf(ran)).toEqual(["buyers.read", "buyers.billing-details.read"]);
});

test("api needs a scope if the path belongs to no operation", async () => {
  const said = await refused("api GET /payouts");
  expect(said).toContain("payctl does not know the operation GET /payouts");
  expect(said).toContain("--scope");
});

const path = "/merchant-accounts";
const body = '{"id":"demo","display_name":"Demo", "over_capture_amount":1.0}';
const sentBy = async (line: string, options: Parameters<typeof run>[1] = {}): Promise<string[]> => {
  const ran = await run(line, { exchange: respond({}, 201), ...options });
  return ran.requests.map((request) => new TextDecoder().decode(request.body));
};

test("a body is sent as it was written, from the command line, a file or standard input", async () => {
  expect(await sentBy(`api POST ${path} -d '${body}'`)).toEqual([body]);
  expect(await sentBy(`api POST ${path} -d @body.json`, { files: { "body.json": body } })).toEqual([body]);
  expect(await sentBy(`api POST ${path} --data -`, { stdin: body })).toEqual([body]);
});

test.each(["{", "id=demo", ""])("a body that is not JSON is refused and not repeated: %j", async (text) => {
  const said = await refused(`api POST ${path} -d '${text}secret'`);
  expect(said).toContain("--data is not JSON");
  expect(said).not.toContain("secret");
});

test("a body does not go with GET, nor --all or --limit with anything else", async () => {
  await refused("api GET /buyers -d '{}'");
  for (const flag of ["--all", "--limit 2"]) await refused(`api POST /merchant-accounts -d '{}' ${flag}`);
});

test("a body is shown with its secrets masked under a dry run, and nothing is sent", async () => {
  const secret = '{"id":"demo","updater_secret_key":"not for eyes"}';
  const ran = await run(`api POST ${path} -d '${secret}' --dry-run -o json`);
  expect(ran).toMatchObject({ code: 0, requests: [] });
  expect(JSON.parse(ran.stdout)).toMatchObject({
    method: "POST",
    path,
    body: { id: "demo", updater_secret_key: "********" },
  });
});

test.each([
  "http://elsewhere.example/buyers",
  "//elsewhere.example/buyers",
  "buyers",
  "/../admin",
  "/buyers/..",
  "/buyers/%2e%2E/admin",
  "/buyers/..%2fadmin",
  "/buyers/..%5cadmin",
  "/./buyers",
  "/buyers#top",
  "/buyers/%zz",
  "'/buyers?search=Ada Lovelace'",
  "/büyers",
])("a path that could lead elsewhere is refused: %s", async (path) => {
  await refused(`api GET ${path} --scope any.read`);
});

test.each(["/", "/buyers?next=//a/../b", "/a/b..c/...", "/merchant-accounts/a%2Fb/three-ds-configurations"])(
  "a path that stays below the base URL is taken: %s",
  async (path) => {
    const ran = await run(`api GET '${path}' --scope any.read`, { exchange: respond({}) });
    expect(ran.requests.map(({ target }) => target)).toEqual([path]);
  },
);

const line = "api DELETE /api-key-pairs/7f6e5d4c-3b2a-4190-8f7e-6d5c4b3a2910";

test("a delete needs confirmation", async () => {
  await refused(line);
  const ran = await run(`${line} --yes`, { exchange: respond("", 204) });
  expect(ran).toMatchObject({ code: 0, stdout: "" });
  expect(ran.requests).toHaveLength(1);
});

test("other calls need no confirmation", async () => {
  const ran = await run("api POST /gift-cards/balances -d '{\"items\":[]}'", {
    exchange: respond({ items: [] }),
  });
  expect(ran.code).toBe(0);
});

test("api refuses an unknown method or scope", async () => {
  await refused("api PATCH /buyers");
  await refused("api GET /buyers --scope buyers");
});
