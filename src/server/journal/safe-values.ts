import type { z } from "zod";
import { mask } from "../../values/mask.ts";
import { isRecord } from "../../values/record.ts";
import { isUuid } from "../../values/text.ts";
import { nodesBelow, nodesOf, type SchemaNode } from "../validation/schema-nodes.ts";

/** A path with its words and UUIDs; any other segment may be a secret that went astray. */
export function safePath(path: string): string {
  const segments = path.split("/").map((segment) => {
    return segment === "" || isPlainWord(segment) || isUuid(segment) ? segment : "*";
  });
  return segments.join("/");
}

/** Query parameters by name; values only where the schema leaves no room for anything private. */
export function safeQuery(query: URLSearchParams, schema: z.ZodType | undefined): Record<string, string> {
  const safe: Record<string, string> = {};
  const nodes = query.size === 0 ? [] : nodesOf(schema);
  for (const [name, value] of query) {
    const isPageSize = name === "limit" && /^\d{1,3}$/.test(value);
    safe[safeName(name)] = isPageSize ? value : String(safeScalar(value, nodesBelow(nodes, name)));
  }
  return safe;
}

/** A body as the journal keeps it. */
interface SafeBody {
  /** Its form with its field names; values only where the schema leaves no room for anything private. */
  readonly body: unknown;
  /** JSON pointers to everything that was sent; arrays and objects count by their parts. */
  readonly fields: readonly string[];
  /** Those that have no place in the schema. */
  readonly unknownFields: readonly string[];
}

/** No schema goes deeper; what does is cut off there. */
const deepest = 20;

/** Parts of one body that are looked at; what follows is cut off. */
const mostParts = 1000;

/** Looks at the first parts of a body, each once. */
export function safeBody(sent: unknown, schema: z.ZodType | undefined): SafeBody {
  const fields: string[] = [];
  const unknownFields: string[] = [];
  let parts = 0;

  function note(place: Place): void {
    fields.push(place.pointer);
    if (place.nodes.length === 0) unknownFields.push(place.pointer);
  }

  function copy(value: unknown, place: Place): unknown {
    parts += 1;
    const isCutOff = place.depth > deepest || parts > mostParts;
    if (isCutOff || isLeaf(value)) note(place);
    if (isCutOff) return mask;
    if (Array.isArray(value)) return copyList(value, place);
    if (!isRecord(value)) return safeScalar(value, place.nodes);
    const safe: Record<string, unknown> = {};
    for (const [name, part] of Object.entries(value)) {
      safe[safeName(name)] = copy(part, below(place, name));
      if (parts > mostParts) break;
    }
    return safe;
  }

  /** The schema says the same of every item. */
  function copyList(items: readonly unknown[], { depth, nodes, pointer }: Place): unknown[] {
    const item = { nodes: nodesBelow(nodes, 0), depth: depth + 1 };
    const safe: unknown[] = [];
    for (const [index, value] of items.entries()) {
      safe.push(copy(value, { ...item, pointer: `${pointer}/${index}` }));
      if (parts > mostParts) break;
    }
    return safe;
  }

  const body = copy(sent, { pointer: "", nodes: nodesOf(schema), depth: 0 });
  return { body, fields, unknownFields };
}

/** What is empty counts itself, for it has no parts. */
function isLeaf(value: unknown): boolean {
  return typeof value !== "object" || value === null || Object.keys(value).length === 0;
}

interface Place {
  readonly pointer: string;
  /** What the schema says of it. */
  readonly nodes: readonly SchemaNode[];
  readonly depth: number;
}

function below({ depth, nodes, pointer }: Place, name: string): Place {
  return { pointer: `${pointer}/${safeName(name)}`, nodes: nodesBelow(nodes, name), depth: depth + 1 };
}

/** A name that nobody knows may be a secret itself. */
function safeName(name: string): string {
  return isPlainWord(name) ? name : mask;
}

/** Whether a text looks like a word of the API: too plain for a token, a number or a person's data. */
function isPlainWord(text: string): boolean {
  return text.length <= 40 && /^_?[a-z]+(?:[-_][a-z]+)*$/.test(text);
}

/** A single value, if a schema admits only such as nobody minds: words of a list, UUIDs, numbers, true and false. */
function safeScalar(value: unknown, nodes: readonly SchemaNode[]): unknown {
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
