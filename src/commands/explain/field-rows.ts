import { alternativesOf, type JsonSchema, propertiesOf } from "../../contract/json-schema.ts";
import { isRecord } from "../../values/record.ts";

/** One field of a request or an answer. */
export interface FieldRow {
  /** Dotted, with `[]` after an array: `items[].pin`. */
  readonly name: string;
  readonly required: boolean;
  readonly type: string;
  /** Half a sentence, empty if nobody wrote one. */
  readonly meaning: string;
  /** The kinds of object that may occur here, if there are several. */
  readonly alternatives: readonly string[];
}

/** A row for each field of an object schema, nested fields after their parent. */
export function fieldRows(schema: JsonSchema, prefix = ""): FieldRow[] {
  const { required } = schema;
  return Object.entries(propertiesOf(schema)).flatMap(([key, property]) => {
    const field = isRecord(property) ? property : {};
    const { node, suffix } = innerObject(field);
    const row: FieldRow = {
      name: `${prefix}${key}`,
      required: Array.isArray(required) && required.includes(key),
      // Its fields have rows of their own.
      type: typeText(field, () => "object"),
      meaning: clause(field["description"]),
      alternatives: objectAlternatives(field),
    };
    return [row, ...(node === undefined ? [] : fieldRows(node, `${row.name}${suffix}.`))];
  });
}

function clause(description: unknown): string {
  const text = String(description ?? "");
  return `${text.charAt(0).toLowerCase()}${text.slice(1, -1)}`;
}

/** The only object below a field, itself or as the element of an array; an alternative of null does not count. */
function innerObject(field: JsonSchema): { readonly node: JsonSchema | undefined; readonly suffix: string } {
  const plain = withoutNull(field);
  const node = isRecord(plain["items"]) ? withoutNull(plain["items"]) : plain;
  return { node: isRecord(node["properties"]) ? node : undefined, suffix: node === plain ? "" : "[]" };
}

function withoutNull(schema: JsonSchema): JsonSchema {
  const rest = allAlternatives(schema).filter((one) => one["type"] !== "null");
  return rest.length === 1 && rest[0] !== undefined ? rest[0] : schema;
}

/** The kinds of object that may occur in one place, each in one line. */
function objectAlternatives(field: JsonSchema): string[] {
  const items = field["items"];
  const found = allAlternatives(isRecord(items) ? items : field).filter((one) => isRecord(one["properties"]));
  return found.length > 1 ? found.map(objectText) : [];
}

/** How an object is written whose fields are known. */
type WriteObject = (schema: JsonSchema) => string;

/** What values a JSON Schema takes, in words: `string, 1 to 50 characters`, `array of UUID`. */
export function typeText(schema: JsonSchema, object: WriteObject = objectText): string {
  const alternatives = [...new Set(allAlternatives(schema).map((one) => typeText(one, object)))];
  const or = alternatives.join("").includes(",") ? ", or " : " or ";
  if (alternatives.length > 0) return alternatives.join(or);
  if ("const" in schema) return JSON.stringify(schema["const"]);
  if (Array.isArray(schema["enum"])) return schema["enum"].join(", ").replace(/, (?!.*, )/, " or ");
  const parts = [kindText(schema, object), ...boundTexts(schema)];
  if ("default" in schema) parts.push(`${JSON.stringify(schema["default"])} unless given`);
  return parts.join(", ");
}

/** The alternatives of a union or of several types; nested unions are flattened. */
function allAlternatives(schema: JsonSchema): readonly JsonSchema[] {
  const { type } = schema;
  if (Array.isArray(type)) {
    return type.map((one) => (one === "null" ? { type: one } : { ...schema, type: one }));
  }
  return alternativesOf(schema).flatMap((one) => {
    const inner = allAlternatives(one);
    return inner.length > 0 ? inner : [one];
  });
}

function kindText(schema: JsonSchema, object: WriteObject): string {
  const { format, items, properties, type } = schema;
  switch (type) {
    case "string":
      return strings[String(format)] ?? "string";
    case "array":
      return isRecord(items) ? `array of ${itemText(typeText(items, object))}` : "array";
    case "object":
      return isRecord(properties) ? object(schema) : "object with any keys";
    case "boolean":
      return "true or false";
    default:
      return typeof type === "string" ? type : "any value";
  }
}

const strings: Readonly<Record<string, string>> = {
  uuid: "UUID",
  "date-time": "RFC 3339 time",
  password: "string, secret",
};

function itemText(text: string): string {
  if (text === "object") return "objects";
  return /^[^{].*(?:,| or )/.test(text) ? `(${text})` : text;
}

/** An object in one line, as a person would sketch it. */
function objectText(schema: JsonSchema): string {
  const fields = Object.entries(propertiesOf(schema)).map(
    ([name, property]) => `${name}: ${isRecord(property) ? typeText(property) : "any value"}`,
  );
  return fields.length === 0 ? "object" : `{${fields.join("; ")}}`;
}

function boundTexts(schema: JsonSchema): string[] {
  const { format, pattern } = schema;
  const isImplied = format === "uuid" || format === "date-time";
  return [
    sizeText(schema["minLength"], schema["maxLength"], "characters"),
    sizeText(schema["minItems"], schema["maxItems"], "items"),
    rangeText(schema["minimum"], schema["maximum"]),
    typeof pattern === "string" && !isImplied ? `matching ${pattern}` : "",
    schema["uniqueItems"] === true ? "no duplicates" : "",
  ].filter((text) => text !== "");
}

function sizeText(least: unknown, most: unknown, unit: string): string {
  if (most === undefined) return least === 1 ? "not empty" : "";
  return `${least === undefined || least === 0 ? "at most " : `${least} to `}${most} ${unit}`;
}

/** The limits of safe integers do not count as bounds. */
function rangeText(least: unknown, most: unknown): string {
  const from = least === Number.MIN_SAFE_INTEGER ? undefined : least;
  const to = most === Number.MAX_SAFE_INTEGER ? undefined : most;
  if (from !== undefined && to !== undefined) return `${from} to ${to}`;
  if (to !== undefined) return `at most ${to}`;
  return from === undefined ? "" : `at least ${from}`;
}
