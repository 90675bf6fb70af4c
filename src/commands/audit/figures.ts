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
}

type Days = Summary["days"];

/** The smallest unit that needs at most this many periods; months if none does. */
export function periodsOf(days: Days, most: number): Periods {
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
  return {
    unit: unit.unit,
    counts: starts.map((start) => ({
      label: unit.label(start),
      count: totals.get(start.getTime()) ?? 0,
      first: dayText(start),
      last: dayText(daysLater(unit.next(start), -1)),
    })),
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

/** The counts of a summary as they are shown to people, the most frequent first. */
export function rankingsOf({ actors, actions, resource_types }: Summary) {
  return {
    people: actors.map(({ id, name, is_staff, count }) => ({
      key: id,
      label: personName({ id, name }),
      count,
      isStaff: is_staff,
    })),
    actions: actions.map(({ action, count }) => word(action, count)),
    resourceTypes: resource_types.map(({ resource_type, count }) => word(resource_type, count)),
  };
}

/** What somebody is called: the id if there is no name. */
export function personName({ id, name }: { readonly id: string; readonly name: string }): string {
  return name || id || "(nobody)";
}

function word(label: string, count: number): Ranked {
  return { key: label, label: label || "(none)", count, isStaff: false };
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
  const hours = summary.weekdays.flatMap(({ weekday, hours }) =>
    hours.map((count, hour) => plain("hour", `${weekday} ${String(hour).padStart(2, "0")}`, count)),
  );
  return [
    ...summary.days.map(({ day, count }) => plain("day", day, count)),
    ...summary.actors.map(({ id, name, is_staff, count }) => ({
      dimension: "actor" as const,
      key: id,
      count,
      name,
      is_staff,
    })),
    ...summary.actors.flatMap(({ id, name, is_staff, actions }) =>
      actions.map(({ action, count }) => ({
        dimension: "actor_action" as const,
        key: `${id} ${action}`,
        count,
        name,
        is_staff,
      })),
    ),
    ...summary.actions.map(({ action, count }) => plain("action", action, count)),
    ...summary.resource_types.map(({ resource_type, count }) => plain("resource_type", resource_type, count)),
    ...hours.filter(({ count }) => count > 0),
  ];
}

function plain(dimension: SummaryRow["dimension"], key: string, count: number): SummaryRow {
  return { dimension, key, count, name: null, is_staff: null };
}
