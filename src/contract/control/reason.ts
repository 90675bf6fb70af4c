import type { JournalEntry } from "./schemas/requests.ts";

/** Why a request was refused, as one sentence with its place. */
export interface Reason {
  /** What is wrong with which part; undefined for a problem of the whole. */
  readonly place: string | undefined;
  readonly sentence: string;
}

/** Undefined for a request that was answered as wanted. */
export function reasonOf({
  failure,
  near,
  status,
}: Pick<JournalEntry, "failure" | "near" | "status">): Reason | undefined {
  if (typeof status === "number" && status < 400) return undefined;
  const [first, ...more] = failure?.problems ?? [];
  const told = [failure?.message ?? String(status), failure?.reason].filter((part) => part);
  const sentence = near?.message ?? told.join(". ");
  if (first === undefined) return { place: undefined, sentence };
  const rest = more.length === 0 ? "" : ` (and ${more.length} more)`;
  return { place: first.pointer || first.location, sentence: `${first.message}${rest}` };
}

/** The same as a text. */
export function reasonText(entry: Parameters<typeof reasonOf>[0]): string | null {
  const reason = reasonOf(entry);
  if (reason === undefined) return null;
  return reason.place === undefined ? reason.sentence : `${reason.place}: ${reason.sentence}`;
}
