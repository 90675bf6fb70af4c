import { readField } from "../../terminal/fields.ts";
import type { Zone } from "../../values/zone.ts";
import { timeOf } from "./entry.ts";
import type { Window } from "./instant.ts";

/** Who did what, when, in numbers; the names are those of the JSON that programs read. */
export interface Summary {
  /** The window as asked for; null at an open end. */
  readonly since: string | null;
  readonly until: string | null;
  /** The time zone of its days and hours. */
  readonly tz: string;
  /** Times of the first and the last entry. */
  readonly first_at: string | null;
  readonly last_at: string | null;
  readonly total: number;
  /** How many of them are by staff. */
  readonly staff: number;
  /** Days that have entries, in order. */
  readonly days: readonly { readonly day: string; readonly count: number }[];
  /** The busiest first, as in all lists below. */
  readonly actors: readonly ActorCount[];
  readonly actions: readonly ActionCount[];
  readonly resource_types: readonly { readonly resource_type: string; readonly count: number }[];
  /** From Monday on, the hours of a day. */
  readonly weekdays: readonly { readonly weekday: Weekday; readonly hours: readonly number[] }[];
}

interface ActorCount {
  readonly id: string;
  readonly name: string;
  readonly email_address: string | null;
  readonly is_staff: boolean;
  readonly count: number;
  readonly actions: readonly ActionCount[];
}

interface ActionCount {
  readonly action: string;
  readonly count: number;
}

const weekdays = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"] as const;

type Weekday = (typeof weekdays)[number];

/** Who acted, as described by their newest entry. */
interface Actor {
  readonly name: string;
  readonly emailAddress: string | null;
  readonly isStaff: boolean;
  readonly actions: Counts;
}

/** Running counts over any number of entries: memory grows only with days, people and words. */
interface Tally {
  readonly zone: Zone | undefined;
  total: number;
  /** How many of them have no time that can be read: they are in no day and no hour. */
  undated: number;
  /** Milliseconds since the epoch; infinite until there is a time. */
  first: number;
  last: number;
  /** By the day: `2026-01-31`. */
  readonly days: Counts;
  /** By the id of the user. */
  readonly actors: Counts;
  readonly people: Map<string, Actor>;
  readonly actions: Counts;
  readonly resourceTypes: Counts;
  /** Seven rows of twenty-four hours; a week begins on Monday. */
  readonly hours: readonly number[][];
}

/** Days and hours are those of the zone, or of UTC. */
export function startTally(zone?: Zone): Tally {
  return {
    zone,
    total: 0,
    undated: 0,
    first: Number.POSITIVE_INFINITY,
    last: Number.NEGATIVE_INFINITY,
    days: createCounts(),
    actors: createCounts(),
    people: new Map(),
    actions: createCounts(),
    resourceTypes: createCounts(),
    hours: Array.from({ length: 7 }, () => Array.from({ length: 24 }, () => 0)),
  };
}

/** Counts one item of the list. */
export function countEntry(tally: Tally, item: unknown): void {
  tally.total += 1;
  tally.actions.add(textAt(item, "action"));
  tally.resourceTypes.add(textAt(item, "resource.type"));
  countActor(tally, item);
  const time = timeOf(item);
  if (Number.isNaN(time)) tally.undated += 1;
  else countTime(tally, time);
}

function countActor({ actors, people }: Tally, item: unknown): void {
  const id = textAt(item, "user.id");
  actors.add(id);
  const known = people.get(id) ?? actorOf(item);
  known.actions.add(textAt(item, "action"));
  people.set(id, known);
}

function actorOf(item: unknown): Actor {
  const email = readField(item, "user.email_address");
  return {
    name: textAt(item, "user.name"),
    emailAddress: typeof email === "string" ? email : null,
    isStaff: readField(item, "user.is_staff") === true,
    actions: createCounts(),
  };
}

function countTime(tally: Tally, time: number): void {
  tally.last = Math.max(tally.last, time);
  tally.first = Math.min(tally.first, time);
  // What the clocks of the zone show, read as if that were UTC.
  const wall = new Date(time + (tally.zone?.offsetAt(time) ?? 0));
  tally.days.add(wall.toISOString().slice(0, 10));
  const row = tally.hours[(wall.getUTCDay() + 6) % 7];
  const hour = wall.getUTCHours();
  if (row !== undefined) row[hour] = (row[hour] ?? 0) + 1;
}

/** A missing field is not counted under any name. */
function textAt(item: unknown, field: string): string {
  const value = readField(item, field);
  return typeof value === "string" ? value : "";
}

export function summarise(tally: Tally, window: Window): Summary {
  const actors = actorCounts(tally);
  return {
    since: instantText(window.since),
    until: instantText(window.until),
    tz: tally.zone?.name ?? "UTC",
    first_at: instantText(tally.first),
    last_at: instantText(tally.last),
    total: tally.total,
    staff: actors.reduce((sum, actor) => sum + (actor.is_staff ? actor.count : 0), 0),
    days: tally.days.ordered().map(({ name, count }) => ({ day: name, count })),
    actors,
    actions: actionCounts(tally.actions),
    resource_types: tally.resourceTypes.ranked().map(({ name, count }) => ({ resource_type: name, count })),
    weekdays: weekdays.map((weekday, index) => ({ weekday, hours: tally.hours[index] ?? [] })),
  };
}

function actorCounts({ actors, people }: Tally): ActorCount[] {
  return actors.ranked().map(({ name: id, count }) => {
    const actor = people.get(id);
    return {
      id,
      name: actor?.name ?? "",
      email_address: actor?.emailAddress ?? null,
      is_staff: actor?.isStaff ?? false,
      count,
      actions: actionCounts(actor?.actions),
    };
  });
}

function actionCounts(counts: Counts | undefined): ActionCount[] {
  return (counts?.ranked() ?? []).map(({ name, count }) => ({ action: name, count }));
}

function instantText(time: number): string | null {
  return Number.isFinite(time) ? new Date(time).toISOString() : null;
}

/** How often each name occurred. */
interface Counts {
  add(name: string): void;
  /** The most frequent first, equal ones by name. */
  ranked(): readonly Counted[];
  /** By name. */
  ordered(): readonly Counted[];
}

interface Counted {
  readonly name: string;
  readonly count: number;
}

function createCounts(): Counts {
  const counts = new Map<string, number>();
  const ordered = (): Counted[] =>
    [...counts].map(([name, count]) => ({ name, count })).sort((a, b) => (a.name < b.name ? -1 : 1));
  return {
    add: (name) => void counts.set(name, (counts.get(name) ?? 0) + 1),
    ordered,
    ranked: () => ordered().sort((a, b) => b.count - a.count),
  };
}
