import { type Bar, type ChartLook, drawBars, drawHeatMap, drawParts } from "../../terminal/charts.ts";
import { showTime } from "../../terminal/render/cell.ts";
import { wrapCells } from "../../terminal/render/cell-width.ts";
import { grouped } from "../../values/text.ts";
import type { Zone } from "../../values/zone.ts";
import type { Summary } from "./counts.ts";
import { entryCount } from "./entry.ts";
import { periodsOf, personName, type Ranking, rankingsOf } from "./figures.ts";

/** On a terminal, any further rows are summed up in a last one. */
const mostBars = 15;

const periodTitles = { day: "BY DAY", week: "BY WEEK FROM MONDAY", month: "BY MONTH" } as const;

interface SummaryLook extends ChartLook {
  /** Undefined is UTC. */
  readonly zone: Zone | undefined;
  /** Rows of each ranking; a file has room for all of them. */
  readonly top: number | undefined;
}

/** A summary for people: one line of totals, bars for each question, and the hours of the week. */
export function drawSummary(summary: Summary, look: SummaryLook): string {
  const most = look.top ?? (look.cuts ? mostBars : Number.POSITIVE_INFINITY);
  const periods = periodsOf(summary.days);
  const { people, actions, resourceTypes } = rankingsOf(summary, most);
  const parts = [
    headline(summary, look),
    section(`${periodTitles[periods.unit]} (${summary.tz})`, drawBars(periods.counts, look), look),
    section("BY PERSON", rankedBars(people, look), look),
    section("ACTIONS BY PERSON", actionsByPerson(summary, most, look), look),
    section("BY ACTION", rankedBars(actions, look), look),
    section("BY RESOURCE TYPE", rankedBars(resourceTypes, look), look),
    section(`BY WEEKDAY AND HOUR (${summary.tz})`, drawHeatMap(weekRows(summary), look), look),
  ];
  return `${parts.map((lines) => lines.join("\n")).join("\n\n")}\n`;
}

function headline(summary: Summary, { cuts, width, zone }: SummaryLook): string[] {
  const { total, staff, first_at, last_at } = summary;
  const time = (text: string): string => showTime(text, cuts ? "people" : "programs", zone);
  const span = first_at === null || last_at === null ? "" : `; ${time(first_at)} to ${time(last_at)}`;
  const line = `${entryCount(total)}, ${grouped(staff)} by staff${span}`;
  return cuts ? wrapCells(line, width) : [line];
}

function section(title: string, lines: readonly string[], { paint }: ChartLook): string[] {
  return [paint.strong(title), ...lines];
}

function rankedBars({ shown, rest }: Ranking, look: ChartLook): string[] {
  const bars: readonly Bar[] = shown.map(({ isStaff, ...bar }) =>
    isStaff ? { ...bar, mark: "(staff)" } : bar,
  );
  return drawBars(rest === undefined ? bars : [...bars, { ...rest, isRest: true }], look);
}

function actionsByPerson({ actors }: Summary, most: number, look: ChartLook): string[] {
  const shown = actors.slice(0, most);
  const lines = drawParts(
    shown.map(({ id, name, is_staff, actions }) => ({
      label: personName({ id, name }),
      ...(is_staff ? { mark: "(staff)" } : {}),
      parts: actions.map(({ action, count }) => `${action || "(none)"} ${grouped(count)}`),
    })),
    look,
  );
  const hidden = actors.length - shown.length;
  return hidden > 0 ? [...lines, `and ${grouped(hidden)} more`] : lines;
}

function weekRows({ weekdays }: Summary) {
  return weekdays.map(({ weekday, hours }) => ({
    label: weekday.slice(0, 1).toUpperCase() + weekday.slice(1, 3),
    counts: hours,
  }));
}
