import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { asking } from "../../helpers/engine.ts";
import { generateKey } from "../../helpers/keys.ts";
import { administrator, freshAddress, startOn, type TestServer } from "./servers.ts";

const other = generateKey();

async function startTwo(): Promise<readonly [TestServer, TestServer]> {
  const address = await freshAddress();
  const seed = {
    api_key_pairs: [
      {
        id: "a0000000-0000-4000-8000-000000000001",
        display_name: "Other",
        public_key: other.publicPem,
        role_slugs: ["administrator"],
      },
    ],
    digital_wallets: [{ id: "b0000000-0000-4000-8000-000000000001", provider: "apple" }],
    flow_rules: Array.from({ length: 4 }, (_, index) => ({
      id: `c0000000-0000-4000-8000-00000000000${index}`,
      flow: "checkout" as const,
      action: "select-payment-options" as const,
      outcome: { type: "boolean" as const, result: true as const },
    })),
  };
  return [await startOn(address, { seed }), await startOn(address)];
}

test("what one server changes, the other one answers with at once, byte for byte", async () => {
  const [a, b] = await startTwo();
  for (let number = 0; number < 5; number += 1) {
    const account = { id: `shop-${number}`, display_name: "Shop" };
    expect((await a.request("POST", "/merchant-accounts", account)).status).toBe(201);
    expect((await b.request("POST", "/merchant-accounts", account)).status).toBe(409);
  }
  const first = await a.request("GET", "/audit-logs?limit=2");
  expect(await b.request("GET", "/audit-logs?limit=2")).toEqual(first);
  const next = `/audit-logs?limit=2&cursor=${first.json.next_cursor}`;
  expect(await b.request("GET", next)).toEqual(await a.request("GET", next));
});

test("two servers that start at the same time seed once, and each knows the other's administrator, even after a reset", async () => {
  const address = await freshAddress();
  const [a, b] = await Promise.all([startOn(address), startOn(address, { key: other })]);
  const [rows, same] = await Promise.all(
    [a, b].map((server) => server.request("GET", "/_reference/data/buyers")),
  );
  expect(rows?.json.items).toHaveLength(60);
  expect(same).toEqual(rows);
  expect((await a.request("POST", "/_reference/reset")).status).toBe(200);
  for (const key of [administrator, other]) {
    expect((await b.request("GET", "/buyers", undefined, { key })).status).toBe(200);
  }
});

test("a key pair that one server deletes is refused by the other on the next request", async () => {
  const [a, b] = await startTwo();
  const list = () => b.request("GET", "/buyers", undefined, { key: other });
  for (let times = 0; times < 3; times += 1) expect((await list()).status).toBe(200);
  expect((await a.request("DELETE", "/api-key-pairs/a0000000-0000-4000-8000-000000000001")).status).toBe(204);
  expect((await list()).status).toBe(401);
});

test("a fault fires as often as it says across all servers, and each shows its hits", async () => {
  const [a, b] = await startTwo();
  await a.request("PUT", "/_reference/faults", [{ operation: "listBuyers", status: 503, times: 3 }]);
  const answers = await Promise.all([a, b, a, b, a, b].map((server) => server.request("GET", "/buyers")));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, 503, 503, 503]);
  for (const server of [a, b]) {
    expect((await server.request("GET", "/_reference/faults")).json.items).toMatchObject([{ hits: 3 }]);
  }
  await b.request("DELETE", "/_reference/faults");
  expect((await a.request("GET", "/_reference/faults")).json.items).toEqual([]);
});

test("a clock that one server freezes is frozen on the other", async () => {
  const [a, b] = await startTwo();
  await a.request("PUT", "/_reference/clock", { time: "2030-01-01T00:00:00.000Z", frozen: true });
  expect((await b.request("GET", "/_reference/clock")).json).toMatchObject({
    time: "2030-01-01T00:00:00.000Z",
    frozen: true,
  });
  const { json } = await b.request("POST", "/merchant-accounts", { id: "frozen", display_name: "Frozen" });
  expect(json.created_at).toBe("2030-01-01T00:00:00.000Z");
  await b.request("POST", "/_reference/clock/advance", { by: "1d" });
  expect((await a.request("GET", "/_reference/clock")).json.time).toBe("2030-01-02T00:00:00.000Z");
});

test("calls of an embed token are counted across all servers", async () => {
  const address = await freshAddress();
  const [a, b] = [await startOn(address, { embedLimit: 4 }), await startOn(address, { embedLimit: 4 })];
  const body = { items: [{ number: "6000000000000001", pin: "1234" }] };
  const asking = { scopes: ["embed", "gift-cards.read"], jti: "a0000000-0000-4000-8000-00000000000f" };
  const call = (server: TestServer) => server.request("POST", "/gift-cards/balances", body, asking);
  const answers = await Promise.all([a, b, a, b, a, b].map(call));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, 200, 429, 429]);
});

test("calls of an embed token are counted across servers whose clocks differ, by the clock of the database", async () => {
  const address = await freshAddress();
  const [behind, ahead] = [
    await startOn(address, { embedLimit: 10 }),
    await startOn(address, { embedLimit: 10, now: () => new Date(Date.now() + 50) }),
  ];
  const body = { items: [{ number: "6000000000000001", pin: "1234" }] };
  const asking = { scopes: ["embed"], jti: "a0000000-0000-4000-8000-00000000000f" };
  const statuses: number[] = [];
  for (let round = 0; round < 11; round += 1) {
    for (const server of [ahead, behind]) {
      statuses.push((await server.request("POST", "/gift-cards/balances", body, asking)).status);
    }
  }
  expect(statuses).toEqual([...Array(10).fill(200), ...Array(12).fill(429)]);
  // By the clock of the data, and no longer than it says.
  await behind.request("POST", "/_reference/clock/advance", { by: "60s" });
  expect((await ahead.request("POST", "/gift-cards/balances", body, asking)).status).toBe(200);
});

test("every server shows the whole journal from the very next request", async () => {
  const [a, b] = await startTwo();
  await a.request("GET", "/buyers");
  await b.request("GET", "/audit-logs");
  const operations = async (server: TestServer) =>
    (await server.request("GET", "/_reference/requests")).json.items.map(
      ({ operation }: { operation: string }) => operation,
    );
  expect((await operations(a)).toSorted()).toEqual(["listAuditLogs", "listBuyers"]);
  expect(await operations(b)).toEqual(await operations(a));
  await b.request("GET", "/api-key-pairs");
  const { json } = await a.request("GET", "/_reference/requests?operation=listApiKeyPairs");
  expect(json.items).toHaveLength(1);
});

test("an answer leaves only once its entry in the journal is written", async () => {
  const address = await freshAddress();
  const schema = new URL(address).searchParams.get("schema");
  const server = await startOn(address);
  let isAnswered = false;
  const answered = await asking(address, async (client) => {
    await client.query(`BEGIN; LOCK TABLE ${schema}.journal IN SHARE MODE`);
    const answer = server.request("GET", "/buyers").finally(() => {
      isAnswered = true;
    });
    await sleep(500);
    expect(isAnswered).toBe(false);
    await client.query("COMMIT");
    return answer;
  });
  expect(answered.status).toBe(200);
});

test("what another server had answered before a clear does not come back, and what it answers afterwards counts", async () => {
  const [a, b] = await startTwo();
  const paths = async (server: TestServer) =>
    (await server.request("GET", "/_reference/requests")).json.items.map(
      ({ path }: { path: string }) => path,
    );
  for (const server of [a, b]) await server.request("GET", "/buyers");
  expect((await a.request("DELETE", "/_reference/requests")).status).toBe(204);
  for (const server of [a, b]) expect(await paths(server)).toEqual([]);
  await b.request("GET", "/audit-logs");
  for (const server of [a, b]) expect(await paths(server)).toEqual(["/audit-logs"]);
});

test("what two servers do to a snapshot or a world at the same time is answered as one server would", async () => {
  const [a, b] = await startTwo();
  const both = async (method: string, target: string) => {
    const answers = await Promise.all(
      [a, b].map((server) => server.request(method, `/_reference/${target}`)),
    );
    return answers.map(({ status }) => status).toSorted();
  };
  for (let times = 0; times < 3; times += 1) {
    expect(await both("PUT", "snapshots/raced")).toEqual([200, 201]);
    expect(await both("DELETE", "snapshots/raced")).toEqual([204, 404]);
    await a.request("PUT", "/_reference/worlds/raced", {});
    expect(await both("DELETE", "worlds/raced")).toEqual([204, 404]);
  }
});

test("a world that one server makes exists on the other, until that one deletes it", async () => {
  const [a, b] = await startTwo();
  expect((await a.request("PUT", "/_reference/worlds/one", {})).status).toBe(201);
  expect((await b.request("PUT", "/_reference/worlds/one", {})).status).toBe(200);
  await b.request("POST", "/_worlds/one/merchant-accounts", { id: "inside", display_name: "Inside" });
  expect(
    (await a.request("POST", "/_worlds/one/merchant-accounts", { id: "inside", display_name: "I" })).status,
  ).toBe(409);
  expect((await a.request("POST", "/merchant-accounts", { id: "inside", display_name: "I" })).status).toBe(
    201,
  );
  expect((await b.request("DELETE", "/_reference/worlds/one")).status).toBe(204);
  expect((await a.request("GET", "/_worlds/one/buyers")).status).toBe(404);
  const made = await Promise.all([a, b].map((server) => server.request("PUT", "/_reference/worlds/two", {})));
  expect(made.map(({ status }) => status).toSorted()).toEqual([200, 201]);
});

test("a snapshot that one server takes can be restored by the other, and the first one answers with it", async () => {
  const [a, b] = await startTwo();
  await a.request("PUT", "/_reference/snapshots/before");
  await a.request("POST", "/merchant-accounts", { id: "late", display_name: "Late" });
  expect((await b.request("POST", "/_reference/snapshots/before/restore")).status).toBe(200);
  expect((await a.request("POST", "/merchant-accounts", { id: "late", display_name: "Late" })).status).toBe(
    201,
  );
  expect((await a.request("POST", "/_reference/reset")).status).toBe(200);
  const accounts = (await b.request("GET", "/_reference/data/merchant_accounts")).json.items;
  expect(accounts.map(({ id }: { id: string }) => id)).toEqual(["default"]);
});

test("if writers race on two servers, one wins, and positions stay without gaps", async () => {
  const [a, b] = await startTwo();
  const domain = { domain_name: "shop.example" };
  const races = Array.from({ length: 10 }, (_, index) => (index % 2 === 0 ? a : b));
  const wallet = "/digital-wallets/b0000000-0000-4000-8000-000000000001/domains";
  const domains = await Promise.all(races.map((server) => server.request("POST", wallet, domain)));
  expect(domains.filter(({ status }) => status === 200)).toHaveLength(1);
  const accounts = await Promise.all(
    races.map((server) => server.request("POST", "/merchant-accounts", { id: "raced", display_name: "R" })),
  );
  expect(accounts.filter(({ status }) => status === 201)).toHaveLength(1);
  await Promise.all(
    races.map((server, index) =>
      server.request(
        "PUT",
        `/flows/checkout/actions/select-payment-options/rules/c0000000-0000-4000-8000-00000000000${index % 4}`,
        { position: (index * 7) % 4 },
      ),
    ),
  );
  const rules = (await a.request("GET", "/_reference/data/flow_rules")).json.items;
  expect(rules.map(({ position }: { position: number }) => position)).toEqual([0, 1, 2, 3]);
});

test("settings of a world that only one server would know are refused, with the field", async () => {
  const [a] = await startTwo();
  const { json, status } = await a.request("PUT", "/_reference/worlds/one", { deterministic: 7 });
  expect(status).toBe(422);
  expect(json.detail.map(({ loc }: { loc: string[] }) => loc.at(-1))).toEqual(["deterministic"]);
});

test("servers that stop leave only the data, and what worlds begin with", async () => {
  const address = await freshAddress();
  const schema = new URL(address).searchParams.get("schema");
  const datasets = async () =>
    Number(
      (await asking(address, (client) => client.query(`SELECT count(*) FROM ${schema}.datasets`))).rows[0]
        .count,
    );
  const first = await startOn(address);
  await first.request("PUT", "/_reference/worlds/one", {});
  await first.request("PUT", "/_reference/worlds/two", { from: "empty" });
  await first.server.stop();
  // The root, two worlds, and what each of them began with.
  expect(await datasets()).toBe(5);
  const second = await startOn(address);
  for (const name of ["one", "two"]) {
    expect((await second.request("POST", `/_worlds/${name}/_reference/reset`)).status).toBe(200);
    expect((await second.request("DELETE", `/_reference/worlds/${name}`)).status).toBe(204);
  }
  // The root, and what the next worlds begin with.
  expect(await datasets()).toBe(3);
});
