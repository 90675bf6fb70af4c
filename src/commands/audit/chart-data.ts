import { grouped } from "../../values/text.ts";
import { openZone, wallTimeIn } from "../../values/zone.ts";
import type { Summary } from "./counts.ts";

/** One bar of a chart: days, a person or a word, and its count. */
export interface ChartBar {
  /** What the list is filtered by: days as `2026-01-01..2026-01-31`. A row for the rest has none. */
  readonly key?: string;
  readonly label: string;
  readonly count: number;
  readonly isStaff: boolean;
}

/** The first bars of a chart, and a row for the rest. */
export interface Chart {
  /** What is counted: `person`. */
  readonly noun: string;
  readonly bars: readonly ChartBar[];
  readonly rest: ChartBar | undefined;
}

const dayLength = 86_400_000;

/** The longest that a period of the unit is, in days, and the midnight with which that of a midnight starts. */
const units = {
  day: { days: 1, start: (midnight: number) => midnight },
  // A week is named by its Monday.
  week: {
    days: 7,
    start: (midnight: number) => midnight - ((new Date(midnight).getUTCDay() + 6) % 7) * dayLength,
  },
  month: { days: 31, start: (midnight: number) => new Date(midnight).setUTCDate(1) },
} as const;

/** Periods from the first to the last that has entries, in the smallest unit that needs at most so many; wall times. */
export function periodsOf(summary: Pick<Summary, "days" | "since" | "tz" | "until">, most = 31): Chart {
  const midnights = summary.days.map(({ day, count }) => ({ midnight: Date.parse(day), count }));
  const [first, last] = [midnights[0]?.midnight ?? 0, midnights.at(-1)?.midnight ?? -1];
  const fits = ({ days, start }: (typeof units)["day" | "week"]): boolean =>
    (start(last) - start(first)) / (days * dayLength) < most;
  const noun: keyof typeof units = (["day", "week"] as const).find((name) => fits(units[name])) ?? "month";
  const { days, start } = units[noun];
  const totals = new Map<number, number>();
  for (const { midnight, count } of midnights) {
    totals.set(start(midnight), (totals.get(start(midnight)) ?? 0) + count);
  }
  const isCut = boundsOf(summary);
  const bars: ChartBar[] = [];
  for (let from = start(first); from <= last; from = start(from + days * dayLength)) {
    const next = start(from + days * dayLength);
    bars.push({
      key: `${dayText(from)}..${dayText(next - dayLength)}`,
      label: `${dayText(from).slice(0, noun === "month" ? 7 : 10)}${isCut(from, next) ? " (part)" : ""}`,
      count: totals.get(from) ?? 0,
      isStaff: false,
    });
  }
  return { noun, bars, rest: undefined };
}

function dayText(midnight: number): string {
  return new Date(midnight).toISOString().slice(0, 10);
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

/** The counts of a summary as they are shown to people: by period, then rankings of so many rows, and one for the rest. */
export function chartsOf(summary: Summary, most: number): readonly Chart[] {
  const actions = summary.actions.map(({ action, count }) => ({ key: action, count }));
  const types = summary.resource_types.map(({ resource_type, count }) => ({ key: resource_type, count }));
  const people = summary.actors.map((actor) => {
    return { key: actor.id, label: personName(actor), count: actor.count, isStaff: actor.is_staff };
  });
  const wordBar = ({ key, count }: { readonly key: string; readonly count: number }): ChartBar => {
    return { key, label: key || "(none)", count, isStaff: false };
  };
  return [
    periodsOf(summary),
    { noun: "person", ...rank(people, most) },
    { noun: "action", ...rank(actions.map(wordBar), most) },
    { noun: "resource type", ...rank(types.map(wordBar), most) },
  ];
}

function rank(rows: readonly ChartBar[], most: number): Omit<Chart, "noun"> {
  const others = rows.slice(most);
  const count = others.reduce((sum, row) => sum + row.count, 0);
  const rest = { label: `${grouped(others.length)} others`, count, isStaff: false };
  // A rest of one is that one, and one of none is undefined.
  return { bars: rows.slice(0, most), rest: others.length > 1 ? rest : others[0] };
}

/** What somebody is called: the id if there is no name. */
export function personName({ id, name }: { readonly id: string; readonly name: string }): string {
  return name || id || "(nobody)";
}
