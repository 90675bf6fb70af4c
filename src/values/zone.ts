/** A time zone. Instants are milliseconds since the epoch; wall times are what its clocks show, as if that were UTC. */
export interface Zone {
  /** As in the IANA database: `Europe/Berlin`. */
  readonly name: string;
  /** Milliseconds that its clocks are ahead of UTC at an instant. */
  offsetAt(instant: number): number;
}

const utc: Zone = { name: "UTC", offsetAt: () => 0 };

/** The zone of a name that `Intl` knows. */
export function openZone(name: string): Zone {
  if (/^utc$/i.test(name)) return utc;
  const format = new Intl.DateTimeFormat("en-US", {
    timeZone: name,
    calendar: "gregory",
    numberingSystem: "latn",
    hourCycle: "h23",
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
    second: "numeric",
  });
  return { name, offsetAt: rememberQuarters((instant) => wallTime(format, instant) - wholeSeconds(instant)) };
}

/** Whether `Intl` can tell the times of a zone; a `TZ` that it can't read is `Etc/Unknown`, or an offset, or nothing. */
export function isZone(name: string | undefined): name is string {
  if (name === undefined || name === "Etc/Unknown") return false;
  try {
    return openZone(name) !== undefined;
  } catch {
    return false;
  }
}

function wallTime(format: Intl.DateTimeFormat, instant: number): number {
  const parts = new Map(format.formatToParts(instant).map(({ type, value }) => [type, Number(value)]));
  const part = (type: Intl.DateTimeFormatPartTypes): number => parts.get(type) ?? 0;
  const wall = new Date(0);
  wall.setUTCFullYear(part("year"), part("month") - 1, part("day"));
  return wall.setUTCHours(part("hour"), part("minute"), part("second"));
}

function wholeSeconds(instant: number): number {
  return Math.floor(instant / 1000) * 1000;
}

const quarterHour = 900_000;
/** Some months' worth of quarters of an hour. */
const mostQuarters = 10_000;

/**
 * Asking `Intl` takes microseconds, which add up over a million entries; an offset that both ends of a quarter share is
 * asked for once.
 */
function rememberQuarters(ask: (instant: number) => number): (instant: number) => number {
  let known = new Map<number, number>();
  return (instant) => {
    const start = Math.floor(instant / quarterHour) * quarterHour;
    const before = known.get(start);
    if (before !== undefined) return before;
    const offset = ask(instant);
    if (ask(start) !== offset || ask(start + quarterHour - 1) !== offset) return offset;
    if (known.size >= mostQuarters) known = new Map();
    known.set(start, offset);
    return offset;
  };
}

/** What the clocks of a zone show. */
export function wallTimeIn(zone: Zone, instant: number): number {
  return instant + zone.offsetAt(instant);
}
