import { type Bar, type ChartLook, drawBars, drawHeatMap, drawParts } from "../../terminal/charts.ts";
import { showTime } from "../../terminal/render/cell.ts";
import { wrapCells } from "../../terminal/render/cell-width.ts";
import { grouped } from "../../values/text.ts";
import type { Zone } from "../../values/zone.ts";
import type { Summary } from "./counts.ts";
import { entryCount } from "./entry.ts";
import { periodsOf, personName, type Ranked, rankingsOf } from "./figures.ts";

/** On a terminal, any further rows are summed up in the last one. */
const mostBars = 15;
/** A month of days still fits at a glance. */
const mostPeriods = 31;

const periodTitles = { day: "BY DAY", week: "BY WEEK FROM MONDAY", month: "BY MONTH" } as const;

interface SummaryLook extends ChartLook {
  /** Undefined is UTC. */
  readonly zone: Zone | undefined;
}

/** A summary for people: one line of totals, bars for each question, and the hours of the week. */
export function drawSummary(summary: Summary, look: SummaryLook): string {
  const periods = periodsOf(summary.days, mostPeriods);
  const { people, actions, resourceTypes } = rankingsOf(summary);
  const parts = [
    headline(summary, look),
    section(`${periodTitles[periods.unit]} (${summary.tz})`, drawBars(periods.counts, look), look),
    section("BY PERSON", rankedBars(people, look), look),
    section("ACTIONS BY PERSON", actionsByPerson(summary, look), look),
    section("BY ACTION", rankedBars(actions, look), look),
    section("BY RESOURCE TYPE", rankedBars(resourceTypes, look), look),
    section(`BY WEEKDAY AND HOUR (${summary.tz})`, drawHeatMap(weekRows(summary), look), look),
  ];
  return `${parts.map((lines) => lines.join("\n")).join("\n\n")}\n`;
}

function headline(
  { total, staff, first_at, last_at }: Summary,
  { cuts, width, zone }: SummaryLook,
): string[] {
  const audience = cuts ? "people" : "programs";
  const [first, last] = [first_at, last_at].map((time) => showTime(time ?? "", audience, zone));
  const span = `${first} to ${last}`;
  const line = `${entryCount(total)}, ${grouped(staff)} by staff; ${span}`;
  return cuts ? wrapCells(line, width) : [line];
}

function section(title: string, lines: readonly string[], { paint }: ChartLook): string[] {
  return [paint.strong(title), ...lines];
}

/** A file has room for all of them. */
function rankedBars(ranked: readonly Ranked[], look: ChartLook): string[] {
  const bars = ranked.map(barOf);
  if (!look.cuts || bars.length <= mostBars) return drawBars(bars, look);
  const others = bars.slice(mostBars - 1);
  const count = others.reduce((sum, bar) => sum + bar.count, 0);
  const rest: Bar = { label: `${grouped(others.length)} others`, count, isRest: true };
  return drawBars([...bars.slice(0, mostBars - 1), rest], look);
}

function actionsByPerson({ actors }: Summary, look: ChartLook): string[] {
  const shown = look.cuts ? actors.slice(0, mostBars) : actors;
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

function barOf({ label, count, isStaff }: Ranked): Bar {
  return isStaff ? { label, count, mark: "(staff)" } : { label, count };
}

function weekRows({ weekdays }: Summary) {
  return weekdays.map(({ weekday, hours }) => ({
    label: weekday.slice(0, 1).toUpperCase() + weekday.slice(1, 3),
    counts: hours,
  }));
}
