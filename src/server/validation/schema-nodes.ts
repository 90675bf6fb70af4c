import type { z } from "zod";
import { isObject, type JsonSchema } from "../../contract/json-schema.ts";

/** A JSON Schema, or a part of one. */
export type SchemaNode = Readonly<JsonSchema>;

const documents = new WeakMap<z.ZodType, SchemaNode>();

/** The parts of a schema that describe a place in its input, one for each alternative; none for an unknown field. */
export function nodesAt(schema: z.ZodType, path: readonly PropertyKey[]): readonly SchemaNode[] {
  const start = spread(documentOf(schema));
  return path.reduce((nodes: readonly SchemaNode[], key) => nodes.flatMap((node) => below(node, key)), start);
}

/** What stands right below a part: fields, elements and alternatives. */
export function childrenOf(node: SchemaNode): readonly SchemaNode[] {
  const { items, properties } = node;
  const fields = isObject(properties) ? Object.values(properties) : [];
  return [...alternatives(node), ...fields, items].filter(isObject);
}

function documentOf(schema: z.ZodType): SchemaNode {
  const known = documents.get(schema);
  if (known !== undefined) return known;
  const document: SchemaNode = schema.toJSONSchema({ io: "input" });
  documents.set(schema, document);
  return document;
}

function below({ items, properties }: SchemaNode, key: PropertyKey): readonly SchemaNode[] {
  const child = typeof key === "number" ? items : property(properties, String(key));
  return isObject(child) ? spread(child) : [];
}

/** Without the unions around the alternatives. */
function spread(node: SchemaNode): readonly SchemaNode[] {
  const inner = alternatives(node);
  return inner.length === 0 ? [node] : inner.flatMap(spread);
}

function alternatives(node: SchemaNode): readonly SchemaNode[] {
  return [node["anyOf"], node["oneOf"]].flat().filter(isObject);
}

function property(properties: unknown, name: string): unknown {
  return isObject(properties) && Object.hasOwn(properties, name) ? properties[name] : undefined;
}
