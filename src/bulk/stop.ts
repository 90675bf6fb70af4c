import { ApiError, CallError, type PayctlError, UnreachableError } from "../errors.ts";
import type { Tally } from "./tally.ts";

/** Whether what failed one item would fail all that follow. */
export function stopsAll(error: PayctlError, tally: Tally, concurrency: number): boolean {
  if (error instanceof ApiError) {
    // A token may be refused for one item alone only where it was accepted for another.
    return error.status === 401 || (error.status === 403 && tally.done === 0);
  }
  if (error instanceof UnreachableError) {
    return error.call.inDoubt !== true || tally.lostInARow > concurrency;
  }
  return !(error instanceof CallError);
}
