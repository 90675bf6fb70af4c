import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { JsonSchema } from "../../../src/contract/json-schema.ts";
import type { OperationSchemas } from "../../../src/contract/operation.ts";
import { type AnyOperation, allOperations } from "../../../src/contract/operations.ts";
import { fillPath } from "../../../src/contract/path.ts";
import { arbitraryOf, type Special } from "../../helpers/arbitrary.ts";
import { faithfully } from "../../helpers/faithful.ts";
import { mutationsOf } from "../../helpers/mutations.ts";
import { matches } from "../../helpers/schema-oracle.ts";
import { shared } from "../../helpers/shared.ts";
import { ids, startSmallCompany } from "../../helpers/small-company.ts";
import { thorough } from "../../helpers/thorough.ts";

const reference = await shared(startSmallCompany());
const ask = faithfully(reference);

const withBody: readonly AnyOperation[] = allOperations
  .filter(({ method }) => method === "POST" || method === "PUT")
  .filter(({ name }) => name !== "suspendNetworkToken" && name !== "resumeNetworkToken");

/** A target for a body; its form is checked before whether it suits. */
const path = {
  payment_method_id: ids.activeCard,
  network_token_id: ids.activeToken,
  digital_wallet_id: ids.appleWallet,
  flow: "card-transaction",
  action: "skip-3ds",
  rule_id: ids.firstRule,
};

const known = [ids.activeCard, ids.inactiveCard, ids.fullGiftCard, ids.expiredGiftCard, ids.activeToken];

/** As zod prints the pattern of a UUID. */
const uuidPattern = "^([0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12})$";

const special: Special = {
  [uuidPattern]: fc.oneof(
    fc.constantFrom(...known, ...known.map((id) => id.toUpperCase())),
    fc.stringMatching(new RegExp(uuidPattern)),
  ),
  "^\\d{1,8}-\\d{1,8}$": binRange(8),
  "^\\d{1,9}-\\d{1,9}$": binRange(9),
};

function binRange(most: number): fc.Arbitrary<string> {
  return fc.integer({ min: 1, max: most }).chain((digits) => {
    const side = fc.string({ unit: fc.constantFrom(..."0123456789"), minLength: digits, maxLength: digits });
    return fc.tuple(side, side).map((sides) => sides.toSorted().join("-"));
  });
}

async function bodySchema(operation: AnyOperation): Promise<JsonSchema> {
  const { body }: OperationSchemas = await operation.schemas();
  return { ...body?.toJSONSchema({ io: "input" }) };
}

/** What is wrong with a body as a whole, although every part of it is valid (decisions). */
function breaksRule(name: string, body: unknown): boolean {
  const text = JSON.stringify(body);
  if (name === "createMerchantAccount") {
    const {
      updater_accepted_schemes: schemes,
      updater_client_key: key,
      updater_secret_key: secret,
    } = Object(body);
    return key == null && (secret != null || schemes != null);
  }
  if (name === "createAccountUpdaterJob") {
    // One method has one spelling, whatever the case of its id.
    const named: readonly string[] = Object(body).payment_method_ids;
    return new Set(named.map((id) => id.toLowerCase())).size < named.length;
  }
  // The rules of these tests never decline.
  if (name === "updateFlowRule" && Object(body).error_code != null) return true;
  const ranges = [...text.matchAll(/"(\d+)-(\d+)"/g)];
  const amounts = [...text.matchAll(/"min":([^,}]+),"max":([^,}]+)/g)];
  return (
    name === "updateFlowRule" &&
    (ranges.some(([, from = "", to = ""]) => from.length !== to.length || from > to) ||
      amounts.some(([, min, max]) => Number(min) > Number(max)))
  );
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Whether any text or name in a value contains half of a surrogate pair, at any depth. */
function holdsHalfCharacter(value: unknown): boolean {
  const waiting = [value];
  for (const one of waiting) {
    if (typeof one === "string" && /\p{Surrogate}/u.test(one)) return true;
    if (typeof one === "object" && one !== null) waiting.push(...Object.entries(one).flat());
  }
  return false;
}

/** The statuses that a body may be answered with, judging only by its form. */
function expected(operation: AnyOperation, schema: JsonSchema, text: string): readonly number[] {
  const body = parse(text);
  if (body === undefined || holdsHalfCharacter(body)) return [400];
  if (!matches(schema, body) || breaksRule(operation.name, body)) return [422];
  return [...operation.success, 400, 404, 409];
}

describe.each(withBody.map((operation) => [operation.name, operation] as const))(
  "a body of %s",
  (_, operation) => {
    it("is taken or refused exactly as its published schema and the decisions say", async () => {
      const schema = await bodySchema(operation);
      const target = fillPath(operation.path, path);
      const seen = new Set<number>();
      await fc.assert(
        fc.asyncProperty(
          arbitraryOf(schema, special),
          fc.array(fc.nat(), { maxLength: 4 }),
          async (body, picks) => {
            const mutations = mutationsOf(schema, body);
            const texts = picks.map((pick) => mutations[pick % mutations.length]?.text() ?? "");
            for (const text of [JSON.stringify(body), ...texts]) {
              const { status } = await ask({ method: operation.method, target, body: text });
              seen.add(status);
              expect(expected(operation, schema, text), text).toContain(status);
            }
          },
        ),
        { seed: 20260115, numRuns: thorough(50, 200) },
      );
      // Checks the test itself: it has seen refusals of both kinds, and success.
      expect([...seen]).toEqual(expect.arrayContaining([400, 422]));
      expect(operation.success.some((status) => seen.has(status))).toBe(true);
      expect(Object.keys(Object.prototype)).toEqual([]);
    });
  },
);
