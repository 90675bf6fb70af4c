import type { z } from "zod";
import { findJson } from "../../values/record.ts";

/**
 * A query as values: numbers, booleans and JSON where the schema wants them, and `header.NAME` as a part of `header`.
 * Of a parameter that is given twice the last one counts. What can't be read stays text, for the schema to refuse.
 */
export function readQuery(schema: z.ZodObject, query: URLSearchParams): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  for (const [name, text] of query) {
    const [group = "", part] = splitName(name);
    if (part !== undefined && kindOf(schema.shape[group]) === "record") {
      values[group] = { ...Object(values[group]), [part]: text };
    } else {
      values[name] = decode(kindOf(schema.shape[name]), text);
    }
  }
  return values;
}

function splitName(name: string): readonly string[] {
  const dot = name.indexOf(".");
  return dot === -1 ? [name] : [name.slice(0, dot), name.slice(dot + 1)];
}

/** What a parameter is without what makes it optional; undefined for one that the schema does not have. */
function kindOf(parameter: z.core.$ZodType | undefined): string | undefined {
  if (parameter === undefined) return undefined;
  const { def } = parameter._zod;
  // Zod types a definition without the fields that only wrappers have.
  return "innerType" in def ? kindOf(def.innerType as z.core.$ZodType) : def.type;
}

function decode(kind: string | undefined, text: string): unknown {
  if (kind === "number") return /^-?\d{1,15}$/.test(text) ? Number(text) : text;
  if (kind === "boolean") return text === "true" || (text === "false" ? false : text);
  if (kind !== "unknown") return text;
  const value = findJson(text);
  return value === undefined ? notJson : value;
}

/** The value of a JSON parameter whose text is not JSON, for its schema to refuse. */
export const notJson = Symbol("not JSON");

/** The text of a query, as `readQuery` reads it; what is undefined is left out. */
export function writeQuery(values: Readonly<Record<string, unknown>>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) {
    if (name === "body" && value !== undefined) query.append(name, JSON.stringify(value));
    else if (typeof value === "object" && value !== null) {
      for (const [part, text] of Object.entries(value)) query.append(`${name}.${part}`, String(text));
    } else if (value !== undefined) query.append(name, String(value));
  }
  return String(query);
}
