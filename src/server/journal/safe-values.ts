import type { z } from "zod";
import type { Unread } from "../../contract/control/schemas/requests.ts";
import { actions, flows } from "../../contract/flow-actions.ts";
import { propertiesOf } from "../../contract/json-schema.ts";
import { allOperations } from "../../contract/operations.ts";
import { nodesBelow, nodesOf, type SchemaNode } from "../../contract/schema-nodes.ts";
import { isPrivatePart, mask } from "../../values/mask.ts";
import { isRecord } from "../../values/record.ts";
import { suggest } from "../../values/suggest.ts";
import { isUuid } from "../../values/text.ts";
import { isSecretName, looksSecret } from "./secrets.ts";

/** Which of the values sent are kept: only those that can't be private, or everything but secrets. */
export interface Keeping {
  segment(segment: string): string;
  name(name: string): string;
  /** `name` is that of the field, or of the list that an item is in. */
  scalar(value: unknown, nodes: readonly SchemaNode[], name: string): unknown;
  /** Whether anything in a field of this name is masked as a secret; `siblings` are all the fields of its object. */
  hides(name: string, siblings?: Readonly<Record<string, unknown>>): boolean;
  /** Deeper nesting is cut off. */
  readonly deepest: number;
  /** Parts of one body that are inspected; the rest is cut off. */
  readonly mostParts: number;
}

/** Keeps the form and the field names; values only if the schema leaves no room for anything private. */
export const redacted: Keeping = {
  // Any other segment may be a misplaced secret.
  segment: (segment) => (pathWords.has(segment) || isUuid(segment) ? segment : "*"),
  name: (name) => (isPlainWord(name) ? name : mask),
  scalar(value, nodes, name) {
    if (value === null || typeof value === "boolean") return value;
    if (name === "limit" && /^\d{1,3}$/.test(String(value))) return value;
    return nodes.some((node) => admitsOnlyHarmless(node, value)) ? value : mask;
  },
  // Each value is masked by itself.
  hides: () => false,
  // No schema goes deeper.
  deepest: 20,
  mostParts: 1000,
};

/** Keeps what was sent; tokens, keys, PINs and card numbers are masked wherever they occur. */
export const whole: Keeping = {
  segment: (segment) => (looksSecret(decoded(segment)) ? mask : segment),
  name: (name) => (looksSecret(name) ? mask : name),
  scalar(value, nodes) {
    if (value === null || typeof value === "boolean") return value;
    const isSecret = nodes.some(({ format }) => format === "password");
    return isSecret || looksSecret(String(value)) ? mask : value;
  },
  hides: (name, siblings = {}) => isSecretName(name) || isPrivatePart(name, siblings),
  // Deeper than any schema, and far from what a stack can take.
  deepest: 100,
  mostParts: Number.POSITIVE_INFINITY,
};

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

/** The words of every path of the API, those of its flows and actions included. */
const pathWords: ReadonlySet<string> = new Set([
  ...allOperations.flatMap(({ path }) => path.split("/").filter((word) => !word.startsWith("{"))),
  ...flows,
  ...actions,
]);

export function safePath(path: string, { segment }: Pick<Keeping, "segment">): string {
  return path.split("/").map(segment).join("/");
}

/** Query parameters by name; of one that is given twice the last one counts. */
export function safeQuery(
  query: URLSearchParams,
  schema: z.ZodType | undefined,
  keeping: Keeping,
): Record<string, string> {
  if (query.size === 0) return {};
  const nodes = nodesOf(schema);
  const safe = [...query].map(([name, value]) => {
    const kept = keeping.hides(name) ? mask : keeping.scalar(value, nodesBelow(nodes, name), name);
    return [nearName(name, nodes) === undefined ? keeping.name(name) : name, String(kept)];
  });
  return Object.fromEntries(safe);
}

/** The name that was probably meant, for one that a schema does not have: so it can't be anything private. */
export function nearName(name: string, nodes: readonly SchemaNode[]): string | undefined {
  if (nodesBelow(nodes, name).length > 0) return undefined;
  return suggest(
    name,
    nodes.flatMap((node) => Object.keys(propertiesOf(node))),
  );
}

/** A body may have thousands of names, and a person misspells a few. */
const mostGuesses = 100;

/** A body as the journal keeps it. */
interface SafeBody {
  /** Its form with its field names, and the values that are kept. */
  readonly body: unknown;
  /** What has no place in the schema; arrays and objects count by their parts. */
  readonly unknownFields: readonly Unread[];
}

/** Inspects each part of a body once, as far as it is kept. */
export function safeBody(sent: unknown, schema: z.ZodType | undefined, keeping: Keeping): SafeBody {
  const { deepest, mostParts } = keeping;
  const unknownFields: Unread[] = [];
  let parts = 0;
  let guesses = 0;

  function note({ near, nodes, pointer }: Place): void {
    if (nodes.length === 0) unknownFields.push({ name: pointer, near: near ?? null });
  }

  function guess(name: string, nodes: readonly SchemaNode[]): string | undefined {
    const near = guesses < mostGuesses ? nearName(name, nodes) : undefined;
    if (nodesBelow(nodes, name).length === 0) guesses += 1;
    return near;
  }

  function copy(value: unknown, place: Place): unknown {
    parts += 1;
    const isCutOff = place.depth > deepest || parts > mostParts;
    if (isCutOff || (value !== null && place.isHidden)) {
      note(place);
      return mask;
    }
    if (Array.isArray(value)) return copyList(value, place);
    if (isRecord(value)) return copyFields(value, place);
    note(place);
    return keeping.scalar(value, place.nodes, place.name);
  }

  function copyFields(value: Readonly<Record<string, unknown>>, place: Place): unknown {
    const names = Object.keys(value);
    const safe: [string, unknown][] = [];
    // An empty array or object counts itself, because it has no parts.
    if (names.length === 0) note(place);
    for (const name of names) {
      const guessed = guess(name, place.nodes);
      const kept = guessed === undefined ? keeping.name(name) : name;
      const near = guessed ?? place.near;
      const pointer = `${place.pointer}/${kept}`;
      const isHidden = keeping.hides(name, value);
      const nodes = nodesBelow(place.nodes, name);
      safe.push([kept, copy(value[name], { pointer, name, near, nodes, isHidden, depth: place.depth + 1 })]);
      if (parts > mostParts) break;
    }
    // fromEntries defines its keys, so that a field named __proto__ stays a field.
    return Object.fromEntries(safe);
  }

  /** The schema says the same about every item. */
  function copyList(items: readonly unknown[], place: Place): unknown[] {
    const nodes = nodesBelow(place.nodes, 0);
    const depth = place.depth + 1;
    const safe: unknown[] = [];
    if (items.length === 0) note(place);
    for (const value of items) {
      const pointer = `${place.pointer}/${safe.length}`;
      safe.push(copy(value, { ...place, pointer, nodes, isHidden: false, depth }));
      if (parts > mostParts) break;
    }
    return safe;
  }

  const body = copy(sent, { pointer: "", name: "", nodes: nodesOf(schema), isHidden: false, depth: 0 });
  return { body, unknownFields };
}

interface Place {
  readonly pointer: string;
  /** The nearest field's. */
  readonly name: string;
  /** The name that was probably meant for it, or for what it is in. */
  readonly near?: string | undefined;
  /** What the schema says about it. */
  readonly nodes: readonly SchemaNode[];
  readonly isHidden: boolean;
  readonly depth: number;
}

/** Whether a text looks like a word of the API: too plain for a token, a number or a person's data. */
function isPlainWord(text: string): boolean {
  return text.length <= 40 && /^_?[a-z]+(?:[-_][a-z]+)*$/.test(text);
}

/** Words of a list, UUIDs, numbers. */
function admitsOnlyHarmless(node: SchemaNode, value: unknown): boolean {
  const { const: constant, enum: words, format, type } = node;
  if (typeof value === "number") return (type === "integer" || type === "number") && Math.abs(value) < 1e9;
  if (constant !== undefined) return constant === value;
  if (Array.isArray(words)) return words.includes(value);
  return typeof value === "string" && isUuid(value) && typeof format === "string" && uuidFormats.has(format);
}

const uuidFormats: ReadonlySet<string> = new Set(["uuid", "guid"]);
