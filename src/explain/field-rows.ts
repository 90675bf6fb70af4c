import { isObject, type JsonSchema, propertiesOf } from "../contract/json-schema.ts";
import { allAlternatives, objectText, typeText } from "./type-text.ts";

/** One field of a request or an answer. */
export interface FieldRow {
  /** Dotted, with `[]` behind an array: `items[].pin`. */
  readonly name: string;
  readonly required: boolean;
  readonly type: string;
  /** The objects that may stand here, where there are several. */
  readonly alternatives: readonly string[];
}

/** A row for each field of an object schema, nested ones behind their parent. */
export function fieldRows(schema: JsonSchema, prefix = ""): FieldRow[] {
  const { required } = schema;
  return Object.entries(propertiesOf(schema)).flatMap(([key, property]) => {
    const field = isObject(property) ? property : {};
    const { node, suffix } = innerObject(field);
    const row: FieldRow = {
      name: `${prefix}${key}`,
      required: Array.isArray(required) && required.includes(key),
      type: typeText(outline(field)),
      alternatives: objectAlternatives(field),
    };
    return [row, ...(node === undefined ? [] : fieldRows(node, `${row.name}${suffix}.`))];
  });
}

/** The one object below a field, alone or as the element of an array; null beside it does not count. */
function innerObject(field: JsonSchema): { readonly node: JsonSchema | undefined; readonly suffix: string } {
  const plain = withoutNull(field);
  const node = isObject(plain["items"]) ? withoutNull(plain["items"]) : plain;
  return { node: isObject(node["properties"]) ? node : undefined, suffix: node === plain ? "" : "[]" };
}

function withoutNull(schema: JsonSchema): JsonSchema {
  const rest = allAlternatives(schema).filter((one) => one["type"] !== "null");
  return rest.length === 1 && rest[0] !== undefined ? rest[0] : schema;
}

/** The schema with its objects left empty: their fields have rows of their own. */
function outline(schema: JsonSchema): JsonSchema {
  if (isObject(schema["properties"])) return { type: "object", properties: {} };
  if (isObject(schema["items"])) return { ...schema, items: outline(schema["items"]) };
  const alternatives = allAlternatives(schema).map(outline);
  if (alternatives.length === 0) return schema;
  const isNew = (one: JsonSchema, index: number) => {
    return alternatives.findIndex((other) => typeText(other) === typeText(one)) === index;
  };
  return { anyOf: alternatives.filter(isNew) };
}

/** Several objects that may stand in one place, each in one line. */
function objectAlternatives(field: JsonSchema): string[] {
  const items = field["items"];
  const found = allAlternatives(isObject(items) ? items : field).filter((one) => isObject(one["properties"]));
  return found.length > 1 ? found.map(objectText) : [];
}
