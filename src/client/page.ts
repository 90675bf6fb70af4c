import { BrokenAnswerError } from "../errors.ts";
import { addressHint } from "./hints.ts";

/** A part of a list, as it came. */
export interface Page {
  readonly items: readonly unknown[];
  readonly limit: unknown;
  /** Where the list goes on; null at its end. */
  readonly nextCursor: string | null;
  /** Whether the service sent more rows than were asked for: no cursor leads to those that are left out. */
  readonly isCut?: boolean;
}

/** Reads the envelope of a page (specification, section 2.12); `path` is the list's own, for errors. */
export function readPage(value: unknown, path: string): Page {
  if (typeof value !== "object" || value === null || !("items" in value) || !Array.isArray(value.items)) {
    throw brokenList("the service answered a list without items", path);
  }
  const cursor = "next_cursor" in value ? (value.next_cursor ?? null) : null;
  if (cursor !== null && (typeof cursor !== "string" || cursor === "")) {
    throw brokenList("the service named the next page by something that is no cursor", path);
  }
  return { items: value.items, limit: "limit" in value ? value.limit : undefined, nextCursor: cursor };
}

export function brokenList(message: string, path: string): BrokenAnswerError {
  return new BrokenAnswerError(message, {
    call: { method: "GET", path, attempts: 1 },
    hint: addressHint,
  });
}
