import { beforeEach, expect, it } from "vitest";
import { parseSeed } from "../../../src/server/seed/parse.ts";
import { type Reference, startReference } from "../../helpers/server.ts";
import { fresh } from "../../helpers/shared.ts";

let reference: Reference;
beforeEach(async () => {
  const seed = { buyers: [{ display_name: "Ada Lovelace" }] };
  reference = await fresh(startReference({ seed: await parseSeed(JSON.stringify(seed), "seed.json") }));
});

function control(method: string, path: string, body?: unknown) {
  const content = body === undefined ? {} : { body };
  return reference.request(method, `/_reference/${path}`, { token: null, ...content });
}

async function names(list: string): Promise<readonly string[]> {
  const { json } = await control("GET", `data/${list}`);
  return json.items.map((item: { display_name: string }) => item.display_name);
}

const create = (id: string) =>
  reference.request("POST", "/merchant-accounts", { body: { id, display_name: id } });

it("the data is shown as it is stored", async () => {
  await create("shop");
  expect(await names("buyers")).toEqual(["Ada Lovelace"]);
  expect(await names("merchant_accounts")).toEqual(["shop", "Default"]);
});

it("the rows of each list are counted", async () => {
  await create("shop");
  const { json } = await control("GET", "data");
  expect(json.counts).toMatchObject({ buyers: 1, merchant_accounts: 2, gift_cards: 0 });
});

it.each([
  ["JSON", '{"buyers": [{"display_name": "Mary Somerville"}]}'],
  ["YAML", "buyers:\n  - display_name: Mary Somerville\n"],
])("a document in %s is added to what is there", async (_, document) => {
  const { json, status } = await control("POST", "seed", document);
  expect([status, json]).toEqual([200, { added: { buyers: 1 } }]);
  expect((await names("buyers")).toSorted()).toEqual(["Ada Lovelace", "Mary Somerville"]);
});

it("a document generates rows in bulk", async () => {
  const { json } = await control("POST", "seed", { generate: { buyers: 30, seed: 1 }, buyers: [{}] });
  expect([json, (await names("buyers")).length]).toEqual([{ added: { buyers: 31 } }, 32]);
  const alone = await control("POST", "seed", { generate: { audit_logs: 3, seed: 1 } });
  expect(alone.json).toEqual({ added: { audit_logs: 3 } });
});

it("a seed document may not generate so many rows that others wait long for their answers", async () => {
  const generate = { buyers: 12_000, audit_logs: 8_001 };
  const { json, status } = await control("POST", "seed", { generate });
  expect([status, json.detail]).toEqual([
    422,
    [
      {
        loc: ["body", "generate"],
        msg: "must not be more than 20000 rows; for more, start the server with the seed",
        type: "value_error",
      },
    ],
  ]);
});

it("a document is refused with every problem, and changes nothing", async () => {
  const wrong = { buyers: [{ display_name: 1 }, { colour: "red" }], network_tokens: "none" };
  const { json, status } = await control("POST", "seed", wrong);
  const places = json.detail.map(({ loc }: { loc: readonly string[] }) => loc.join("/"));
  expect([status, places]).toEqual([
    422,
    ["body/buyers/0/display_name", "body/buyers/1/colour", "body/network_tokens"],
  ]);
  expect(await names("buyers")).toEqual(["Ada Lovelace"]);
});

it("a document may point at what is there, and at nothing else", async () => {
  await create("shop");
  const method = "70000000-0000-4000-8000-000000000003";
  const user = { id: "70000000-0000-4000-8000-000000000002", name: "Ada", email_address: "a@shop.example" };
  await control("POST", "seed", { users: [user], payment_methods: [{ id: method }] });
  const token = { payment_method_id: method, expiration_date: "12/30", token: "t" };
  const log = { action: "created", resource: { type: "buyer", id: "1" } };
  const pointing = {
    buyers: [{ merchant_account_id: "shop" }, { merchant_account_id: "shed" }],
    network_tokens: [token, { ...token, payment_method_id: user.id }],
    audit_logs: [
      { ...log, user_id: user.id.toUpperCase() },
      { ...log, user_id: method },
    ],
  };
  const refused = await control("POST", "seed", pointing);
  const problems = refused.json.detail.map(({ loc, msg }: { loc: readonly string[]; msg: string }) => {
    return `${loc.join("/")}: ${msg}`;
  });
  expect([refused.status, problems]).toEqual([
    422,
    [
      "body/buyers/1/merchant_account_id: merchant_accounts has no id shed",
      `body/network_tokens/1/payment_method_id: payment_methods has no id ${user.id}`,
      `body/audit_logs/1/user_id: users has no id ${method}`,
    ],
  ]);
  const right = Object.entries(pointing).map(([list, entries]) => [list, entries.slice(0, 1)] as const);
  const { json } = await control("POST", "seed", Object.fromEntries(right));
  expect(json).toEqual({ added: { buyers: 1, network_tokens: 1, audit_logs: 1 } });
});

it("a document has its rules stand after those that are there, so that positions leave no gap", async () => {
  const rule = {
    flow: "card-transaction",
    action: "skip-3ds",
    outcome: { type: "boolean", result: true },
  };
  const described = (...descriptions: readonly string[]) =>
    descriptions.map((description) => ({ ...rule, description }));
  await control("POST", "seed", { flow_rules: described("first", "second") });
  const [third, fourth] = described("third", "fourth");
  await control("POST", "seed", {
    flow_rules: [
      { ...fourth, position: 1 },
      { ...third, position: 0 },
      { ...rule, action: "decline-early" },
    ],
  });
  const { json } = await control("GET", "data/flow_rules");
  const places = json.items.map(({ action, description, position }: Record<string, unknown>) => {
    return [action, position, description];
  });
  expect(places).toEqual([
    ["decline-early", 0, null],
    ["skip-3ds", 0, "first"],
    ["skip-3ds", 1, "second"],
    ["skip-3ds", 2, "third"],
    ["skip-3ds", 3, "fourth"],
  ]);
});

it("a document that conflicts with stored data is refused, and changes nothing", async () => {
  await create("shop");
  const document = {
    buyers: [{ display_name: "New" }],
    merchant_accounts: [{ id: "shop", display_name: "Shop" }],
  };
  const { json, status } = await control("POST", "seed", document);
  expect([status, json.detail[0].loc]).toEqual([422, ["body", "merchant_accounts", "0"]]);
  expect(await names("buyers")).toEqual(["Ada Lovelace"]);
});

it.each([
  ["that is missing", undefined, 422],
  ["that is empty", " ", 422],
  ["that is no YAML", "buyers: [", 422],
  ["that is not UTF-8", new Uint8Array([0xff]), 400],
  ["over 1 MiB", "a".repeat(1_048_577), 400],
])("a document is refused: %s", async (_, document, expected) => {
  expect((await control("POST", "seed", document)).status).toBe(expected);
});

it("an entry with the id of what always exists changes it", async () => {
  const document = { merchant_accounts: [{ id: "default", display_name: "Ours" }] };
  expect((await control("POST", "seed", document)).json).toEqual({ added: { merchant_accounts: 1 } });
  expect(await names("merchant_accounts")).toEqual(["Ours"]);
});

it("a reset goes back to the seed, and the administrator continues", async () => {
  await create("shop");
  await control("POST", "seed", { buyers: [{}] });
  expect(await control("POST", "reset")).toMatchObject({ status: 200, json: { status: "ok" } });
  expect([await names("buyers"), await names("merchant_accounts")]).toEqual([["Ada Lovelace"], ["Default"]]);
  expect((await create("shop")).status).toBe(201);
});

it("a snapshot is kept by name, listed, restored as often as wanted, and removed", async () => {
  const taken = await control("PUT", "snapshots/before");
  expect([taken.status, taken.json.name]).toEqual([201, "before"]);
  for (const id of ["one", "two"]) {
    await create(id);
    expect((await control("POST", "snapshots/before/restore")).json).toEqual(taken.json);
    expect(await names("merchant_accounts")).toEqual(["Default"]);
  }
  const listed = await control("GET", "snapshots");
  expect(listed.json).toEqual({ items: [taken.json] });
  expect((await control("DELETE", "snapshots/before")).status).toBe(204);
  expect((await control("GET", "snapshots")).json).toEqual({ items: [] });
});

it("a snapshot that was taken without the administrator lets the administrator continue", async () => {
  const [pair] = (await reference.request("GET", "/api-key-pairs")).json.items;
  await reference.request("DELETE", `/api-key-pairs/${pair.id}`);
  await control("PUT", "snapshots/without");
  expect((await reference.request("GET", "/buyers")).status).toBe(401);
  await control("POST", "snapshots/without/restore");
  expect((await reference.request("GET", "/buyers")).status).toBe(200);
});

it("a snapshot taken again under its name replaces the earlier one", async () => {
  await control("PUT", "snapshots/one");
  await create("shop");
  expect((await control("PUT", "snapshots/one")).status).toBe(200);
  const both = await Promise.all(["two", "two"].map((name) => control("PUT", `snapshots/${name}`)));
  expect(both.map(({ status }) => status)).toEqual([201, 200]);
  await control("POST", "reset");
  await control("POST", "snapshots/one/restore");
  expect(await names("merchant_accounts")).toEqual(["shop", "Default"]);
});

it.each([
  ["POST", "snapshots/none/restore", 404],
  ["DELETE", "snapshots/none", 404],
  ["PUT", "snapshots/a%20b", 422],
  ["PUT", `snapshots/${"a".repeat(51)}`, 422],
])("the snapshot call %s %s is answered %i", async (method, path, status) => {
  expect((await control(method, path)).status).toBe(status);
});

it("an unknown snapshot is named as far as a name goes, whatever was asked for", async () => {
  const { json } = await control("DELETE", `snapshots/${encodeURIComponent(`"\u001b${"a".repeat(100)}`)}`);
  expect(json.message).toBe(`No snapshot has the name "\\"\\u001b${"a".repeat(61)}"`);
});

it("snapshots count to a hundred", async () => {
  await control("POST", "reset");
  for (let number = 0; number < 100; number += 1) await control("PUT", `snapshots/${number}`);
  const { json, status } = await control("PUT", "snapshots/more");
  expect([status, json.message]).toEqual([400, "No more than 100 snapshots are kept; delete one first"]);
  expect((await control("PUT", "snapshots/5")).status).toBe(200);
});
