import type { Method } from "../contract/operation.ts";
import { matchPath } from "../contract/path.ts";
import { failure } from "./failure.ts";

interface Row {
  readonly method: Method;
  /** A template. */
  readonly path: string;
}

interface Chosen<Candidate> {
  readonly row: Candidate;
  /** Still as text. */
  readonly parameters: Readonly<Record<string, string>>;
}

/** The row of a method and a path; undefined for a path that no row has, a Failure 405 for a method that none takes. */
export function chooseRow<Candidate extends Row>(
  rows: readonly Candidate[],
  method: string,
  path: string,
): Chosen<Candidate> | undefined {
  const found = rows.flatMap((row) => {
    const parameters = matchPath(row.path, path);
    return parameters === undefined ? [] : [{ row, parameters }];
  });
  if (found.length === 0) return undefined;
  const chosen = found.find(({ row }) => row.method === method);
  if (chosen !== undefined) return chosen;
  const allow = found.map(({ row }) => row.method).toSorted();
  throw failure(405, { headers: { allow: allow.join(", ") } });
}
