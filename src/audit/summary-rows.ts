import type { Summary } from "./summary.ts";

/** One count of a summary, for formats that know rows alone. */
export interface SummaryRow {
  readonly dimension: "action" | "actor" | "day" | "hour" | "resource_type";
  /** The day, the user's id, the word; an hour of the week is `monday 09`. */
  readonly key: string;
  readonly count: number;
  /** Of an actor; null for the rest. */
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
    ...summary.actions.map(({ action, count }) => plain("action", action, count)),
    ...summary.resource_types.map(({ resource_type, count }) => plain("resource_type", resource_type, count)),
    ...hours.filter(({ count }) => count > 0),
  ];
}

function plain(dimension: SummaryRow["dimension"], key: string, count: number): SummaryRow {
  return { dimension, key, count, name: null, is_staff: null };
}
