import { readField } from "../../terminal/fields.ts";
import type { Zone } from "../../values/zone.ts";
import type { Window } from "./calendar.ts";
import { textAt, timeOf } from "./entry.ts";

/** Who did what, when, in numbers, under the names of the JSON that programs read. */
export type Summary = ReturnType<typeof summarise>;

const weekdays = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"] as const;

/** How often each name occurred. */
type Counts = Map<string, number>;

/** Who acted, as described by their newest entry. */
interface Actor {
  readonly id: string;
  readonly name: string;
  readonly email_address: string | null;
  readonly is_staff: boolean;
  count: number;
  readonly actions: Counts;
  /** Undefined until an entry has a time. */
  first: Act | undefined;
  last: Act | undefined;
}

/** What somebody did, and when, in milliseconds since the epoch. */
export interface Act {
  readonly time: number;
  readonly action: string;
}

export type Tally = ReturnType<typeof startTally>;

/**
 * Running counts over any number of entries: memory grows only with days, people and words. Days and hours are those of
 * the zone, or of UTC.
 */
export function startTally(zone?: Zone) {
  return {
    zone,
    total: 0,
    /** How many of them are by staff; whoever joined it later was none before. */
    staff: 0,
    /** How many of them have no time that can be read: they are in no day and no hour. */
    undated: 0,
    /** Milliseconds since the epoch; infinite until there is a time. */
    first: Number.POSITIVE_INFINITY,
    last: Number.NEGATIVE_INFINITY,
    /** By the day: `2026-01-31`. */
    days: new Map<string, number>(),
    /** By the id of the user. */
    actors: new Map<string, Actor>(),
    actions: new Map<string, number>(),
    resourceTypes: new Map<string, number>(),
    /** Seven rows of twenty-four hours; a week begins on Monday. */
    hours: weekdays.map(() => Array.from({ length: 24 }, () => 0)),
  };
}

/** Counts one item of the list; a missing field is counted under the empty name. */
export function countEntry(tally: Tally, item: unknown): void {
  const act = { time: timeOf(item), action: textAt(item, "action") };
  tally.total += 1;
  if (readField(item, "user.is_staff") === true) tally.staff += 1;
  add(tally.actions, act.action);
  add(tally.resourceTypes, textAt(item, "resource.type"));
  const actor = actorOf(tally, item);
  actor.count += 1;
  add(actor.actions, act.action);
  // The list has the newest first, also of those at one time.
  if (act.time <= (actor.first?.time ?? Number.POSITIVE_INFINITY)) actor.first = act;
  if (act.time > (actor.last?.time ?? Number.NEGATIVE_INFINITY)) actor.last = act;
  if (Number.isNaN(act.time)) tally.undated += 1;
  else countTime(tally, act.time);
}

function actorOf({ actors }: Tally, item: unknown): Actor {
  const id = textAt(item, "user.id");
  const known = actors.get(id);
  if (known !== undefined) return known;
  const email = readField(item, "user.email_address");
  const actor = {
    id,
    name: textAt(item, "user.name"),
    email_address: typeof email === "string" ? email : null,
    is_staff: readField(item, "user.is_staff") === true,
    count: 0,
    actions: new Map<string, number>(),
    first: undefined,
    last: undefined,
  };
  actors.set(id, actor);
  return actor;
}

function countTime(tally: Tally, time: number): void {
  tally.last = Math.max(tally.last, time);
  tally.first = Math.min(tally.first, time);
  // What the clocks of the zone show, read as if that were UTC.
  const wall = new Date(time + (tally.zone?.offsetAt(time) ?? 0));
  add(tally.days, wall.toISOString().slice(0, 10));
  const row = tally.hours[(wall.getUTCDay() + 6) % 7];
  const hour = wall.getUTCHours();
  if (row !== undefined) row[hour] = (row[hour] ?? 0) + 1;
}

function add(counts: Counts, name: string): void {
  counts.set(name, (counts.get(name) ?? 0) + 1);
}

/** The counts for a window, whose open ends are null; each ranking has the busiest first. */
export function summarise(tally: Tally, window: Window) {
  const byId = [...tally.actors.values()].sort((a, b) => (a.id < b.id ? -1 : 1));
  const actors = byId
    .sort((a, b) => b.count - a.count)
    .map(({ first, last, actions, ...actor }) => ({
      ...actor,
      first_at: isoTime(first?.time),
      last_at: isoTime(last?.time),
      actions: actionCounts(actions),
    }));
  return {
    since: isoTime(window.since),
    until: isoTime(window.until),
    tz: tally.zone?.name ?? "UTC",
    first_at: isoTime(tally.first),
    last_at: isoTime(tally.last),
    total: tally.total,
    staff: tally.staff,
    days: ordered(tally.days).map(([day, count]) => ({ day, count })),
    actors,
    actions: actionCounts(tally.actions),
    resource_types: ranked(tally.resourceTypes).map(([resource_type, count]) => ({ resource_type, count })),
    weekdays: weekdays.map((weekday, index) => ({ weekday, hours: tally.hours[index] ?? [] })),
  };
}

function actionCounts(counts: Counts) {
  return ranked(counts).map(([action, count]) => ({ action, count }));
}

function ordered(counts: Counts): [string, number][] {
  return [...counts].sort(([a], [b]) => (a < b ? -1 : 1));
}

/** The most frequent first, equal ones by name. */
function ranked(counts: Counts): [string, number][] {
  return ordered(counts).sort(([, a], [, b]) => b - a);
}

/** RFC 3339; null for what is infinite, or not known. */
function isoTime(time = Number.NaN): string | null {
  return Number.isFinite(time) ? new Date(time).toISOString() : null;
}

/** The summary with only the first rows of each ranking; the totals stay. */
export function topOf(summary: Summary, most: number | undefined): Summary {
  return {
    ...summary,
    actors: summary.actors.slice(0, most),
    actions: summary.actions.slice(0, most),
    resource_types: summary.resource_types.slice(0, most),
  };
}

/**
 * The counts of a summary as rows, for formats that have nothing else; hours without entries are left out. A key is the
 * day, the user's id or the word, of an hour of the week `monday 09`, and of a person's action `ID deleted`.
 */
export function summaryRows({ days, actors, actions, resource_types, weekdays }: Summary) {
  const row = <Dimension extends string>(
    dimension: Dimension,
    key: string,
    count: number,
    actor?: Summary["actors"][number],
  ) => ({ dimension, key, count, name: actor?.name ?? null, is_staff: actor?.is_staff ?? null });
  const hours = weekdays.flatMap(({ weekday, hours }) =>
    hours.map((count, hour) => row("hour", `${weekday} ${String(hour).padStart(2, "0")}`, count)),
  );
  return [
    ...days.map(({ day, count }) => row("day", day, count)),
    ...actors.map((actor) => row("actor", actor.id, actor.count, actor)),
    ...actors.flatMap((actor) =>
      actor.actions.map(({ action, count }) => row("actor_action", `${actor.id} ${action}`, count, actor)),
    ),
    ...actions.map(({ action, count }) => row("action", action, count)),
    ...resource_types.map(({ resource_type, count }) => row("resource_type", resource_type, count)),
    ...hours.filter(({ count }) => count > 0),
  ];
}
