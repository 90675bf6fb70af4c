import { ApiError, answerText, type FieldProblem, type PayctlError } from "../../errors.ts";

/** The result of one item; a row of a results file, which may have more fields after these. */
export interface ResultRow {
  readonly id: string;
  readonly result: string;
  /** The status of the answer; null if there was none. */
  readonly status: number | null;
  readonly error: string | null;
}

/** The row of an item whose work failed, with another result word if given. */
export function failedRow(id: string, error: PayctlError, result = "failed"): ResultRow {
  const status = error instanceof ApiError ? error.status : null;
  return { id, result, status, error: errorWords(error) };
}

/** A row for each item of a list sent in one request, with what the refusal says about that item. */
export function failedRows(sent: SentList, error: PayctlError, result?: string): readonly ResultRow[] {
  return sent.names.map((name, place) => {
    const row = failedRow(name, error, result);
    const own = problemAt(error, sent.list, place);
    return own === undefined ? row : { ...row, error: own + answerText(error) };
  });
}

/** An item that was not tried. */
export function skippedRow(id: string): ResultRow {
  return { id, result: "skipped", status: null, error: null };
}

/** The message of an error with status, code and request, and what it says about individual fields. */
function errorWords(error: PayctlError): string {
  const { message, fields } = error;
  const problems = fields.map((problem) => `${problem.field}: ${problem.message}`);
  return [message + answerText(error), ...problems].join("; ");
}

/** What was sent together: the list in the body, and what each of its items is called. */
export interface SentList {
  /** `payment_method_ids` */
  readonly list: string;
  readonly names: readonly string[];
}

/** The position in the list that a problem is about; undefined for any other problem. */
function placeOf({ field }: FieldProblem, list: string): number | undefined {
  const [body, name, place] = field.split(".");
  return body === "body" && name === list && /^\d+$/.test(place ?? "") ? Number(place) : undefined;
}

/** The same error, naming the item at each position in the list, so that nobody has to count. */
export function nameProblems(error: unknown, { list, names }: SentList): unknown {
  if (!(error instanceof ApiError)) return error;
  const fields = error.fields.map((problem) => {
    const name = names[placeOf(problem, list) ?? -1];
    return name === undefined ? problem : { ...problem, message: `${problem.message}: ${name}` };
  });
  const { status, message, hint, cause, call, code, resourceId, retryAfter } = error;
  return new ApiError(status, message, { hint, cause, call, code, resourceId, retryAfter, fields });
}

/** What is wrong with one item of a refused list: its own problem, or that others had one. */
function problemAt({ fields }: PayctlError, list: string, place: number): string | undefined {
  const blamed = fields.filter((problem) => placeOf(problem, list) !== undefined);
  if (blamed.length === 0) return undefined;
  const own = blamed.filter((problem) => placeOf(problem, list) === place);
  if (own.length > 0) return own.map(({ message }) => message).join("; ");
  return `refused along with ${blamed.length === 1 ? "another" : `${blamed.length} others`}`;
}
