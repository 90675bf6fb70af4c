import { ApiError, type FieldProblem, type PayctlError } from "../errors.ts";

/** What was sent together: the list in the body, and what each of its items is called. */
export interface SentList {
  /** `payment_method_ids` */
  readonly list: string;
  readonly names: readonly string[];
}

/** The place in the list that a problem is about; undefined for any other problem. */
function placeOf({ field }: FieldProblem, list: string): number | undefined {
  const [body, name, place] = field.split(".");
  return body === "body" && name === list && /^\d+$/.test(place ?? "") ? Number(place) : undefined;
}

/** The same error, which names what a place in the list stands for: nobody should have to count. */
export function nameProblems(error: unknown, { list, names }: SentList): unknown {
  if (!(error instanceof ApiError)) return error;
  const fields = error.fields.map((problem) => {
    const name = names[placeOf(problem, list) ?? -1];
    return name === undefined ? problem : { ...problem, message: `${problem.message}: ${name}` };
  });
  const { status, message, hint, cause, call, code, resourceId, retryAfter } = error;
  return new ApiError(status, message, { hint, cause, call, code, resourceId, retryAfter, fields });
}

/** What is wrong with one item of a list that was refused: its own problem, or that others had one. */
export function problemAt({ fields }: PayctlError, list: string, place: number): string | undefined {
  const blamed = fields.filter((problem) => placeOf(problem, list) !== undefined);
  if (blamed.length === 0) return undefined;
  const own = blamed.filter((problem) => placeOf(problem, list) === place);
  if (own.length > 0) return own.map(({ message }) => message).join("; ");
  return `refused along with ${blamed.length === 1 ? "another" : `${blamed.length} others`}`;
}
