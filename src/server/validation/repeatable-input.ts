import { childrenOf, type SchemaNode } from "./schema-nodes.ts";

const longest = 1000;

/**
 * Whether an answer may repeat what was sent: only a single value in a field that the schema knows and does not mark
 * as secret. What stands in an unknown field may be a secret whose name was misspelt.
 */
export function mayRepeat(input: unknown, nodes: readonly SchemaNode[]): boolean {
  return isScalar(input) && nodes.length > 0 && !nodes.some(holdsSecret);
}

function isScalar(input: unknown): boolean {
  if (typeof input === "string") return input.length <= longest;
  // JSON has no word for a number beyond every other: it would come back as null.
  if (typeof input === "number") return Number.isFinite(input);
  return input === null || typeof input === "boolean";
}

function holdsSecret(node: SchemaNode): boolean {
  return node["format"] === "password" || childrenOf(node).some(holdsSecret);
}
