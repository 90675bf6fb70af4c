import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { JsonSchema } from "../../../src/contract/json-schema.ts";
import type { OperationSchemas } from "../../../src/contract/operation.ts";
import { allOperations } from "../../../src/contract/operations.ts";
import { updateFlowRule } from "../../../src/contract/schemas/flow-rules.ts";
import { createMerchantAccount } from "../../../src/contract/schemas/merchant-accounts.ts";
import { validate } from "../../../src/server/validation/validate.ts";
import { arbitraryOf } from "../../helpers/arbitrary.ts";
import { mutationsOf } from "../../helpers/mutations.ts";
import { startReference } from "../../helpers/server.ts";
import { shared } from "../../helpers/shared.ts";

const reference = await shared(startReference({ seed: {} }));

/** Reads of a body per code unit of its text, and those for the fields that it may have. */
const mostPerUnit = 1;
const mostPerBody = 300;

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

const place = { flow: "checkout", action: "select-payment-options", rule_id: crypto.randomUUID() };
const rulePath = `/flows/${place.flow}/actions/${place.action}/rules/${place.rule_id}`;

function repeated<Item>(count: number, item: Item): Item[] {
  return Array.from({ length: count }, () => item);
}

/** A list that counts how often one of its items is read. */
function counting(items: unknown[], steps: { count: number }): unknown[] {
  return new Proxy(items, {
    get(target, name, receiver) {
      if (typeof name === "string" && /^\d+$/.test(name)) steps.count += 1;
      return Reflect.get(target, name, receiver);
    },
  });
}

/** The number of list items that are read before a body is refused. */
function stepsToRefuse(schemas: typeof createMerchantAccount | typeof updateFlowRule, lists: Counted) {
  const steps = { count: 0 };
  const body = lists((items) => counting(items, steps));
  const path = "path" in schemas ? place : {};
  expect(() => validate(schemas, { path, query: new URLSearchParams(), body })).toThrow("answered 422");
  return steps.count;
}

type Counted = (count: (items: unknown[]) => unknown[]) => unknown;

const values = repeated(1000, "wrong");
const wrongValues = { name: "card_scheme", operator: "is_one_of", value: values };

it.each<[string, typeof createMerchantAccount | typeof updateFlowRule, Counted, number]>([
  [
    "500,000 conditions",
    updateFlowRule,
    (count) => ({ position: 0, conditions: count(repeated(500_000, 0)) }),
    0,
  ],
  [
    "100 conditions that are none",
    updateFlowRule,
    (count) => ({ position: 0, conditions: count(repeated(100, 0)) }),
    100,
  ],
  [
    "100 conditions of 1,000 wrong values",
    updateFlowRule,
    (count) => ({
      position: 0,
      conditions: repeated(100, 0).map(() => ({ ...wrongValues, value: count(values) })),
    }),
    100 * 100,
  ],
  [
    "125,000 wrong schemes",
    createMerchantAccount,
    (count) => ({ id: "a", display_name: "A", updater_accepted_schemes: count(repeated(125_000, "x")) }),
    0,
  ],
])("what is looked at of a body has a bound: %s", (_, schemas, lists, most) => {
  expect(stepsToRefuse(schemas, lists)).toBeLessThanOrEqual(most);
});

/** A value that counts every read of it, at any depth. */
function watched(value: unknown, steps: { count: number }): unknown {
  if (typeof value !== "object" || value === null) return value;
  const look = <Seen>(seen: Seen): Seen => {
    steps.count += 1;
    return seen;
  };
  return new Proxy(value, {
    get: (target, name, receiver) => look(watched(Reflect.get(target, name, receiver), steps)),
    has: (target, name) => look(Reflect.has(target, name)),
    getOwnPropertyDescriptor: (target, name) => look(Reflect.getOwnPropertyDescriptor(target, name)),
  });
}

/** The same with each list as many times longer as given. */
function stretched(value: unknown, times: number): unknown {
  if (Array.isArray(value))
    return repeated(times, value)
      .flat()
      .map((item) => stretched(item, 1));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, stretched(part, times)]));
}

const withBody = allOperations.filter(({ method }) => method !== "GET");

describe.each(withBody.map((operation) => [operation.name, operation] as const))(
  "a body of %s",
  (_, operation) => {
    it("whether right, changed or with endless lists, takes a number of steps in proportion to its text", async () => {
      const { body: form }: OperationSchemas = await operation.schemas();
      if (form === undefined) return;
      const schema: JsonSchema = { ...form.toJSONSchema({ io: "input" }) };
      const query = new URLSearchParams();
      const stepsOf = (body: unknown): number => {
        const steps = { count: 0 };
        try {
          validate({ body: form }, { path: {}, query, body: watched(body, steps) });
        } catch (error) {
          expect(error).toMatchObject({ status: 422 });
        }
        return steps.count;
      };
      let most = 0;
      fc.assert(
        fc.property(arbitraryOf(schema), fc.array(fc.nat(), { maxLength: 3 }), (body, picks) => {
          const mutations = mutationsOf(schema, body);
          const changed = picks.map((pick) => mutations[pick % mutations.length]?.text() ?? "null");
          for (const text of [JSON.stringify(body), JSON.stringify(stretched(body, 50)), ...changed]) {
            const steps = stepsOf(parsed(text));
            most = Math.max(most, steps);
            expect(steps).toBeLessThanOrEqual(mostPerUnit * text.length + mostPerBody);
          }
        }),
        { seed: 20260115, numRuns: 100 },
      );
      expect(most).toBeGreaterThan(0);
    });
  },
);

async function detail(method: string, target: string, body: unknown) {
  const { headers, json, status } = await reference.request(method, target, { body });
  expect([status, reference.reports]).toEqual([422, []]);
  expect(Buffer.byteLength(JSON.stringify(json))).toBeLessThanOrEqual(262_144);
  expect(headers["content-type"]).toBe("application/json");
  return json.detail;
}

it("the problem of a body with 500,000 conditions is one: there are too many", async () => {
  expect(await detail("PUT", rulePath, { position: 0, conditions: repeated(500_000, 0) })).toEqual([
    {
      loc: ["body", "conditions"],
      type: "too_long",
      msg: "List should have at most 100 items after validation, not 500000",
      ctx: { field_type: "List", max_length: 100, actual_length: 500_000 },
    },
  ]);
});

it("the problems of a body of 100,000 wrong values are the first hundred, in order", async () => {
  const conditions = [{ ...wrongValues, value: ["visa", ...values.slice(1)] }, ...repeated(99, wrongValues)];
  const problems = await detail("PUT", rulePath, { position: 0, conditions });
  expect(problems.map(({ loc }: { loc: string[] }) => loc)).toEqual(
    repeated(100, 0).map((_, index) => ["body", "conditions", "0", "value", String(index + 1)]),
  );
});

it("an answer about unknown keys of 100 kB names each by its beginning", async () => {
  const keys = repeated(10, 0).map((_, index) => `${index}${"k".repeat(100_000)}`);
  const body = { id: "a", display_name: "A", ...Object.fromEntries(keys.map((key) => [key, 1])) };
  const problems = await detail("POST", "/merchant-accounts", body);
  expect(problems.map(({ loc }: { loc: string[] }) => loc[1])).toEqual(
    keys.map((key) => `${key.slice(0, 200)}…`),
  );
});

it("the problems of a body with 50,000 unknown keys are the first hundred", async () => {
  const keys = repeated(50_000, 0).map((_, index) => `k${index}`);
  const body = { id: "a", display_name: "A", ...Object.fromEntries(keys.map((key) => [key, 1])) };
  expect(await detail("POST", "/merchant-accounts", body)).toHaveLength(100);
});

const value = fc.jsonValue({ maxDepth: 3 });
const many = fc
  .tuple(fc.constantFrom(0, 1, 26, 101, 1001), value)
  .map(([count, item]) => repeated(count, item));
const condition = fc.record({
  name: fc.constantFrom("card_scheme", "amount", "metadata", "payment_method", "skus", "nothing"),
  operator: fc.constantFrom("is_one_of", "is_between", "includes", "equal_to", "nothing"),
  value: fc.oneof(value, many),
});
const outcome = fc.record({
  type: fc.constantFrom("list", "boolean", "card-routing"),
  result: fc.oneof(value, many),
});
const bodies = {
  rule: fc.record(
    { position: fc.nat(), conditions: fc.oneof(fc.array(condition), many), outcome, description: value },
    { requiredKeys: [] },
  ),
  account: fc.record(
    { id: value, display_name: fc.string({ unit: "binary" }), updater_accepted_schemes: many },
    { requiredKeys: [] },
  ),
  cards: fc.record({ items: many }),
  ids: fc.record({ payment_method_ids: many }),
};

it.each([
  ["PUT", rulePath, "rule"],
  ["POST", "/merchant-accounts", "account"],
  ["POST", "/gift-cards/balances", "cards"],
  ["POST", "/account-updater/jobs", "ids"],
] as const)("%s %s is answered, and never by 500", async (method, target, name) => {
  await fc.assert(
    fc.asyncProperty(fc.oneof<fc.Arbitrary<unknown>[]>(value, bodies[name]), async (body) => {
      const answer = await reference.request(method, target, { body });
      expect([200, 201, 400, 404, 409, 422]).toContain(answer.status);
      expect(Buffer.byteLength(JSON.stringify(answer.json))).toBeLessThanOrEqual(262_144);
    }),
    { numRuns: 30 },
  );
});
