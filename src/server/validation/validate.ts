import type { z } from "zod";
import type { ValidationDetail } from "../../contract/failure.ts";
import type { OperationSchemas } from "../../contract/operation.ts";
import { invalid } from "../failure.ts";
import { validationDetails } from "./details.ts";
import type { Place } from "./issue-words.ts";

/** What a request holds before validation. */
export interface RawInput {
  readonly path: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  /** Undefined: there was none. */
  readonly body: unknown;
}

/** What the schemas made of it, defaults filled in. */
export interface ValidInput {
  readonly path: unknown;
  readonly query: unknown;
  readonly body: unknown;
}

/** Validates every part of a request; one Failure 422 names all problems. */
export function validate(schemas: OperationSchemas, input: RawInput): ValidInput {
  const problems: ValidationDetail[] = [];

  function check(place: Place, schema: z.ZodType | undefined, value: unknown): unknown {
    if (schema === undefined) return undefined;
    const result = schema.safeParse(value, { reportInput: true });
    if (result.success) return result.data;
    problems.push(...validationDetails(place, schema, result.error.issues));
    return undefined;
  }

  const path = check("path", schemas.path, input.path);
  const query = check("query", schemas.query, schemas.query && decodeQuery(schemas.query, input.query));
  const body = check("body", schemas.body, input.body);
  if (problems.length > 0) throw invalid(problems);
  return { path, query, body };
}

const integer = /^-?\d+$/;

/**
 * The parameters that a schema names, as values: digits become a number where it wants one, everything else stays
 * text. Of a parameter that is given twice the last one counts; unknown ones are left out.
 */
function decodeQuery(schema: z.ZodObject, query: URLSearchParams): Record<string, unknown> {
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
