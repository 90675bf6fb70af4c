import { failures, validationFailure } from "../contract/failure.ts";
import { exitCodeForStatus } from "../exit-codes.ts";
import type { Definition } from "../help/layout.ts";

/** Every failure that an operation may answer with, and how payctl then ends. */
export function failureRows(): Definition[] {
  return [...failures, validationFailure]
    .toSorted((left, right) => left.status - right.status)
    .map(({ status, message }) => ({
      term: String(status),
      text: `${message} (exit ${exitCodeForStatus(status)})`,
    }));
}
