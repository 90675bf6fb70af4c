import type { z } from "zod";
import type { Unread } from "../../contract/control/schemas/requests.ts";
import { propertiesOf } from "../../contract/json-schema.ts";
import { nodesBelow, nodesOf, type SchemaNode } from "../../contract/schema-nodes.ts";
import { mask } from "../../values/mask.ts";
import { findJson, isRecord } from "../../values/record.ts";
import { suggest } from "../../values/suggest.ts";
import { isHarmless, isSecretField, withoutSecret } from "./secrets.ts";

/** Bytes of a body that are kept; what comes after them is neither read nor searched for secrets. */
export const keptBytes = 16_384;

/** The beginning of a JSON text as a value, secrets masked; undefined if it is not JSON. */
export function keptValue(sent: Uint8Array): unknown {
  const text = new TextDecoder().decode(sent.subarray(0, keptBytes));
  const value = findJson(sent.length > keptBytes ? closedJson(text) : text);
  return value === undefined ? undefined : safeValue(value, 0);
}

/** An answer as the JSON that is kept of it: most hold no secret, and stay as they are. */
export function safeAnswer(body: string): string {
  if (body.length <= keptBytes && isHarmless(body)) return body;
  return JSON.stringify(keptValue(Buffer.from(body.slice(0, keptBytes + 1))) ?? null);
}

/** Texts, the last of which may be cut off, and what opens, separates and closes. */
const jsonTokens = /"(?:[^"\\]|\\[\s\S])*(?:"|\\?$)|[{}[\],]/g;

const closers: Readonly<Record<string, string>> = { "{": "}", "[": "]" };

/** Makes the beginning of a JSON text a text of its own: drops the value that was cut off, closes what is open. */
export function closedJson(beginning: string): string {
  const open: string[] = [];
  let end = 0;
  for (const { 0: token, index } of beginning.matchAll(jsonTokens)) {
    if (token.startsWith('"')) continue;
    const closer = closers[token];
    if (closer !== undefined) open.push(closer);
    else if (token !== ",") open.pop();
    end = token === "," ? index : index + 1;
  }
  return beginning.slice(0, end) + open.toReversed().join("");
}

/** Deeper than any schema, and far from what a stack can take. */
const deepest = 100;

function safeValue(value: unknown, depth: number): unknown {
  if (typeof value === "string") return withoutSecret(value);
  if (typeof value !== "object" || value === null) return value;
  if (depth === deepest) return mask;
  if (Array.isArray(value)) return value.map((item) => safeValue(item, depth + 1));
  const fields = Object.entries(value).map(([name, inner]) => {
    const isHidden = inner !== null && isSecretField(name, value as Readonly<Record<string, unknown>>);
    return [withoutSecret(name), isHidden ? mask : safeValue(inner, depth + 1)];
  });
  // fromEntries defines its keys, so that a field named __proto__ stays a field.
  return Object.fromEntries(fields);
}

/** Query parameters by name; of one that is given twice the last one counts. */
export function safeQuery(query: URLSearchParams): Record<string, string> {
  const safe = [...query].map(([name, value]) => [
    withoutSecret(name),
    isSecretField(name) ? mask : withoutSecret(value),
  ]);
  return Object.fromEntries(safe);
}

/** What a person misspells; a body may have thousands of names that nothing reads. */
const mostUnread = 100;

/** The name that was probably meant, for one that a schema does not have. */
function nearName(name: string, nodes: readonly SchemaNode[]): string | null {
  const known = nodes.flatMap((node) => Object.keys(propertiesOf(node)));
  return suggest(name, known) ?? null;
}

/** The query parameters that a schema does not have. */
export function unreadQuery(parameters: Readonly<Record<string, string>>, schema: z.ZodObject | undefined) {
  const known = Object.keys(schema?.shape ?? {});
  const unread = Object.keys(parameters).filter((name) => !known.includes(name));
  return unread.slice(0, mostUnread).map((name) => ({ name, near: suggest(name, known) ?? null }));
}

interface BodyPart {
  readonly pointer: string;
  /** The name that was probably meant for it, or for what it is in. */
  readonly near: string | null;
  /** What the schema says about it. */
  readonly nodes: readonly SchemaNode[];
}

function partsOf(value: unknown): readonly (readonly [number | string, unknown])[] {
  if (Array.isArray(value)) return [...value.entries()];
  return isRecord(value) ? Object.entries(value) : [];
}

/** What of a body has no place in a schema, by JSON pointers; arrays and objects count by their parts. */
export function unreadFields(body: unknown, schema: z.ZodType | undefined): readonly Unread[] {
  const unread: Unread[] = [];

  function collect(value: unknown, { near, nodes, pointer }: BodyPart): void {
    if (unread.length === mostUnread) return;
    const parts = partsOf(value);
    if (parts.length === 0 && nodes.length === 0) unread.push({ name: pointer, near });
    for (const [name, inner] of parts) {
      const below = nodesBelow(nodes, name);
      const isKnown = below.length > 0 || typeof name === "number";
      const meant = isKnown ? null : nearName(name, nodes);
      collect(inner, { pointer: `${pointer}/${name}`, near: meant ?? near, nodes: below });
    }
  }

  collect(body, { pointer: "", near: null, nodes: nodesOf(schema) });
  return unread;
}
