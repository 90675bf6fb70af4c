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

/**
 * When the clocks show a time: the first instant if there are two; for a time that a change skips, as long after the
 * change as it is into the gap.
 */
export function instantOf(zone: Zone, wall: number): number {
  const { first, before } = findInstants(zone, wall);
  return first ?? wall - before;
}

/** The first instant of the day that begins at this wall time, which is not midnight if a change skips that. */
export function startOfDay(zone: Zone, midnight: number): number {
  const { first, before, after } = findInstants(zone, midnight);
  return first ?? findChange(zone, midnight - after, midnight - before);
}

const day = 86_400_000;

/** The first instant that shows a wall time, if any does, and the offsets a day before and after. */
function findInstants(zone: Zone, wall: number) {
  const [before, after] = [zone.offsetAt(wall - day), zone.offsetAt(wall + day)];
  const shown = [wall - before, wall - after].filter((instant) => wallTimeIn(zone, instant) === wall);
  return { first: shown.length === 0 ? undefined : Math.min(...shown), before, after };
}

/** The first instant with the offset of `late`, which differs from that of `early`. */
function findChange(zone: Zone, early: number, late: number): number {
  const wanted = zone.offsetAt(late);
  let [from, to] = [early, late];
  while (to - from > 1) {
    const middle = Math.floor((from + to) / 2);
    if (zone.offsetAt(middle) === wanted) to = middle;
    else from = middle;
  }
  return to;
}
