import { ApiError, CallError, type PayctlError, UnreachableError } from "../errors.ts";
import type { Tally } from "./tally.ts";

/** Whether what failed one item would fail all that follow. */
export function stopsAll(error: PayctlError, tally: Tally, concurrency: number): boolean {
  if (error instanceof ApiError) {
    // A token may be refused for one item alone only where it was accepted for another.
    return error.status === 401 || (tally.done === 0 && (error.status === 403 || isOfHeader(error)));
  }
  if (error instanceof UnreachableError) {
    return error.call.inDoubt !== true || tally.lostInARow > concurrency;
  }
  return !(error instanceof CallError);
}

/** A merchant account that does not exist is missing for every item. */
function isOfHeader({ fields }: ApiError): boolean {
  return fields.some(({ field }) => field.startsWith("header."));
}
