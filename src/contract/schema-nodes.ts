import type { z } from "zod";
import { isRecord } from "../values/record.ts";
import { alternativesOf, type JsonSchema, propertiesOf } from "./json-schema.ts";

/** A JSON Schema, or a part of one. */
export type SchemaNode = Readonly<JsonSchema>;

const none: readonly SchemaNode[] = [];

const documents = new WeakMap<z.ZodType, SchemaNode>();

/** The parts of a schema that describe what is at a path of its input, one for each alternative; none for an unknown field. */
export function nodesAt(schema: z.ZodType, path: readonly PropertyKey[]): readonly SchemaNode[] {
  return path.reduce(nodesBelow, nodesOf(schema));
}

/** The names of the fields that an object at a path may have. */
export function fieldsAt(schema: z.ZodType, path: readonly PropertyKey[]): readonly string[] {
  return nodesAt(schema, path).flatMap((node) => Object.keys(propertiesOf(node)));
}

/** Those that describe the input as a whole. */
export function nodesOf(schema: z.ZodType | undefined): readonly SchemaNode[] {
  return schema === undefined ? none : spread(documentOf(schema));
}

/** Those that describe one field or element of what these describe. */
export function nodesBelow(nodes: readonly SchemaNode[], key: PropertyKey): readonly SchemaNode[] {
  const [only] = nodes;
  if (only !== undefined && nodes.length === 1) return below(only, key);
  return nodes.flatMap((node) => below(node, key));
}

/** The parts right below a part: fields, elements and alternatives. */
export function childrenOf(node: SchemaNode): readonly SchemaNode[] {
  return [...alternativesOf(node), ...Object.values(propertiesOf(node)), node["items"]].filter(isRecord);
}

function documentOf(schema: z.ZodType): SchemaNode {
  const known = documents.get(schema);
  if (known !== undefined) return known;
  const document: SchemaNode = schema.toJSONSchema({ io: "input" });
  documents.set(schema, document);
  return document;
}

function below(node: SchemaNode, key: PropertyKey): readonly SchemaNode[] {
  const child = typeof key === "number" ? node["items"] : property(node, String(key));
  return isRecord(child) ? spread(child) : none;
}

const alternatives = new WeakMap<SchemaNode, readonly SchemaNode[]>();

/** Without the unions around the alternatives. */
function spread(node: SchemaNode): readonly SchemaNode[] {
  const known = alternatives.get(node);
  if (known !== undefined) return known;
  const inner = alternativesOf(node);
  const nodes = inner.length === 0 ? [node] : inner.flatMap(spread);
  alternatives.set(node, nodes);
  return nodes;
}

function property(node: SchemaNode, name: string): unknown {
  const properties = propertiesOf(node);
  return Object.hasOwn(properties, name) ? properties[name] : undefined;
}
