import { expect, test } from "vitest";
import type { z } from "zod";
import type { StoredList } from "../../../src/contract/control/words.ts";
import { auditLog } from "../../../src/contract/schemas/audit-logs.ts";
import { buyer } from "../../../src/contract/schemas/buyers.ts";
import { UsageError } from "../../../src/errors.ts";
import { applySeed } from "../../../src/server/seed/apply.ts";
import demo from "../../../src/server/seed/demo.yaml";
import { generatedId } from "../../../src/server/seed/generate.ts";
import { checkSeed } from "../../../src/server/seed/parse.ts";
import type { Seed } from "../../../src/server/seed/seed.ts";
import { now, seededStore, storedRows } from "../store/stores.ts";

type Plan = NonNullable<Seed["generate"]>;

const plan: Plan = { buyers: 600, audit_logs: 2000 };

async function generated<List extends StoredList>(list: List, wanted: Plan = plan) {
  return storedRows(await seededStore({ generate: wanted }), list);
}

function distinct(values: readonly unknown[]): number {
  return new Set(values).size;
}

test("a plan makes as many rows as it says, in addition to what is named and what always exists", async () => {
  const store = await seededStore({ ...demo, generate: plan });
  const count = async (list: StoredList) => (await store.read(({ lists }) => lists.read(list))).length;
  expect(await count("buyers")).toBe(600 + (demo.buyers?.length ?? 0));
  expect(await count("audit_logs")).toBe(2000 + (demo.audit_logs?.length ?? 0));
});

const lists = ["buyers", "audit_logs", "users"] as const;

test.each(lists)("%s are the same for the same number", async (list) => {
  expect(await generated(list)).toEqual(await generated(list, { ...plan, seed: 1 }));
});

test("another number makes other rows, and both go together", async () => {
  const store = await seededStore({ generate: plan });
  await applySeed(store, { generate: { ...plan, seed: 2 } });
  const buyers = await storedRows(store, "buyers");
  expect(distinct(buyers.map(({ id }) => id))).toBe(1200);
  const identifiers = buyers.flatMap(({ external_identifier: name }) => name ?? []);
  expect(distinct(identifiers)).toBe(identifiers.length);
});

test("the ids do not depend on the time, nor on how many rows there are", async () => {
  const few = await generated("buyers", { buyers: 3 });
  const ids = [0, 1, 2].map((index) => generatedId(1, "buyers", index));
  expect(few.map(({ id }) => id).toReversed()).toEqual(ids);
  expect(ids).toEqual([
    "28a7145b-f222-8b06-8d79-85aaa64864f3",
    "28a7145c-d9c4-868d-84a8-b3e1c13435b1",
    "28a7145d-0e22-84af-83e0-c3a684a4bdf1",
  ]);
});

const answers: [StoredList, z.ZodType][] = [
  ["buyers", buyer],
  ["audit_logs", auditLog],
];

test.each(answers)("every answer of the generated %s is one of the specification", async (list, schema) => {
  for (const row of await generated(list)) expect(schema.safeParse(row).error).toBeUndefined();
});

test.each(["buyers", "audit_logs"] as const)(
  "the %s are appended: ids and times grow together",
  async (list) => {
    const newestFirst = (await generated(list)).map(({ id }) => id);
    expect(newestFirst).toEqual(newestFirst.toSorted().toReversed());
  },
);

test("the audit logs lie in each month of the year before now", async () => {
  const times = (await generated("audit_logs")).map(({ timestamp }) => timestamp);
  expect(times.every((time) => time >= "2030-05-06T07:08:09.000Z" && time < now.toISOString())).toBe(true);
  expect(distinct(times.map((time) => time.slice(0, 7)))).toBe(13);
});

test("the audit logs name users who exist, many kinds of things, and every action", async () => {
  const store = await seededStore({ generate: plan });
  const users = await storedRows(store, "users");
  const logs = await storedRows(store, "audit_logs");
  for (const { user } of logs) expect(users).toContainEqual(user);
  expect(distinct(logs.map(({ user }) => user.id))).toBe(20);
  expect(distinct(logs.map(({ action }) => action))).toBe(6);
  expect(distinct(logs.map(({ resource }) => resource.type))).toBe(10);
});

test("an audit log about a buyer names one that exists", async () => {
  const store = await seededStore({ generate: plan });
  const known = new Set((await storedRows(store, "buyers")).map(({ id }) => id));
  const logs = await storedRows(store, "audit_logs");
  const named = logs.filter(({ resource }) => resource.type === "buyer").map(({ resource }) => resource.id);
  expect(named.length).toBeGreaterThan(100);
  expect(named.filter((id) => !known.has(id))).toEqual([]);
});

test("the buyers differ, and of some little is known", async () => {
  const buyers = await generated("buyers");
  const billing = buyers.flatMap(({ billing_details: details }) => (details ? [details] : []));
  expect(distinct(buyers.map(({ display_name: name }) => name))).toBeGreaterThan(400);
  expect(distinct(billing.map(({ address }) => address?.country))).toBeGreaterThan(12);
  expect(billing.length).toBeLessThan(600);
  for (const field of ["email_address", "phone_number", "address", "tax_id"] as const) {
    expect(distinct(billing.map((details) => details[field] === null))).toBe(2);
  }
  expect(distinct(buyers.map(({ external_identifier: name }) => name === null))).toBe(2);
});

test("the same plan a second time is refused and changes nothing", async () => {
  const store = await seededStore({ generate: { audit_logs: 10 } });
  const again = applySeed(store, {
    merchant_accounts: [{ id: "b", display_name: "B" }],
    generate: { audit_logs: 10 },
  });
  await expect(again).rejects.toThrow(UsageError);
  await expect(again).rejects.toMatchObject({
    fields: [{ field: "generate", message: "exists already, or points at something that does not exist" }],
  });
  expect(await store.read(({ lists }) => lists.read("merchant_accounts"))).toHaveLength(1);
});

test.each([
  [{ buyers: -1 }, ["generate.buyers"]],
  [{ buyers: 1.5, audit_logs: "many" }, ["generate.buyers", "generate.audit_logs"]],
  [{ audit_logs: 10_000_001 }, ["generate.audit_logs"]],
  [{ seed: -3 }, ["generate.seed"]],
  [{ merchant_accounts: 5 }, ["generate.merchant_accounts"]],
  [5, ["generate"]],
])("a plan is checked like every list: %j", async (wrong, fields) => {
  const { problems } = await checkSeed({ generate: wrong });
  expect(problems.map(({ field }) => field)).toEqual(fields);
});
