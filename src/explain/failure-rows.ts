import { failures } from "../contract/failure.ts";
import { exitCodeForStatus } from "../exit-codes.ts";
import type { Definition } from "../help/layout.ts";

/** Every failure that an operation may answer with, and how payctl then ends. */
export function failureRows(): Definition[] {
  const rows = failures.map(({ status, message }) => ({ status, message }));
  const all = [...rows, { status: 422, message: "A field or parameter is invalid; each problem is named" }];
  return all
    .toSorted((left, right) => left.status - right.status)
    .map(({ status, message }) => ({
      term: String(status),
      text: `${message} (exit ${exitCodeForStatus(status)})`,
    }));
}
