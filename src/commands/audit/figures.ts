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

/** The smallest unit that needs at most this many periods; months if none does. */
export function periodsOf(
  summary: Pick<Summary, "days" | "since" | "tz" | "until">,
  most = mostPeriods,
): Periods {
  const { days } = summary;
  const first = days[0]?.day;
  const last = days.at(-1)?.day;
  if (first === undefined || last === undefined) return { unit: "day", counts: [] };
  const span = { first: new Date(first), last: new Date(last) };
  const unit = units.find((candidate) => startsOf(candidate, span, most).length <= most) ?? months;
  const totals = new Map<number, number>();
  for (const { day, count } of days) {
    const start = unit.start(new Date(day)).getTime();
    totals.set(start, (totals.get(start) ?? 0) + count);
  }
  const starts = startsOf(unit, span, Number.POSITIVE_INFINITY);
  const isCut = boundsOf(summary);
  return {
    unit: unit.unit,
    counts: starts.map((start) => ({
      label: unit.label(start),
      count: totals.get(start.getTime()) ?? 0,
      first: dayText(start),
      last: dayText(daysLater(unit.next(start), -1)),
      isPart: isCut(start, unit.next(start)),
    })),
  };
}

/** Tells whether a window begins or ends between the starts of two days of its time zone. */
function boundsOf({ since, until, tz }: Pick<Summary, "since" | "tz" | "until">) {
  const zone = openZone(tz);
  const bounds = [since, until].flatMap((bound) => (bound === null ? [] : [Date.parse(bound)]));
  return (from: Date, to: Date): boolean => {
    const isBetween = (instant: number): boolean => {
      const wall = wallTimeIn(zone, instant);
      return wall >= from.getTime() && wall < to.getTime();
    };
    return bounds.some((bound) => isBetween(bound - 1) && isBetween(bound));
  };
}

interface Unit {
  readonly unit: Periods["unit"];
  /** The first day of the period of a day. */
  start(day: Date): Date;
  next(start: Date): Date;
  label(start: Date): string;
}

const dayText = (date: Date): string => date.toISOString().slice(0, 10);

const units: readonly Unit[] = [
  { unit: "day", start: (day) => day, next: (day) => daysLater(day, 1), label: dayText },
  {
    unit: "week",
    start: (day) => daysLater(day, -((day.getUTCDay() + 6) % 7)),
    next: (monday) => daysLater(monday, 7),
    label: dayText,
  },
];

const months: Unit = {
  unit: "month",
  start: (day) => new Date(Date.UTC(day.getUTCFullYear(), day.getUTCMonth(), 1)),
  next: (first) => new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 1)),
  label: (first) => first.toISOString().slice(0, 7),
};

/** The starts of the periods of a span; no more than one beyond `most`. */
function startsOf(unit: Unit, { first, last }: { first: Date; last: Date }, most: number): Date[] {
  const starts: Date[] = [];
  for (let start = unit.start(first); start <= last && starts.length <= most; start = unit.next(start)) {
    starts.push(start);
  }
  return starts;
}

function daysLater(day: Date, count: number): Date {
  return new Date(day.getTime() + count * 86_400_000);
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
  return {
    people: rank(
      actors.map(({ id, name, is_staff, count }) => ({
        key: id,
        label: personName({ id, name }),
        count,
        isStaff: is_staff,
      })),
      most,
    ),
    actions: rank(
      actions.map((row) => word(row.action, row.count)),
      most,
    ),
    resourceTypes: rank(
      resource_types.map((row) => word(row.resource_type, row.count)),
      most,
    ),
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

/** The summary with only the first rows of each ranking; the totals stay. */
export function topOf(summary: Summary, most = Number.POSITIVE_INFINITY): Summary {
  const { actors, actions, resource_types } = summary;
  return {
    ...summary,
    actors: actors.slice(0, most),
    actions: actions.slice(0, most),
    resource_types: resource_types.slice(0, most),
  };
}

/** One count of a summary, for formats that have only rows. */
interface SummaryRow {
  readonly dimension: "action" | "actor" | "actor_action" | "day" | "hour" | "resource_type";
  /** The day, the user's id, the word; an hour of the week is `monday 09`, an actor's action `ID deleted`. */
  readonly key: string;
  readonly count: number;
  /** Of an actor, even in a row of one action; null for the rest. */
  readonly name: string | null;
  readonly is_staff: boolean | null;
}

/** The counts of a summary as rows; hours without entries are left out. */
export function summaryRows(summary: Summary): SummaryRow[] {
  const { days, actors, actions, resource_types, weekdays } = summary;
  const hours = weekdays.flatMap(({ weekday, hours }) =>
    hours.map((count, hour) => plain("hour", `${weekday} ${String(hour).padStart(2, "0")}`, { count })),
  );
  return [
    ...days.map((row) => plain("day", row.day, row)),
    ...actors.map((actor) => ({ ...plain("actor", actor.id, actor), ...nameOf(actor) })),
    ...actors.flatMap((actor) =>
      actor.actions.map((row) => ({
        ...plain("actor_action", `${actor.id} ${row.action}`, row),
        ...nameOf(actor),
      })),
    ),
    ...actions.map((row) => plain("action", row.action, row)),
    ...resource_types.map((row) => plain("resource_type", row.resource_type, row)),
    ...hours.filter(({ count }) => count > 0),
  ];
}

function nameOf({ name, is_staff }: Summary["actors"][number]) {
  return { name, is_staff };
}

function plain(
  dimension: SummaryRow["dimension"],
  key: string,
  { count }: { readonly count: number },
): SummaryRow {
  return { dimension, key, count, name: null, is_staff: null };
}
