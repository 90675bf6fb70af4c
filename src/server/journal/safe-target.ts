import type { z } from "zod";
import { isUuid } from "../../contract/uuid.ts";
import { nodesAt } from "../validation/schema-nodes.ts";
import { isPlainWord, mask } from "./mask.ts";
import { safeScalar } from "./safe-value.ts";

/** A path with its words and UUIDs; any other segment may be a secret that went astray. */
export function safePath(path: string): string {
  const segments = path.split("/").map((segment) => {
    return segment === "" || isPlainWord(segment) || isUuid(segment) ? segment : "*";
  });
  return segments.join("/");
}

/** Query parameters by name; values only where the schema leaves no room for anything private. */
export function safeQuery(query: URLSearchParams, schema: z.ZodType | undefined): Record<string, string> {
  const shown = [...query].map(([name, value]) => {
    const nodes = schema === undefined ? [] : nodesAt(schema, [name]);
    return [isPlainWord(name) ? name : mask, safeParameter(name, value, nodes)] as const;
  });
  return Object.fromEntries(shown);
}

function safeParameter(name: string, value: string, nodes: ReturnType<typeof nodesAt>): string {
  if (name === "limit" && /^\d{1,3}$/.test(value)) return value;
  return String(safeScalar(value, nodes));
}
