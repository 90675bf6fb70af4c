import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type AnyOperation, allOperations } from "../../../src/contract/operations.ts";
import { expectFaithful } from "../../helpers/faithful.ts";
import { shared } from "../../helpers/shared.ts";
import { ids, startSmallCompany } from "../../helpers/small-company.ts";
import { thorough } from "../../helpers/thorough.ts";

const reference = await shared(startSmallCompany());
const token = reference.token();

async function ask(method: string, target: string) {
  const answer = await reference.exchange({
    method,
    target,
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    body: Buffer.from("{}"),
  });
  const operation = allOperations.find((row) => row.method === method && hasShape(row.path, target));
  await expectFaithful(operation, answer);
  expect(reference.reports).toEqual([]);
  return answer;
}

/** Whether a path has the segments of a template, compared as text. */
function hasShape(template: string, target: string): boolean {
  const [path = ""] = target.split("?");
  const wanted = template.split("/");
  const given = path.split("/");
  return (
    wanted.length === given.length && wanted.every((one, index) => /^\{/.test(one) || one === given[index])
  );
}

const segment = fc.oneof(
  fc.constantFrom(...Object.values(ids), "checkout", "skip-3ds", "card-transaction", "default", "acme"),
  fc.constantFrom(..."..|.|%2e%2e|%2F|%00|%|%zz|%ff|%ED%A0%80|null|__proto__|*|{id}".split("|")),
  fc.constantFrom(
    ids.activeCard.toUpperCase(),
    `{${ids.activeCard}}`,
    ids.activeCard.slice(1),
    `${ids.activeCard}%0A`,
  ),
  fc.string({ unit: "binary", minLength: 1, maxLength: 8 }).map((text) => encodeURIComponent(text)),
);

/** The path of an operation with anything for its parameters. */
function pathOf(operation: AnyOperation): fc.Arbitrary<string> {
  const parts = operation.path.split("/").map((part) => (part.startsWith("{") ? segment : fc.constant(part)));
  return fc.tuple(...parts).map((all) => all.join("/"));
}

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

const words: Readonly<Record<string, readonly string[]>> = {
  "{flow}": ["checkout", "card-transaction", "non-card-transaction", "redirect-transaction"],
  "{action}": ["select-payment-options", "decline-early", "route-transaction", "skip-3ds"],
};

/** The parameters of a path that the specification does not allow; undefined if an escape is malformed. */
function wrongParameters(template: string, path: string): string[] | undefined {
  const given = path.split("/");
  const wrong: string[] = [];
  for (const [index, name] of template.split("/").entries()) {
    if (!name.startsWith("{")) continue;
    const text = decode(given[index] ?? "");
    if (text === undefined) return undefined;
    const right = words[name]?.includes(text) ?? (name === "{merchant_account_id}" || uuid.test(text));
    if (!right) wrong.push(name.slice(1, -1));
  }
  return wrong;
}

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

describe.each(allOperations.map((operation) => [operation.name, operation] as const))(
  "a path of %s",
  (_, operation) => {
    it("names its wrong parameters, or leads where nothing is, but never astray", async () => {
      await fc.assert(
        fc.asyncProperty(pathOf(operation), async (path) => {
          const { body, status } = await ask(operation.method, path);
          const wrong = wrongParameters(operation.path, path);
          if (wrong === undefined) {
            expect([path, status]).toEqual([path, 404]);
            return;
          }
          const { detail = [] }: { detail?: { loc: string[] }[] } = body === "" ? {} : JSON.parse(body);
          const named = detail.flatMap(({ loc }) => (loc[0] === "path" ? [loc[1]] : []));
          expect([path, named]).toEqual([path, wrong]);
          if (wrong.length > 0) expect(status).toBe(422);
        }),
        { seed: 20260115, numRuns: operation.path.includes("{") ? thorough(40, 150) : 1 },
      );
    });
  },
);

it("a path of any text is answered 404 or 405 unless an operation has it", async () => {
  const part = fc.oneof(
    segment,
    fc.constantFrom("buyers", "api-key-pairs", "gift-cards", "balances", "jobs", ""),
  );
  const path = fc.array(part, { maxLength: 5 }).map((parts) => `/${parts.join("/")}`);
  const method = fc.constantFrom(..."GET|POST|PUT|DELETE|PATCH|HEAD|OPTIONS|TRACE|get|".split("|"));
  await fc.assert(
    fc.asyncProperty(method, path, async (verb, target) => {
      const shaped = allOperations.filter((row) => hasShape(row.path, target));
      const { headers, status } = await ask(verb, target);
      if (shaped.length === 0) expect([target, status]).toEqual([target, 404]);
      else if (!shaped.some((row) => row.method === verb)) expect([404, 405]).toContain(status);
      if (status === 405) expect(headers["allow"]).toBe(shaped.map((row) => row.method).join(", "));
    }),
    { seed: 20260115, numRuns: thorough(150, 600) },
  );
});
