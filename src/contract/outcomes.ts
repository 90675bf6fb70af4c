import { transientStatuses, undoneStatuses } from "./failure.ts";
import type { AnyOperation, OperationName } from "./operations.ts";

/** What may happen to a connection instead of an answer, or in the middle of one. */
export const transportWords = ["reset", "hang", "truncate"] as const;

/** A cursor of a list that was used, and a call that an embed token made beyond its limit. */
export const nextCursor = "next-cursor";
export const previousCursor = "previous-cursor";
export const embedLimit = "embed-limit";

/** The outcome that a request was sent again after a status, or after an answer that was lost. */
export function retryAfter(cause: string): string {
  return `retry-after-${cause}`;
}

/**
 * Every outcome that a caller of an operation may meet: its successes, the failures that the API has a reason to answer
 * it with (specification, section 7), and what else the contract says about lists, limits and retries.
 */
export function knownOutcomes(row: AnyOperation): readonly string[] {
  return [
    ...[...row.success, ...failuresOf(row)].toSorted((a, b) => a - b).map(String),
    ...(row.paged ? [nextCursor, previousCursor] : []),
    ...("limitedScope" in row ? [embedLimit] : []),
    ...retriesOf(row),
  ];
}

/** The operations that refuse to create what already exists. */
const conflicting: readonly OperationName[] = ["createMerchantAccount", "registerDomain"];

function failuresOf(row: AnyOperation): readonly number[] {
  const { merchantHeader, method, name, paged, path } = row;
  const takesBody = method === "POST" || method === "PUT";
  return [
    // A body that can't be read, or a cursor that is damaged.
    ...(takesBody || paged ? [400] : []),
    ...[401, 403],
    ...(merchantHeader || path.includes("{") ? [404] : []),
    ...(conflicting.includes(name) ? [409] : []),
    // Each operation takes a parameter or a body.
    422,
    ...transientStatuses,
  ];
}

/** Repeating a change that may have been made would make it twice, unless it is repeatable. */
function retriesOf({ repeatable }: AnyOperation): readonly string[] {
  return (repeatable ? [...transientStatuses, ...transportWords] : undoneStatuses).map((cause) =>
    retryAfter(String(cause)),
  );
}
