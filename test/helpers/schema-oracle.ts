import type { JsonSchema } from "../../src/contract/json-schema.ts";
import { isRecord } from "../../src/values/record.ts";

/** Whether a value is what a JSON Schema describes, judged without the library that validates in the server. */
export function matches(node: JsonSchema, value: unknown): boolean {
  const alternatives = alternativesOf(node);
  if (alternatives.length > 0) return alternatives.some((one) => matches(one, value));
  if ("const" in node) return node["const"] === value;
  if (Array.isArray(node["enum"])) return node["enum"].includes(value);
  switch (node["type"]) {
    case "null":
      return value === null;
    case "boolean":
      return typeof value === "boolean";
    case "string":
      return typeof value === "string" && matchesText(node, value);
    case "integer":
      return Number.isSafeInteger(value) && within(node, "minimum", "maximum", Number(value));
    case "number":
      return Number.isFinite(value) && within(node, "minimum", "maximum", Number(value));
    case "array":
      return Array.isArray(value) && matchesList(node, value);
    case "object":
      return isRecord(value) && matchesObject(node, value);
    case undefined:
      // An empty schema admits everything; zod writes `not` for a value that can't exist.
      if (Object.keys(node).every((key) => annotations.includes(key))) return true;
      if (isRecord(node["not"])) return !matches(node["not"], value);
      throw new Error(`no rule for ${JSON.stringify(node)}`);
    default:
      throw new Error(`no rule for ${JSON.stringify(node)}`);
  }
}

/** Keywords that only people read. */
const annotations = ["description", "examples", "title"];

export function alternativesOf(node: JsonSchema): JsonSchema[] {
  if (Array.isArray(node["type"])) return node["type"].map((type) => ({ ...node, type }));
  return [node["anyOf"], node["oneOf"]].flat().filter(isRecord);
}

export function propertiesOf(node: JsonSchema): Readonly<Record<string, JsonSchema>> {
  const { properties = {} } = node;
  return properties as Record<string, JsonSchema>;
}

function matchesText(node: JsonSchema, text: string): boolean {
  const { pattern } = node;
  // Lengths are those of JSON Schema: code points.
  const length = [...text].length;
  const shaped = typeof pattern !== "string" || new RegExp(pattern, "u").test(text);
  return shaped && within(node, "minLength", "maxLength", length);
}

function matchesList(node: JsonSchema, list: readonly unknown[]): boolean {
  const { items, uniqueItems } = node;
  const each = !isRecord(items) || list.every((item) => matches(items, item));
  const once = uniqueItems !== true || new Set(list).size === list.length;
  return each && once && within(node, "minItems", "maxItems", list.length);
}

function matchesObject(node: JsonSchema, object: JsonSchema): boolean {
  const properties = propertiesOf(node);
  const required = Array.isArray(node["required"]) ? node["required"] : [];
  if (!required.every((name) => Object.hasOwn(object, name))) return false;
  return Object.entries(object).every(([name, value]) => {
    const property = Object.hasOwn(properties, name) ? properties[name] : undefined;
    if (property !== undefined) return matches(property, value);
    const rest = node["additionalProperties"];
    return isRecord(rest) ? matches(rest, value) : rest !== false;
  });
}

function within(node: JsonSchema, least: string, most: string, size: number): boolean {
  const { [least]: low = -Infinity, [most]: high = Infinity } = node;
  return Number(low) <= size && size <= Number(high);
}
