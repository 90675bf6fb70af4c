import { ApiError, answerText, type FieldProblem, type PayctlError } from "../../errors.ts";

/** The result of one item; a row of a results file, which may have more fields. */
export interface ResultRow {
  readonly id: string;
  readonly result: string;
  /** The status of the answer; null if there was none. */
  readonly status: number | null;
  readonly error: string | null;
}

/** What was sent together: what each item is called, and the list in the body that has them, if there is one. */
export interface Sent {
  readonly names: readonly string[];
  /** `payment_method_ids` */
  readonly list?: string | undefined;
}

/** A row for each item of a request that failed, with what the refusal says about that item. */
export function failedRows({ names, list }: Sent, error: PayctlError, result = "failed"): ResultRow[] {
  const status = error instanceof ApiError ? error.status : null;
  const whole = [
    error.message + answerText(error),
    ...error.fields.map(({ field, message }) => `${field}: ${message}`),
  ].join("; ");
  return names.map((id, index) => {
    const own = problemAt(error, list, index);
    return { id, result, status, error: own === undefined ? whole : own + answerText(error) };
  });
}

/** What is wrong with one item of a refused list: its own problem, or that others had one. */
function problemAt({ fields }: PayctlError, list: string | undefined, index: number): string | undefined {
  const blamed = fields.filter((problem) => indexOf(problem, list) !== undefined);
  if (blamed.length === 0) return undefined;
  const own = blamed.filter((problem) => indexOf(problem, list) === index);
  if (own.length > 0) return own.map(({ message }) => message).join("; ");
  return `refused along with ${blamed.length === 1 ? "another" : `${blamed.length} others`}`;
}

/** The position in the list that a problem is about; undefined for any other problem. */
function indexOf({ field }: FieldProblem, list: string | undefined): number | undefined {
  const [body, name, index] = field.split(".");
  return body === "body" && name === list && /^\d+$/.test(index ?? "") ? Number(index) : undefined;
}

/** The same error, naming the item at each position in the list, so that nobody has to count. */
export function nameProblems(error: unknown, { list, names }: Sent): unknown {
  if (!(error instanceof ApiError)) return error;
  const fields = error.fields.map((problem) => {
    const name = names[indexOf(problem, list) ?? -1];
    return name === undefined ? problem : { ...problem, message: `${problem.message}: ${name}` };
  });
  const { status, message, hint, cause, call, code, resourceId, retryAfter } = error;
  return new ApiError(status, message, { hint, cause, call, code, resourceId, retryAfter, fields });
}
