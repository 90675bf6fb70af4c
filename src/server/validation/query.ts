import type { z } from "zod";

const integer = /^-?\d+$/;

/**
 * The parameters that a schema names, as values: digits become a number where it wants one, everything else stays
 * text. Of a parameter that is given twice the last one counts; unknown ones are left out.
 */
export function decodeQuery(schema: z.ZodObject, query: URLSearchParams): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  for (const [name, parameter] of Object.entries(schema.shape)) {
    const text = query.getAll(name).at(-1);
    if (text !== undefined) values[name] = decode(parameter, text);
  }
  return values;
}

function decode(parameter: z.core.$ZodType, text: string): unknown {
  return wantsNumber(parameter) && integer.test(text) ? Number(text) : text;
}

/** Looks through what makes a parameter optional. */
function wantsNumber({ _zod: { def } }: z.core.$ZodType): boolean {
  // Zod types a definition without what only wrappers have.
  if ("innerType" in def) return wantsNumber(def.innerType as z.core.$ZodType);
  return def.type === "number";
}
