import { grouped } from "../../values/text.ts";
import { openZone, wallTimeIn } from "../../values/zone.ts";
import type { Summary } from "./counts.ts";

/** Days, or weeks or months if there would be too many to look at. */
interface Periods {
  readonly unit: "day" | "month" | "week";
  /** From the first to the last that has entries, without gaps; a week is named by its Monday. */
  readonly counts: readonly Period[];
}

export interface Period {
  readonly label: string;
  readonly count: number;
  /** Its days, both included. */
  readonly first: string;
  readonly last: string;
  /** Whether the window begins or ends within it. */
  readonly isPart: boolean;
}

/** A month of days still fits at a glance, and a year is months. */
const mostPeriods = 31;

const dayLength = 86_400_000;

interface Unit {
  readonly unit: Periods["unit"];
  /** Days that lead from the start of one into the next. */
  readonly days: number;
  /** The midnight with which the period of a midnight starts; all are wall times. */
  start(midnight: number): number;
}

const month: Unit = {
  unit: "month",
  days: 31,
  start: (midnight) => new Date(midnight).setUTCDate(1),
};

const units: readonly Unit[] = [
  { unit: "day", days: 1, start: (midnight) => midnight },
  {
    unit: "week",
    days: 7,
    start: (midnight) => midnight - ((new Date(midnight).getUTCDay() + 6) % 7) * dayLength,
  },
];

/** The smallest unit that needs at most this many periods; months if none does. */
export function periodsOf(
  summary: Pick<Summary, "days" | "since" | "tz" | "until">,
  most = mostPeriods,
): Periods {
  const midnights = summary.days.map(({ day, count }) => ({ midnight: Date.parse(day), count }));
  const [first, last] = [midnights[0]?.midnight ?? 0, midnights.at(-1)?.midnight ?? -1];
  const unit = units.find((candidate) => startsOf(candidate, { first, last, most }).length <= most) ?? month;
  const totals = new Map<number, number>();
  for (const { midnight, count } of midnights) {
    const start = unit.start(midnight);
    totals.set(start, (totals.get(start) ?? 0) + count);
  }
  const isCut = boundsOf(summary);
  return {
    unit: unit.unit,
    counts: startsOf(unit, { first, last }).map((start) => {
      const next = unit.start(start + unit.days * dayLength);
      return {
        label: unit === month ? dayText(start).slice(0, 7) : dayText(start),
        count: totals.get(start) ?? 0,
        first: dayText(start),
        last: dayText(next - dayLength),
        isPart: isCut(start, next),
      };
    }),
  };
}

function dayText(midnight: number): string {
  return new Date(midnight).toISOString().slice(0, 10);
}

interface Span {
  readonly first: number;
  readonly last: number;
  readonly most?: number;
}

/** The starts of the periods of a span; no more than one beyond `most`. */
function startsOf(unit: Unit, { first, last, most = Number.POSITIVE_INFINITY }: Span): number[] {
  const starts: number[] = [];
  let start = unit.start(first);
  while (start <= last && starts.length <= most) {
    starts.push(start);
    start = unit.start(start + unit.days * dayLength);
  }
  return starts;
}

/** Tells whether a window begins or ends between two midnights of its time zone. */
function boundsOf({ since, until, tz }: Pick<Summary, "since" | "tz" | "until">) {
  const zone = openZone(tz);
  const bounds = [since, until].flatMap((bound) => (bound === null ? [] : [Date.parse(bound)]));
  return (from: number, to: number): boolean => {
    const isBetween = (instant: number): boolean => {
      const wall = wallTimeIn(zone, instant);
      return wall >= from && wall < to;
    };
    return bounds.some((bound) => isBetween(bound - 1) && isBetween(bound));
  };
}

/** One bar of a chart: a person or a word, and its count. */
export interface Ranked {
  /** The id of the person, or the word. */
  readonly key: string;
  readonly label: string;
  readonly count: number;
  readonly isStaff: boolean;
}

/** The first bars of a chart, and a row for the rest. */
export interface Ranking {
  readonly shown: readonly Ranked[];
  readonly rest: Omit<Ranked, "key"> | undefined;
}

/** The counts of a summary as they are shown to people, the most frequent first; so many of each, then the rest. */
export function rankingsOf({ actors, actions, resource_types }: Summary, most: number) {
  const people = actors.map((actor) => {
    return { key: actor.id, label: personName(actor), count: actor.count, isStaff: actor.is_staff };
  });
  const words = actions.map(({ action, count }) => word(action, count));
  const types = resource_types.map(({ resource_type, count }) => word(resource_type, count));
  return {
    people: rank(people, most),
    actions: rank(words, most),
    resourceTypes: rank(types, most),
  };
}

function rank(rows: readonly Ranked[], most: number): Ranking {
  const others = rows.slice(most);
  // A rest of one is that one, and one of none is undefined.
  const [only, ...more] = others;
  const rest = {
    label: `${grouped(others.length)} others`,
    count: others.reduce((sum, { count }) => sum + count, 0),
    isStaff: false,
  };
  return { shown: rows.slice(0, most), rest: more.length === 0 ? only : rest };
}

/** What somebody is called: the id if there is no name. */
export function personName({ id, name }: { readonly id: string; readonly name: string }): string {
  return name || id || "(nobody)";
}

function word(key: string, count: number): Ranked {
  return { key, label: key || "(none)", count, isStaff: false };
}
