import { isMonthOffset, isOffset, offset, yearsOfTimes } from "../../contract/control/relative-times.ts";
import { UsageError } from "../../errors.ts";

/** Every field of an entry that may be counted from the start. */
const timeFields = [
  "timestamp",
  "created_at",
  "updated_at",
  "last_used_at",
  "cit_last_used_at",
  "expiration_date",
] as const;

/**
 * An entry with every time that is counted from `start` resolved; `path` names the entry in the UsageError about a time
 * outside the years of four digits.
 */
export function withTimes<Entry extends Readonly<Record<string, unknown>>>(
  entry: Entry,
  start: Date,
  path: string,
): Entry {
  const times = timeFields.flatMap((field) => {
    const text = entry[field];
    if (typeof text !== "string") return [];
    if (isMonthOffset(text)) return [[field, monthAfter(start, text)] as const];
    return isOffset(text) ? [[field, timeAfter(start, text, `${path}.${field}`)] as const] : [];
  });
  return { ...entry, ...Object.fromEntries(times) };
}

function timeAfter(start: Date, text: string, field: string): string {
  const time = new Date(start.getTime() + 1000 * secondsOf(text)).toISOString();
  // A year of more digits has a sign.
  if (!/^[+-]/.test(time)) return time;
  throw new UsageError("a time of the seed is too far from the start", {
    fields: [{ field, message: yearsOfTimes }],
  });
}

function secondsOf(text: string): number {
  const [, sign, ...counts] = offset.exec(text) ?? [];
  const [days = 0, hours = 0, minutes = 0, seconds = 0] = counts.map((count) => Number(count ?? 0));
  return (sign === "-" ? -1 : 1) * (((days * 24 + hours) * 60 + minutes) * 60 + seconds);
}

/** MM/YY. */
function monthAfter(start: Date, text: string): string {
  const months = start.getUTCFullYear() * 12 + start.getUTCMonth() + Number.parseInt(text, 10);
  const year = Math.floor(months / 12) % 100;
  return [(months % 12) + 1, year].map((number) => String(number).padStart(2, "0")).join("/");
}
