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

/** JSON pointers to what was sent and does not show in what was read; arrays and objects count by their parts. */
export function unreadFields(sent: unknown, read: unknown, pointer = ""): readonly string[] {
  if (pointer.split("/").length > deepest) return [pointer];
  if (Array.isArray(sent) && sent.length > 0) {
    const items = Array.isArray(read) ? read : [];
    return sent.flatMap((item, index) => unreadFields(item, items[index], `${pointer}/${index}`));
  }
  if (isObject(sent) && Object.keys(sent).length > 0) {
    const fields = isObject(read) ? read : {};
    return Object.entries(sent).flatMap(([name, part]) => {
      return unreadFields(part, own(fields, name), `${pointer}/${safeName(name)}`);
    });
  }
  return read === undefined ? [pointer] : [];
}

function own(fields: Readonly<Record<string, unknown>>, name: string): unknown {
  return Object.hasOwn(fields, name) ? fields[name] : undefined;
}
