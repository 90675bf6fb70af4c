const form = /^(\d{4}-\d\d-\d\d)(?:[Tt ](\d\d:\d\d)(?::(\d\d)(\.\d+)?)?(?:[Zz]|([+-]\d\d):?(\d\d)?)?)?$/;

/**
 * Milliseconds since the epoch of a date or a time in ISO 8601; NaN for anything else. Without a zone it is UTC,
 * and a leap second is the last millisecond of the second before, so that it stays within its day.
 */
export function readTime(text: string): number {
  const [, date = "", clock = "00:00", second = "00", fraction = "", hours = "+00", minutes = "00"] =
    form.exec(text) ?? [];
  if (!isOnCalendar(date)) return Number.NaN;
  const zone = `${hours}:${minutes}`;
  if (second !== "60") return Date.parse(`${date}T${clock}:${second}${fraction}${zone}`);
  const before = Date.parse(`${date}T${clock}:59.999${zone}`);
  return (before + 1) % 86_400_000 === 0 ? before : Number.NaN;
}

const rfc3339 = /^([1-9]\d{3}-\d\d-\d\d)T\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/i;

/** A moment in RFC 3339, with its seconds and its zone, from the year 1000 on; undefined for any other text. */
export function readRfc3339(text: string): Date | undefined {
  const [, date = ""] = rfc3339.exec(text) ?? [];
  const time = new Date(text);
  return isOnCalendar(date) && !Number.isNaN(time.getTime()) ? time : undefined;
}

/** JavaScript reads February 30th as March 2nd. */
function isOnCalendar(date: string): boolean {
  const time = Date.parse(date);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(date);
}
