import { isRecord } from "../values/record.ts";
import { type JsonSchema, propertiesOf } from "./json-schema.ts";

/**
 * A schema with a description on each field that has a meaning, by its dotted name; the elements of an array and the
 * alternatives of a union stand under the name of the whole. A named schema describes itself.
 */
export function describeFields(
  schema: JsonSchema,
  meaningOf: (path: string) => string | undefined,
  prefix = "",
): JsonSchema {
  const inner = (node: unknown): unknown => (isRecord(node) ? describeFields(node, meaningOf, prefix) : node);
  const properties = Object.entries(propertiesOf(schema)).map(([name, property]) => {
    const path = `${prefix}${name}`;
    const meaning = meaningOf(path);
    const described = isRecord(property) ? describeFields(property, meaningOf, `${path}.`) : {};
    return [name, { ...described, ...(meaning === undefined ? {} : { description: sentence(meaning) }) }];
  });
  return {
    ...schema,
    ...(properties.length === 0 ? {} : { properties: Object.fromEntries(properties) }),
    ...(isRecord(schema["items"]) ? { items: inner(schema["items"]) } : {}),
    ...(Array.isArray(schema["anyOf"]) ? { anyOf: schema["anyOf"].map(inner) } : {}),
  };
}

export function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}
