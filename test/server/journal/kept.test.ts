import { afterEach, describe, expect, it } from "vitest";
import type { JournalEntry } from "../../../src/contract/control/schemas/requests.ts";
import { parseSeed } from "../../../src/server/seed/parse.ts";
import { type Reference, startReference } from "../../helpers/server.ts";

let reference: Reference;
afterEach(() => reference.close());

async function start(): Promise<void> {
  reference = await startReference({ seed: {} });
}

async function look(query = ""): Promise<readonly JournalEntry[]> {
  return (await reference.request("GET", `/_reference/requests${query}`, { token: null })).json.items;
}

describe("what the journal keeps", () => {
  it("keeps paths, queries, headers and bodies as they were sent", async () => {
    await start();
    await reference.request("GET", "/buyers?search=Ada%20Lovelace&limit=3", { headers: { "x-test": "A 1" } });
    const body = { id: "shop-1", display_name: "Ada's", colour: { r: [1, "x y"] } };
    await reference.request("POST", "/merchant-accounts", { body });
    const [posted, got] = await look();
    expect([got?.query, got?.headers]).toEqual([
      { search: "Ada Lovelace", limit: "3" },
      { authorization: "********", "x-test": "A 1" },
    ]);
    expect([posted?.body, posted?.unread_fields]).toEqual([
      body,
      [
        { name: "/colour/r/0", near: null },
        { name: "/colour/r/1", near: null },
      ],
    ]);
  });

  it("keeps what was answered, of a refusal as of a success", async () => {
    await start();
    const made = await reference.request("POST", "/merchant-accounts", {
      body: { id: "shop", display_name: "A" },
    });
    const refused = await reference.request("POST", "/merchant-accounts", {
      body: { id: "shop", display_name: "A" },
    });
    const answers = (await look()).map(({ response }) => response);
    expect(answers).toMatchObject(
      [refused, made].map(({ headers, json }) => ({
        body: JSON.parse(JSON.stringify(json), (name, value) =>
          value !== null && /^(?:updater_|account_updater_response).*_key$/.test(name) ? "********" : value,
        ),
        headers: { "x-request-id": headers["x-request-id"] },
        truncated: false,
      })),
    );
  });

  it("of an answer beyond 16 KiB the beginning is kept, and its size", async () => {
    const buyers = Array.from({ length: 100 }, (_, index) => ({
      display_name: `${index} ${"é".repeat(190)}`,
    }));
    const seed = await parseSeed(JSON.stringify({ buyers }), "seed.json");
    reference = await startReference({ seed });
    const { json } = await reference.request("GET", "/buyers?limit=100");
    const response = (await look())[0]?.response;
    expect(response).toMatchObject({ body_bytes: Buffer.byteLength(JSON.stringify(json)), truncated: true });
    const kept = JSON.parse(JSON.stringify(response?.body)).items;
    expect(kept.length).toBeGreaterThan(10);
    expect(kept.slice(0, -1)).toEqual(json.items.slice(0, kept.length - 1));
  });

  it("an answer is left out if nobody wants it, and found by its id", async () => {
    await start();
    const { headers } = await reference.request("GET", "/buyers");
    await reference.request("GET", "/flows/none");
    const id = headers["x-request-id"];
    expect((await look("?response=false")).map(({ response }) => response)).toEqual([null, null]);
    for (const known of [id, id?.slice(0, 8)]) {
      expect(await look(`?id=${known}`)).toMatchObject([{ id, response: { body: { items: [] } } }]);
    }
  });

  it("an answer that was never sent is null", async () => {
    await start();
    const rules = [{ operation: "listBuyers", status: "reset", times: 1 }];
    await reference.request("PUT", "/_reference/faults", { token: null, body: rules });
    await reference.request("GET", "/buyers").catch(() => undefined);
    expect((await look())[0]).toMatchObject({ status: "reset", response: null });
  });

  it("of a body beyond 16 KiB the beginning is kept, and its size", async () => {
    await start();
    const body = { id: "a b", list: Array.from({ length: 9000 }, (_, index) => index), end: "not kept" };
    for (const token of [undefined, null]) {
      await reference.request("POST", "/merchant-accounts", token === null ? { body, token } : { body });
      const [entry] = await look();
      const { id, list, ...more } = Object(entry?.body);
      expect([id, list.slice(0, 3), more]).toEqual(["a b", [0, 1, 2], {}]);
      expect(JSON.stringify(entry?.body).length).toBeGreaterThan(16_000);
      expect(JSON.stringify(entry?.body).length).toBeLessThanOrEqual(16_384);
      expect(entry?.body_bytes).toBe(JSON.stringify(body).length);
    }
  });

  it("what a stranger sends makes no entry larger than what is kept of it", async () => {
    await start();
    const worst = [
      "[".repeat(65_000),
      '{"a":'.repeat(13_000),
      `{"${"eyJ.e.".repeat(10_000)}":1}`,
      `["${"e.".repeat(30_000)}"]`,
    ];
    for (const body of worst) await reference.request("POST", "/merchant-accounts", { body, token: null });
    const sizes = (await look()).map((entry) => JSON.stringify(entry).length);
    expect(sizes.filter((size) => size > 40_000)).toEqual([]);
    expect([sizes.length, reference.reports]).toEqual([worst.length, []]);
  });

  it.each([
    ["that is not JSON", "{", "null"],
    ["with a field named __proto__", '{"__proto__":{"a":"b c"}}', '{"__proto__":{"a":"b c"}}'],
    ["nested deeper than any schema", `${'{"a":'.repeat(1000)}1${"}".repeat(1000)}`, '{"a":"********"}'],
  ])("a body %s is counted, and kept as far as it can be", async (_, body, kept) => {
    await start();
    await reference.request("POST", "/merchant-accounts", { body });
    const [entry] = await look();
    expect(JSON.stringify(entry?.body)).toContain(kept);
    expect([entry?.body_bytes, reference.reports]).toEqual([body.length, []]);
  });

  it("masks tokens and private keys wherever they stand, and fields that are secrets by their names", async () => {
    await start();
    const token = reference.token();
    const secrets = [token, reference.administrator.privateKey];
    const body = {
      items: [{ number: "12", pin: "34" }, { pin: { deep: "3456" } }],
      updater_secret_key: "sesame",
      note: secrets,
      [secrets[0] ?? ""]: 1,
    };
    const headers = { cookie: "session=sesame", "x-api-key": "kept", "x-note": token };
    await reference.request("POST", "/gift-cards/balances", { body, headers });
    await reference.request("GET", `/buyers?search=${encodeURIComponent(token)}&pin=34`);
    await reference.request("GET", `/buyers/${token}`);
    const kept = await look();
    const text = JSON.stringify(kept);
    for (const secret of [...secrets, "sesame", "3456"]) {
      expect(text).not.toContain(JSON.stringify(secret).slice(1, -1));
    }
    expect(kept[2]?.body).toMatchObject({
      items: [{ number: "********", pin: "********" }, { pin: "********" }],
    });
    expect(kept[2]?.headers).toMatchObject({ "x-api-key": "kept", "x-note": "********" });
    expect(kept[1]?.query).toEqual({ search: "********", pin: "********" });
    expect(kept[0]?.path).toBe("/buyers/********");
  });

  it("says what a token says of itself, of one that was refused too", async () => {
    await start();
    const issue = async (body: object) =>
      (await reference.request("POST", "/_reference/tokens", { token: null, body })).json.token;
    await reference.request("GET", "/buyers", { token: await issue({ scopes: ["buyers.read"] }) });
    await reference.request("GET", "/buyers", { token: await issue({ flaw: "no_scopes" }) });
    await reference.request("GET", "/buyers", { token: "no.token" });
    await reference.request("GET", "/buyers", { token: null });
    const read = { kid: expect.stringMatching(/^[\w-]{43}$/), exp: expect.any(Number) };
    expect((await look()).map(({ scopes, token }) => [token, scopes])).toEqual([
      [null, null],
      [null, null],
      [{ ...read, scopes: null }, null],
      [{ ...read, scopes: ["buyers.read"] }, ["buyers.read"]],
    ]);
  });

  it("is asked for bodies that contain some JSON, and for headers", async () => {
    await start();
    for (const [id, number] of [
      ["a-1", "1"],
      ["b-2", "2"],
    ]) {
      const body = { id, display_name: "Shop", extra: [{ k: 1 }, { k: 2, l: 3 }] };
      await reference.request("POST", "/merchant-accounts", { body, headers: { "x-test": number ?? "" } });
    }
    const ids = async (query: string) => (await look(query)).map(({ body }) => Object(body).id);
    expect(await ids('?body={"display_name":"Shop"}')).toEqual(["b-2", "a-1"]);
    expect(await ids('?body={"id":"a-1","extra":[{"k":2}]}')).toEqual(["a-1"]);
    expect(await ids('?body={"extra":[{"k":3}]}')).toEqual([]);
    expect(await ids("?header.X-Test=2")).toEqual(["b-2"]);
  });
});

describe("filters of the journal", () => {
  it("name operations, classes of statuses, faults and times", async () => {
    await start();
    const body = [{ operation: "listAuditLogs", status: 503 }];
    await reference.request("PUT", "/_reference/faults", { token: null, body });
    await reference.request("GET", "/buyers");
    await reference.request("GET", "/buyers", { token: null });
    await reference.request("GET", "/audit-logs");
    const statuses = async (query: string) => (await look(query)).map(({ status }) => status);
    expect(await statuses("?operation=listBuyers")).toEqual([401, 200]);
    expect(await statuses("?status=4xx")).toEqual([401]);
    expect(await statuses("?fault=true")).toEqual([503]);
    expect(await statuses("?fault=false&status=2xx")).toEqual([200]);
    expect(await statuses("?since=2020-01-01T00:00:00Z")).toEqual([503, 401, 200]);
    expect(await statuses("?since=2999-01-01T00:00:00Z")).toEqual([]);
    const [latest] = await look();
    expect(await statuses(`?since=${latest?.time}&limit=1`)).toEqual([503]);
  });

  it.each([
    [
      "operation=listBuyer",
      "operation",
      expect.stringMatching(
        /^"listBuyer" is not an operation name; did you mean listBuyers\? Known: listApiKeyPairs, /,
      ),
    ],
    [
      "status=6xx",
      "status",
      '"6xx" is not a status. Known: 200 and other numbers, 2xx and other classes, reset, hang, truncate',
    ],
    ["fault=maybe", "fault", "must be true or false"],
    ["since=yesterday", "since", "must be a time as in 2026-01-31T12:00:00Z"],
    ["after=a%20b", "after", "must be the id of an entry"],
    ["id=abc", "id", "must be the id of an entry, or at least its first 8 characters"],
    ["header.authorization=x", "header.authorization", "can't be used: values of this header are never kept"],
    ["limit=0", "limit", "must be at least 1"],
    [
      "methd=GET",
      "methd",
      '"methd" is not a filter; did you mean method? Known: operation, method, path, status, fault, since, header.NAME, body, world, after, id, response, limit',
    ],
  ])("refuse %s with the reason", async (query, name, msg) => {
    await start();
    const { json, status } = await reference.request("GET", `/_reference/requests?${query}`, { token: null });
    expect([status, json.detail]).toEqual([422, [expect.objectContaining({ loc: ["query", name], msg })]]);
  });

  it("name every problem at once, and JSON that is none", async () => {
    await start();
    const { json } = await reference.request("GET", "/_reference/requests?body={&limit=0", { token: null });
    expect(json.detail.map(({ msg }: { msg: string }) => msg)).toEqual([
      "must be JSON that the body contains",
      "must be at least 1",
    ]);
  });
});

it("the journal gives what came after an entry, and everything if that entry is gone", async () => {
  await start();
  for (const path of ["/buyers", "/audit-logs"]) await reference.request("GET", path);
  const [second, first] = await look();
  expect((await look(`?after=${first?.id}`)).map(({ path }) => path)).toEqual(["/audit-logs"]);
  expect(await look(`?after=${second?.id}`)).toEqual([]);
  await reference.request("DELETE", "/_reference/requests", { token: null });
  await reference.request("GET", "/buyers");
  expect((await look(`?after=${second?.id}`)).map(({ path }) => path)).toEqual(["/buyers"]);
});

describe("the trace of a request", () => {
  it.each([
    ["00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01", true],
    ["ff-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01", false],
    ["00-00000000000000000000000000000000-00f067aa0ba902b7-01", false],
    ["00-4BF92F3577B34DA6A3CE929D0E0E4736-00f067aa0ba902b7-01", false],
  ])("the journal records the traceparent %s: %s", async (traceparent, isTaken) => {
    await start();
    await reference.request("GET", "/buyers", { headers: { traceparent } });
    expect((await look())[0]?.traceparent).toBe(isTaken ? traceparent : null);
  });
});
