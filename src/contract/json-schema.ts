import { isRecord } from "../values/record.ts";

/** A JSON Schema, or a part of one. */
export type JsonSchema = Record<string, unknown>;

/** The fields of an object by name, a schema each; none for anything else. */
export function propertiesOf({ properties }: Readonly<JsonSchema>): Readonly<JsonSchema> {
  return isRecord(properties) ? properties : {};
}

/** The names of the fields that an object must have. */
export function requiredOf({ required }: Readonly<JsonSchema>): readonly string[] {
  return Array.isArray(required) ? required.map(String) : [];
}

/** The schema of an array's elements; undefined for anything else. */
export function itemsOf({ items }: Readonly<JsonSchema>): JsonSchema | undefined {
  return isRecord(items) ? items : undefined;
}

/** The alternatives of a union; none for anything else. */
export function alternativesOf({ anyOf, oneOf }: Readonly<JsonSchema>): readonly JsonSchema[] {
  if (anyOf === undefined && oneOf === undefined) return [];
  return [anyOf, oneOf].flat().filter(isRecord);
}
