import { fitCell } from "../../../terminal/render/cell-width.ts";
import { grouped } from "../../../values/text.ts";
import type { Summary } from "../counts.ts";
import { periodsOf, type Ranked, rankingsOf } from "../figures.ts";
import { html, type Markup } from "./markup.ts";

/** A year of days, or more weeks than anyone counts. */
const mostPeriods = 400;
/** More are in the JSON. */
const mostBars = 30;

/** The counts of a summary as charts. */
export function summaryCharts(summary: Summary): Markup {
  const { unit, counts } = periodsOf(summary.days, mostPeriods);
  const about = `Entries by ${unit}`;
  const { people, actions, resourceTypes } = rankingsOf(summary);
  const hours = summary.weekdays.map(({ weekday, hours }) => ({ label: capital(weekday), counts: hours }));
  return html`<h2>${about}</h2>
<div class="broad" tabindex="0">${columnChart({ about, columns: counts })}</div>
<div class="charts">
${barSection("Entries by person", people)}
${barSection("Entries by action", actions)}
${barSection("Entries by resource type", resourceTypes)}
</div>
<h2>Entries by weekday and hour (UTC)</h2>
<div class="broad" tabindex="0">${heatChart({ about: "Entries by weekday and hour in UTC", rows: hours })}</div>`;
}

function barSection(about: string, ranked: readonly Ranked[]): Markup {
  const bars = ranked.slice(0, mostBars).map(chartBar);
  const hidden = ranked.length - mostBars;
  const more = hidden > 0 ? html`<p class="faint">and ${grouped(hidden)} more</p>` : html``;
  return html`<section><h2>${about}</h2>
${barChart({ about, bars })}${more}</section>`;
}

function chartBar({ label, count, isStaff }: Ranked): ChartBar {
  return isStaff ? { label: `${label} (staff)`, count, isMarked: true } : { label, count };
}

function capital(word: string): string {
  return word.slice(0, 1).toUpperCase() + word.slice(1);
}

interface ChartBar {
  readonly label: string;
  readonly count: number;
  readonly isMarked?: boolean;
}

interface Chart {
  /** What it shows, for those who can't see it. */
  readonly about: string;
}

interface BarChart extends Chart {
  readonly bars: readonly ChartBar[];
}

const barChartWidth = 480;
const barHeight = 22;
const labelWidth = 190;
const countWidth = 64;
/** Characters of a label that fit; the whole one is its tooltip. */
const longestLabel = 28;

/** Horizontal bars, one a row. */
function barChart({ about, bars }: BarChart): Markup {
  const most = Math.max(1, ...bars.map(({ count }) => count));
  const room = barChartWidth - labelWidth - countWidth;
  const rows = bars.map((bar, index) => {
    const y = index * barHeight;
    const length = Math.max(1, Math.round((bar.count / most) * room));
    const label = fitCell(bar.label, longestLabel).trimEnd();
    return html`<g><title>${bar.label}: ${grouped(bar.count)}</title>
<text x="${labelWidth - 8}" y="${y + 15}" text-anchor="end">${label}</text>
<rect class="bar${bar.isMarked ? " staff" : ""}" x="${labelWidth}" y="${y + 4}" width="${length}" height="14" rx="2"/>
<text class="faint" x="${labelWidth + length + 6}" y="${y + 15}">${grouped(bar.count)}</text></g>
`;
  });
  return html`<svg viewBox="0 0 ${barChartWidth} ${bars.length * barHeight}" role="img" aria-label="${about}">
${rows}</svg>`;
}

interface ColumnChart extends Chart {
  readonly columns: readonly { readonly label: string; readonly count: number }[];
}

const columnChartWidth = 960;
const columnChartHeight = 150;
const columnTop = 18;
const columnBottom = 20;

/** Columns along a line of time; the first and the last are labelled, the others have tooltips. */
function columnChart({ about, columns }: ColumnChart): Markup {
  const most = Math.max(1, ...columns.map(({ count }) => count));
  const floor = columnChartHeight - columnBottom;
  const step = columnChartWidth / Math.max(1, columns.length);
  const bars = columns.map(({ label, count }, index) => {
    const tall = count === 0 ? 0 : Math.max(1, Math.round((count / most) * (floor - columnTop)));
    return html`<g><title>${label}: ${grouped(count)}</title>
<rect class="bar" x="${fixed(index * step)}" y="${floor - tall}" width="${fixed(barWidth(step))}" height="${tall}"/></g>
`;
  });
  return html`<svg viewBox="0 0 ${columnChartWidth} ${columnChartHeight}" role="img" aria-label="${about}">
<text class="faint" x="0" y="12">up to ${grouped(most)}</text>
${bars}<line class="axis" x1="0" y1="${floor}" x2="${columnChartWidth}" y2="${floor}"/>
<text class="faint" x="0" y="${columnChartHeight - 5}">${columns[0]?.label ?? ""}</text>
<text class="faint" x="${columnChartWidth}" y="${columnChartHeight - 5}" text-anchor="end">${columns.at(-1)?.label ?? ""}</text>
</svg>`;
}

/** A few columns would otherwise be as wide as walls. */
function barWidth(step: number): number {
  return Math.min(48, step > 4 ? step - 2 : step * 0.8);
}

function fixed(length: number): string {
  return String(Number(length.toFixed(2)));
}

interface HeatChart extends Chart {
  readonly rows: readonly { readonly label: string; readonly counts: readonly number[] }[];
}

const heatLeft = 100;
const heatCell = 34;
const heatRowHeight = 24;
const heatTop = 20;

/** Squares, darker the higher their count, which is their tooltip. */
function heatChart({ about, rows }: HeatChart): Markup {
  const most = Math.max(1, ...rows.flatMap(({ counts }) => counts));
  const columns = Math.max(0, ...rows.map(({ counts }) => counts.length));
  const hours = Array.from({ length: columns }, (_, hour) => twoDigits(hour));
  const head = hours.map(
    (hour, index) =>
      html`<text class="faint" x="${heatLeft + index * heatCell + heatCell / 2}" y="13" text-anchor="middle">${hour}</text>`,
  );
  const body = rows.map(({ label, counts }, row) => {
    const y = heatTop + row * heatRowHeight;
    const squares = counts.map(
      (count, index) =>
        html`<g><title>${label} ${hours[index] ?? ""}:00: ${count}</title>${square({
          x: heatLeft + index * heatCell,
          y,
          share: count / most,
        })}</g>`,
    );
    return html`<text x="${heatLeft - 8}" y="${y + 16}" text-anchor="end">${label}</text>${squares}
`;
  });
  return html`<svg viewBox="0 0 ${heatLeft + columns * heatCell} ${heatTop + rows.length * heatRowHeight}" role="img" aria-label="${about}">
${head}
${body}</svg>`;
}

interface Square {
  readonly x: number;
  readonly y: number;
  /** From 0 to 1. */
  readonly share: number;
}

function square({ x, y, share }: Square): Markup {
  const place = html`x="${x + 1}" y="${y + 1}" width="${heatCell - 2}" height="${heatRowHeight - 2}" rx="2"`;
  if (share === 0) return html`<rect class="none" ${place}/>`;
  return html`<rect class="bar" fill-opacity="${(0.2 + 0.8 * share).toFixed(2)}" ${place}/>`;
}

function twoDigits(number: number): string {
  return String(number).padStart(2, "0");
}
