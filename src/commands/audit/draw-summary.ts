import { type Bar, type ChartLook, drawBars, drawHeatMap, drawParts } from "../../terminal/charts.ts";
import { instantText, showTime } from "../../terminal/render/cell.ts";
import { fitCell, wrapCells } from "../../terminal/render/cell-width.ts";
import { safeText } from "../../values/safe-text.ts";
import { grouped } from "../../values/text.ts";
import type { Zone } from "../../values/zone.ts";
import { type Period, periodsOf, personName, type Ranked, type Ranking, rankingsOf } from "./chart-data.ts";
import type { Act, Summary, Tally } from "./counts.ts";
import { entryCount } from "./entry.ts";

/** On a terminal, any further rows are summed up in a last one. */
const mostBars = 15;

const periodTitles = { day: "BY DAY", week: "BY WEEK FROM MONDAY", month: "BY MONTH" } as const;

export interface SummaryLook extends ChartLook {
  /** Undefined is UTC. */
  readonly zone: Zone | undefined;
  /** Rows of each ranking; a file has room for all of them. */
  readonly top: number | undefined;
  /** What people did first and last, by their ids, if somebody asked for people. */
  readonly acts: Tally["actors"] | undefined;
}

/** A summary for people: one line of totals, bars for each question, and the hours of the week. */
export function drawSummary(summary: Summary, look: SummaryLook): string {
  const most = look.top ?? (look.cuts ? mostBars : Number.POSITIVE_INFINITY);
  const periods = periodsOf(summary);
  const { people, actions, resourceTypes } = rankingsOf(summary, most);
  const parts = [
    headline(summary, look),
    section(
      `${periodTitles[periods.unit]} (${summary.tz})`,
      drawBars(periods.counts.map(periodBar), look),
      look,
    ),
    section("BY PERSON", rankedBars(people, look), look),
    section("ACTIONS BY PERSON", actionsByPerson(summary, most, look), look),
    ...(look.acts === undefined
      ? []
      : [section(`FIRST AND LAST BY PERSON (${summary.tz})`, firstAndLast(summary, look.acts, look), look)]),
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
  const bars: readonly Bar[] = shown.map(rankedBar);
  return drawBars(rest === undefined ? bars : [...bars, { ...rankedBar(rest), isRest: true }], look);
}

function rankedBar({ label, count, isStaff }: Omit<Ranked, "key">): Bar {
  return { label, count, ...(isStaff && { mark: "(staff)" }) };
}

function periodBar({ label, count, isPart }: Period): Bar {
  return { label, count, ...(isPart && { mark: "(part)" }) };
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
  const [only, ...more] = actors.slice(most);
  if (only === undefined) return lines;
  const hidden = more.length === 0 ? safeText(personName(only)) : `${grouped(more.length + 1)} more`;
  return [...lines, look.cuts ? fitCell(`and ${hidden}`, look.width).trimEnd() : `and ${hidden}`];
}

function firstAndLast({ actors }: Summary, acts: Tally["actors"], look: SummaryLook): string[] {
  const text = ({ time, action }: Act): string =>
    `${instantText(time, look.cuts ? "people" : "programs", look.zone)} ${action || "(none)"}`;
  const rows = actors.flatMap(({ id, name, is_staff }) => {
    const { first, last } = acts.get(id) ?? {};
    if (first === undefined || last === undefined) return [];
    const who = { label: personName({ id, name }), ...(is_staff && { mark: "(staff)" }) };
    if (first === last) return [{ ...who, parts: [`first and last ${text(first)}`] }];
    return [
      { ...who, parts: [`first ${text(first)}`] },
      { label: "", parts: [`last ${text(last)}`] },
    ];
  });
  return drawParts(rows, look);
}

function weekRows({ weekdays }: Summary) {
  return weekdays.map(({ weekday, hours }) => ({
    label: weekday.slice(0, 1).toUpperCase() + weekday.slice(1, 3),
    counts: hours,
  }));
}
