import { afterEach, beforeEach, expect, it } from "vitest";
import { faultSetNames, faultSets } from "../../../src/contract/control/fault-sets.ts";
import { checkFaults } from "../../../src/server/faults/check-faults.ts";
import { emptySeed } from "../../../src/server/seed/seed.ts";
import { type Reference, type RequestOptions, startReference } from "../../helpers/server.ts";

let reference: Reference;
beforeEach(async () => {
  reference = await startReference({
    seed: { ...emptySeed(), merchant_accounts: [{ id: "shop", display_name: "Shop" }] },
  });
});
afterEach(() => reference.close());

async function control(method: string, path: string, body?: unknown) {
  return reference.request(method, `/_reference/${path}`, {
    token: null,
    ...(body === undefined ? {} : { body }),
  });
}

async function statuses(count: number, options: RequestOptions = {}): Promise<readonly unknown[]> {
  const seen: unknown[] = [];
  for (let number = 0; number < count; number += 1) {
    seen.push(
      await reference.request("GET", "/buyers", options).then(
        ({ status }) => status,
        ({ kind }) => kind,
      ),
    );
  }
  return seen;
}

it.each(faultSetNames)("%s has only rules that can fire, and is shown in full", async (set) => {
  expect(checkFaults(faultSets[set])).toEqual([]);
  const { json, status } = await control("PUT", "faults", { set });
  expect(status).toBe(200);
  expect(json.items.map(({ hits: _, id: __, ...rule }: Record<string, unknown>) => rule)).toEqual(
    faultSets[set],
  );
});

it("flaky fails the same requests each time", async () => {
  const runs = [];
  for (const _ of [1, 2]) {
    await control("PUT", "faults", { set: "flaky" });
    runs.push(await statuses(9));
  }
  expect(runs[0]).toEqual([200, 200, 200, 503, 200, 200, 200, 503, "reset"]);
  expect(runs[1]).toEqual(runs[0]);
});

it("rate-limited answers every third request 429, and says when to come back", async () => {
  await control("PUT", "faults", { set: "rate-limited" });
  expect(await statuses(6)).toEqual([200, 200, 429, 200, 200, 429]);
});

it("slow delays, but still answers", async () => {
  await control("PUT", "faults", { set: "slow" });
  expect(await statuses(5)).toEqual([200, 200, 200, 200, 200]);
  expect(reference.waits).toEqual([400, 400, 400, 400, 3000]);
});

it("outage fails every request", async () => {
  await control("PUT", "faults", { set: "outage" });
  expect(await statuses(2)).toEqual([503, 503]);
});

it("lost-answers makes changes whose answer does not arrive", async () => {
  await control("PUT", "faults", { set: "lost-answers" });
  for (const id of ["one", "two"]) {
    await reference.request("POST", "/merchant-accounts", { body: { id, display_name: id } }).catch(() => {});
  }
  const { json } = await control("GET", "data/merchant_accounts");
  expect(json.items.map(({ id }: { id: string }) => id)).toEqual(expect.arrayContaining(["one", "two"]));
  expect((await control("GET", "faults")).json.items.map(({ hits }: { hits: number }) => hits)).toEqual([
    1, 0, 0,
  ]);
});

it.each(["PUT", "POST"])(
  "a set of faults that is unknown is refused by name, with the known ones, by %s",
  async (method) => {
    const { json, status } = await control(method, "faults", { set: "chaos" });
    expect([status, json.detail]).toEqual([
      422,
      [
        {
          loc: ["body", "set"],
          msg: '"chaos" is not a valid value. Known: flaky, slow, rate-limited, outage, lost-answers',
          type: "enum",
        },
      ],
    ]);
  },
);

it("faults one by one are added after the others, known by their ids, and removed by them", async () => {
  await control("PUT", "faults", [{ operation: "listBuyers", status: 503, times: 1 }]);
  const added = await control("POST", "faults", { operation: "listBuyers", status: 500, times: 1 });
  expect([added.status, added.json]).toEqual([
    201,
    { ids: ["2"], items: [{ id: "2", operation: "listBuyers", status: 500, times: 1, hits: 0 }] },
  ]);
  const more = await control("POST", "faults", [{ operation: "listBuyers", status: 429 }]);
  expect(more.json.ids).toEqual(["3"]);
  expect((await control("DELETE", "faults/2")).status).toBe(204);
  expect((await control("DELETE", "faults/2")).status).toBe(404);
  expect(await statuses(2)).toEqual([503, 429]);
});

it("faults one by one are refused after one that leaves them nothing", async () => {
  await control("PUT", "faults", { set: "outage" });
  const { json, status } = await control("POST", "faults", [{ operation: "listBuyers", status: 500 }]);
  expect([status, json.detail]).toEqual([
    422,
    [
      {
        loc: ["body", "0", "operation"],
        msg: "always goes to an earlier rule without times",
        type: "value_error",
      },
    ],
  ]);
  expect((await control("GET", "faults")).json.items).toHaveLength(1);
});

it("faults that match fire for one merchant account", async () => {
  await control("PUT", "faults", [
    { operation: "listBuyers", status: 500, match: { merchant_account: "shop" } },
  ]);
  expect(await statuses(1)).toEqual([200]);
  expect(await statuses(1, { headers: { "x-service-merchant-account-id": "shop" } })).toEqual([500]);
});

it("faults that match fire for a header, whose name may be in any case", async () => {
  await control("PUT", "faults", [
    { operation: "listBuyers", status: 500, match: { header: { "X-Test": "7" } } },
  ]);
  expect(await statuses(1, { headers: { "x-test": "8" } })).toEqual([200]);
  expect(await statuses(1, { headers: { "x-test": "7" } })).toEqual([500]);
});

it("faults that match fire for a body that contains theirs, and count only such requests", async () => {
  const match = { body: { id: "bad" } };
  await control("PUT", "faults", [{ operation: "createMerchantAccount", status: 500, skip: 1, match }]);
  const seen = [];
  for (const id of ["good", "bad", "fine", "bad"]) {
    const { status } = await reference.request("POST", "/merchant-accounts", {
      body: { id, display_name: id },
    });
    seen.push(status);
  }
  expect(seen).toEqual([201, 201, 201, 500]);
});

it("faults that match leave what they do not match to later rules", async () => {
  const rules = [
    { operation: "listBuyers", status: 500, match: { header: { "x-test": "1" } } },
    { operation: "listBuyers", status: 503 },
  ] as const;
  expect(checkFaults(rules)).toEqual([]);
  const shadowed = [
    rules[0],
    { ...rules[0], match: { header: { "X-TEST": "1" }, merchant_account: "shop" } },
  ];
  expect(checkFaults(shadowed)).toHaveLength(1);
});

it.each([
  [{ operation: "listBuyers", status: 500, match: {} }, "needs merchant_account, header or body"],
  [
    { operation: "listBuyers", status: 500, match: { body: { a: 1 } } },
    "matches a body, but no operation of the rule takes one",
  ],
  [
    { operation: "listBuyers", status: 500, match: { header: { "a b": "1" } } },
    "names a header that no request can have: a b",
  ],
])("faults that match are refused when they can never fire: %j", async (rule, msg) => {
  const { json, status } = await control("PUT", "faults", [rule]);
  expect([status, json.detail[0].loc, json.detail[0].msg]).toEqual([422, ["body", "0", "match"], msg]);
});

it("faults that match are refused when every is 0", () => {
  expect(checkFaults([{ operation: "listBuyers", status: 500, every: 0 }])).toEqual([
    { index: 0, field: "every", message: "must be at least 1, or the rule never fires" },
  ]);
});
