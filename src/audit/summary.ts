import type { Tally } from "./count-entries.ts";
import type { Window } from "./window.ts";

/** Who did what, when, in numbers; the names are those of the JSON that programs read. */
export interface Summary {
  /** The window as asked for; null where it has no such end. */
  readonly since: string | null;
  readonly until: string | null;
  /** The first and the last entry of it. */
  readonly first_at: string | null;
  readonly last_at: string | null;
  readonly total: number;
  /** How many of them are the doing of staff. */
  readonly staff: number;
  /** Days in UTC that have entries, in order. */
  readonly days: readonly { readonly day: string; readonly count: number }[];
  /** The busiest first, as all that follow. */
  readonly actors: readonly ActorCount[];
  readonly actions: readonly { readonly action: string; readonly count: number }[];
  readonly resource_types: readonly { readonly resource_type: string; readonly count: number }[];
  /** From Monday on, the hours of a day in UTC. */
  readonly weekdays: readonly { readonly weekday: Weekday; readonly hours: readonly number[] }[];
}

export interface ActorCount {
  readonly id: string;
  readonly name: string;
  readonly email_address: string | null;
  readonly is_staff: boolean;
  readonly count: number;
}

const weekdays = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"] as const;

type Weekday = (typeof weekdays)[number];

export function summarise(tally: Tally, window: Window): Summary {
  const actors = actorCounts(tally);
  return {
    since: instantText(window.since),
    until: instantText(window.until),
    first_at: instantText(tally.first),
    last_at: instantText(tally.last),
    total: tally.total,
    staff: actors.reduce((sum, actor) => sum + (actor.is_staff ? actor.count : 0), 0),
    days: tally.days.ordered().map(({ name, count }) => ({ day: name, count })),
    actors,
    actions: tally.actions.ranked().map(({ name, count }) => ({ action: name, count })),
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
    };
  });
}

function instantText(time: number): string | null {
  return Number.isFinite(time) ? new Date(time).toISOString() : null;
}
