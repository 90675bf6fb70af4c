import type { JournalEntry, Unread } from "./schemas/requests.ts";

/** Why a request was refused, or what of it nothing reads, in one sentence about a field. */
export interface Reason {
  /** The field or parameter; undefined for the whole request. */
  readonly field: string | undefined;
  readonly sentence: string;
}

type Outcome = Pick<JournalEntry, "failure" | "near" | "status" | "unread_fields" | "unread_query">;

/** Undefined for a request that was answered as wanted. The log, `serve requests` and the page say the same. */
export function reasonOf(entry: Outcome): Reason | undefined {
  const { failure, near, status } = entry;
  const unread = unreadOf(entry);
  if (unread !== undefined) return { field: unread.name, sentence: unreadText(unread) };
  if (!isRefused(entry) && near === null) return undefined;
  const [first, ...more] = failure?.problems ?? [];
  const said = first?.message ?? near?.message ?? failure?.message ?? String(status);
  const rest = more.length === 0 ? "" : ` (and ${more.length} more)`;
  const also = [failure?.reason, near?.message].filter((text) => text && text !== said);
  return { field: first && (first.pointer || first.location), sentence: [said + rest, ...also].join(". ") };
}

/** The same as a text. */
export function reasonText(entry: Outcome): string | null {
  const reason = reasonOf(entry);
  if (reason === undefined) return null;
  return reason.field === undefined ? reason.sentence : `${reason.field}: ${reason.sentence}`;
}

export function unreadText({ near }: Unread): string {
  return near === null ? "nothing reads it" : `nothing reads it; did you mean ${near}?`;
}

export function isRefused({ status }: Pick<JournalEntry, "status">): boolean {
  return typeof status === "string" || status >= 400;
}

/** What a person misspelt: of a refused request the name that explains it, of any other whatever nothing reads. */
function unreadOf(entry: Outcome): Unread | undefined {
  const { failure, unread_fields: fields, unread_query: query } = entry;
  const unread = [...(fields ?? []), ...(query ?? [])];
  if (!isRefused(entry)) return unread[0];
  const isInvalid = failure !== null && failure.code === null && failure.problems.length > 0;
  return isInvalid ? unread.find(({ near }) => near !== null) : undefined;
}
