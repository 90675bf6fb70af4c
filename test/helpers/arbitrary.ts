import fc from "fast-check";
import type { JsonSchema } from "../../src/contract/json-schema.ts";
import { isRecord } from "../../src/values/record.ts";
import { alternativesOf, propertiesOf } from "./schema-oracle.ts";

/** Values for patterns that mean more than they say, by pattern. */
export type Special = Readonly<Record<string, fc.Arbitrary<unknown>>>;

/** Any value that a JSON Schema describes, of the kinds that the contract uses. */
export function arbitraryOf(node: JsonSchema, special: Special = {}): fc.Arbitrary<unknown> {
  const alternatives = alternativesOf(node);
  if (alternatives.length > 0) return fc.oneof(...alternatives.map((one) => arbitraryOf(one, special)));
  if ("const" in node) return fc.constant(node["const"]);
  if (Array.isArray(node["enum"])) return fc.constantFrom(...node["enum"]);
  switch (node["type"]) {
    case "null":
      return fc.constant(null);
    case "boolean":
      return fc.boolean();
    case "string":
      return text(node, special);
    case "integer":
      return fc.oneof(...edges(node), fc.integer(bounds(node)));
    case "number":
      return fc.oneof(...edges(node), fc.double({ ...bounds(node), noNaN: true }));
    case "array":
      return list(node, special);
    default:
      return object(node, special);
  }
}

function text(node: JsonSchema, special: Special): fc.Arbitrary<unknown> {
  const { maxLength = 300, minLength = 0, pattern } = node;
  const range = { minLength: Number(minLength), maxLength: Number(maxLength) };
  if (typeof pattern !== "string") {
    const longest = fc.constantFrom("a", "é", "😀", "\0").map((letter) => letter.repeat(range.maxLength));
    return fc.oneof({ weight: 9, arbitrary: fc.string({ unit: "binary", ...range }) }, longest);
  }
  const matching = special[pattern] ?? fc.stringMatching(new RegExp(pattern), { size: "small" });
  return matching.filter((one) => String(one).length <= range.maxLength);
}

function bounds({ maximum = 1e6, minimum = -1e6 }: JsonSchema) {
  return { min: Number(minimum), max: Number(maximum) };
}

/** The bounds themselves, which random values would rarely hit. */
function edges({ maximum, minimum }: JsonSchema): fc.Arbitrary<number>[] {
  return [minimum, maximum].filter((bound) => typeof bound === "number").map((bound) => fc.constant(bound));
}

function list(node: JsonSchema, special: Special): fc.Arbitrary<unknown> {
  const { items, maxItems = 4, minItems = 0, uniqueItems } = node;
  const item = arbitraryOf(isRecord(items) ? items : {}, special);
  const range = { minLength: Number(minItems), maxLength: Math.min(Number(maxItems), 4) };
  return uniqueItems === true ? fc.uniqueArray(item, range) : fc.array(item, range);
}

function object(node: JsonSchema, special: Special): fc.Arbitrary<unknown> {
  const { required } = node;
  const fields = Object.entries(propertiesOf(node)).map(
    ([name, field]) => [name, arbitraryOf(field, special)] as const,
  );
  const requiredKeys = Array.isArray(required) ? required : [];
  return fc.record<Record<string, unknown>>(Object.fromEntries(fields), {
    requiredKeys,
    noNullPrototype: true,
  });
}
