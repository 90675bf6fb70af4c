import { type ChartLook, drawBars, drawHeatMap, drawParts } from "../../terminal/charts.ts";
import { instantText, showTime } from "../../terminal/render/cell.ts";
import { wrapCells } from "../../terminal/render/cell-width.ts";
import { grouped } from "../../values/text.ts";
import type { Zone } from "../../values/zone.ts";
import { type Chart, chartsOf, personName } from "./chart-data.ts";
import type { Act, Summary, Tally } from "./counts.ts";
import { entryCount } from "./entry.ts";

/** On a terminal, any further rows are summed up in a last one; a file has room for all of them. */
const mostBars = 15;

interface SummaryLook extends ChartLook {
  /** Undefined is UTC. */
  readonly zone: Zone | undefined;
  /** Rows of each ranking. */
  readonly top: number | undefined;
  /** What people did first and last, by their ids, if somebody asked for people. */
  readonly acts: Tally["actors"] | undefined;
}

/** A summary for people: one line of totals, bars for each question, and the hours of the week. */
export function drawSummary(summary: Summary, look: SummaryLook): string {
  const { acts, cuts, paint, top, width } = look;
  const { tz, weekdays } = summary;
  const most = top ?? (cuts ? mostBars : Number.POSITIVE_INFINITY);
  const week = weekdays.map(({ weekday, hours }) => ({
    label: weekday.slice(0, 1).toUpperCase() + weekday.slice(1, 3),
    counts: hours,
  }));
  const sections: readonly (readonly [title: string, lines: readonly string[]])[] = [
    ...chartsOf(summary, most).map(
      (chart, index) =>
        [`BY ${chart.noun.toUpperCase()}${index === 0 ? ` (${tz})` : ""}`, drawChart(chart, look)] as const,
    ),
    ["ACTIONS BY PERSON", actionsByPerson(summary.actors.slice(0, most), look)],
    ...(acts === undefined
      ? []
      : [[`FIRST AND LAST BY PERSON (${tz})`, firstAndLast(summary, acts, look)] as const]),
    [`BY WEEKDAY AND HOUR (${tz})`, drawHeatMap(week, look)],
  ];
  const head = cuts ? wrapCells(headline(summary, look), width) : [headline(summary, look)];
  const parts = [head, ...sections.map(([title, lines]) => [paint.strong(title), ...lines])];
  return `${parts.map((lines) => lines.join("\n")).join("\n\n")}\n`;
}

function headline({ total, staff, first_at, last_at }: Summary, { cuts, zone }: SummaryLook): string {
  const time = (text: string): string => showTime(text, cuts ? "people" : "programs", zone);
  const span = first_at === null || last_at === null ? "" : `; ${time(first_at)} to ${time(last_at)}`;
  return `${entryCount(total)}, ${grouped(staff)} by staff${span}`;
}

function drawChart({ bars: shown, rest }: Chart, look: ChartLook): string[] {
  const rows = [...shown, ...(rest === undefined ? [] : [rest])];
  const bars = rows.map(({ label, count, isStaff }, index) => ({
    label,
    count,
    ...(isStaff && { mark: "(staff)" }),
    ...(index >= shown.length && ({ isRest: true } as const)),
  }));
  return drawBars(bars, look);
}

type Person = Summary["actors"][number];

function actionsByPerson(people: readonly Person[], look: ChartLook): string[] {
  const rows = people.map((person) => ({
    ...whoOf(person),
    parts: person.actions.map(({ action, count }) => `${action || "(none)"} ${grouped(count)}`),
  }));
  return drawParts(rows, look);
}

function whoOf({ id, name, is_staff }: Person) {
  return { label: personName({ id, name }), ...(is_staff && { mark: "(staff)" }) };
}

function firstAndLast({ actors }: Summary, acts: Tally["actors"], look: SummaryLook): string[] {
  const text = ({ time, action }: Act): string =>
    `${instantText(time, look.cuts ? "people" : "programs", look.zone)} ${action || "(none)"}`;
  const rows = actors.flatMap((person) => {
    const { first, last } = acts.get(person.id) ?? {};
    if (first === undefined || last === undefined) return [];
    if (first === last) return [{ ...whoOf(person), parts: [`first and last ${text(first)}`] }];
    return [
      { ...whoOf(person), parts: [`first ${text(first)}`] },
      { label: "", parts: [`last ${text(last)}`] },
    ];
  });
  return drawParts(rows, look);
}
