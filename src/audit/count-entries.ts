import { readField } from "../terminal/fields.ts";
import { type Counts, createCounts } from "./counts.ts";
import { timeOf } from "./entry.ts";

/** Who acted, as the newest entry of them says. */
export interface Actor {
  readonly name: string;
  readonly emailAddress: string | null;
  readonly isStaff: boolean;
}

/** What is counted of entries, however many there are: memory grows by the days, people and words alone. */
export interface Tally {
  total: number;
  /** Milliseconds since the epoch; infinite as long as there is no entry. */
  first: number;
  last: number;
  /** By the day in UTC: `2026-01-31`. */
  readonly days: Counts;
  /** By the id of the user. */
  readonly actors: Counts;
  readonly people: Map<string, Actor>;
  readonly actions: Counts;
  readonly resourceTypes: Counts;
  /** Seven rows of twenty-four hours in UTC; a week begins on Monday. */
  readonly hours: readonly number[][];
}

export function createTally(): Tally {
  return {
    total: 0,
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

/** Counts an item of the list, which has a time. */
export function countEntry(tally: Tally, item: unknown): void {
  const time = timeOf(item);
  tally.total += 1;
  if (time > tally.last) tally.last = time;
  if (time < tally.first) tally.first = time;
  tally.days.add(new Date(time).toISOString().slice(0, 10));
  tally.actions.add(textAt(item, "action"));
  tally.resourceTypes.add(textAt(item, "resource.type"));
  countActor(tally, item);
  countHour(tally, new Date(time));
}

function countActor({ actors, people }: Tally, item: unknown): void {
  const id = textAt(item, "user.id");
  actors.add(id);
  if (people.has(id)) return;
  const email = readField(item, "user.email_address");
  people.set(id, {
    name: textAt(item, "user.name"),
    emailAddress: typeof email === "string" ? email : null,
    isStaff: readField(item, "user.is_staff") === true,
  });
}

function countHour({ hours }: Tally, time: Date): void {
  const row = hours[(time.getUTCDay() + 6) % 7];
  const hour = time.getUTCHours();
  if (row !== undefined) row[hour] = (row[hour] ?? 0) + 1;
}

/** A field that is not there counts under no name. */
function textAt(item: unknown, field: string): string {
  const value = readField(item, field);
  return typeof value === "string" ? value : "";
}
