import type { z } from "zod";
import type { ValidationDetail } from "../../contract/failure.ts";
import type { OperationSchemas } from "../../contract/operation.ts";
import { invalid } from "../failure.ts";
import type { Place } from "./issue-words.ts";
import { decodeQuery } from "./query.ts";
import { validationDetails } from "./validation-details.ts";

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
