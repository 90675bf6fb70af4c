import { isUuid } from "../../contract/uuid.ts";
import type { SchemaNode } from "../validation/schema-nodes.ts";
import { mask } from "./mask.ts";

/** A single value, if a schema admits only such as nobody minds: words of a list, UUIDs, numbers, true and false. */
export function safeScalar(value: unknown, nodes: readonly SchemaNode[]): unknown {
  if (value === null || typeof value === "boolean") return value;
  return nodes.some((node) => admitsOnlyHarmless(node, value)) ? value : mask;
}

function admitsOnlyHarmless(node: SchemaNode, value: unknown): boolean {
  const { const: constant, enum: words, format, type } = node;
  if (typeof value === "number") return (type === "integer" || type === "number") && Math.abs(value) < 1e9;
  if (constant !== undefined) return constant === value;
  if (Array.isArray(words)) return words.includes(value);
  return typeof value === "string" && isUuid(value) && typeof format === "string" && uuidFormats.has(format);
}

const uuidFormats: ReadonlySet<string> = new Set(["uuid", "guid"]);
