import type { z } from "zod";
import { isObject } from "../../contract/json-schema.ts";
import { nodesAt } from "../validation/schema-nodes.ts";
import { isPlainWord, mask } from "./mask.ts";
import { safeScalar } from "./safe-value.ts";

/** No schema goes deeper; what does is cut off there. */
const deepest = 20;

/** The form of a body with its field names; values only where the schema leaves no room for anything private. */
export function safeBody(body: unknown, schema: z.ZodType | undefined): unknown {
  function copy(value: unknown, path: readonly (string | number)[]): unknown {
    if (path.length > deepest) return mask;
    if (Array.isArray(value)) return value.map((item, index) => copy(item, [...path, index]));
    const nodes = schema === undefined ? [] : nodesAt(schema, path);
    if (!isObject(value)) return safeScalar(value, nodes);
    const fields = Object.entries(value).map(([name, part]) => {
      return [safeName(name), copy(part, [...path, name])] as const;
    });
    return Object.fromEntries(fields);
  }
  return copy(body, []);
}

/** A name that nobody knows may be a secret itself. */
function safeName(name: string): string {
  return isPlainWord(name) ? name : mask;
}

/** JSON pointers to what was sent and has no place in the schema; arrays and objects count by their parts. */
export function unreadFields(body: unknown, schema: z.ZodType | undefined): readonly string[] {
  function collect(value: unknown, path: readonly (string | number)[]): readonly string[] {
    const parts = path.length > deepest ? [] : partsOf(value);
    if (parts.length > 0) return parts.flatMap(([name, part]) => collect(part, [...path, name]));
    const isRead = schema !== undefined && nodesAt(schema, path).length > 0;
    return isRead
      ? []
      : [path.map((name) => `/${typeof name === "number" ? name : safeName(name)}`).join("")];
  }
  return collect(body, []);
}

function partsOf(value: unknown): readonly (readonly [string | number, unknown])[] {
  if (Array.isArray(value)) return value.map((item, index) => [index, item]);
  return isObject(value) ? Object.entries(value) : [];
}
