import { type HeatScale, heatScale } from "../../../terminal/charts.ts";
import { fitCell } from "../../../terminal/render/cell-width.ts";
import { grouped } from "../../../values/text.ts";
import type { Summary } from "../counts.ts";
import { undatedCount } from "../entry.ts";
import { type Period, periodsOf, personName, type Ranking, rankingsOf } from "../figures.ts";
import { html, type Markup } from "./markup.ts";
import { type Facet, viewOf } from "./view.ts";

/** The JSON has more. */
const mostBars = 30;

interface ChartParts {
  /** How many entries the page lists. */
  readonly listed: number;
  /** Rows of each ranking, if somebody chose. */
  readonly top: number | undefined;
}

/** The counts of a summary as charts, which say so if they count more than the entries that the page lists. */
export function summaryCharts(summary: Summary, { listed, top = mostBars }: ChartParts): Markup {
  const all = listed < summary.total ? `, all ${grouped(summary.total)}` : "";
  const { unit, counts } = periodsOf(summary);
  const about = `Entries by ${unit}${all}`;
  const { people, actions, resourceTypes } = rankingsOf(summary, top);
  return html`<h2>${about}</h2>
${undatedNote(summary)}${partNote(counts)}${columnChart(about, counts)}
<div class="charts">
${barSection(`Entries by person${all}`, "person", people)}
${barSection(`Entries by action${all}`, "action", actions)}
${barSection(`Entries by resource type${all}`, "type", resourceTypes)}
</div>
${personMatrix(summary, all, top)}
<h2>Entries by weekday and hour${all} (${summary.tz})</h2>
${undatedNote(summary)}${heatChart(`Entries by weekday and hour${all} in ${summary.tz}`, summary.weekdays)}`;
}

/** Why days and hours add up to less than the total. */
function undatedNote({ total, days }: Summary): Markup {
  const undated = total - days.reduce((sum, { count }) => sum + count, 0);
  if (undated === 0) return html``;
  return html`<p class="faint">${undatedCount(undated)}: in the list, but in no day or hour.</p>
`;
}

/** Periods whose counts are not those of all of them. */
function partNote(periods: readonly Period[]): Markup {
  const parts = periods.filter(({ isPart }) => isPart).map(periodText);
  if (parts.length === 0) return html``;
  return html`<p class="faint">${parts.join(", ")}: the window begins or ends within it.</p>
`;
}

function periodText({ label, isPart }: Period): string {
  return isPart ? `${label} (part)` : label;
}

function barSection(about: string, facet: Facet, ranking: Ranking): Markup {
  return html`<section><h2>${about}</h2>
${barChart(about, facet, ranking)}</section>`;
}

/** Columns of the table of who did what; further actions are summed up. */
const mostActions = 8;

/** Who did what how often: a row for each of the busiest people. */
function personMatrix(summary: Summary, all: string, most: number): Markup {
  const { actors, actions } = summary;
  const shown = actions.slice(0, mostActions).map(({ action }) => action);
  const rest = actions.length > mostActions;
  const heads = [...shown.map((action) => action || "(none)"), ...(rest ? ["others"] : [])];
  const rows = actors.slice(0, most).map((actor) => {
    const counts = new Map(actor.actions.map(({ action, count }) => [action, count]));
    const cells = shown.map((action) => countCell(counts.get(action), { person: actor.id, action }));
    const others = actor.actions.reduce(
      (sum, { action, count }) => sum + (shown.includes(action) ? 0 : count),
      0,
    );
    return html`<tr><th scope="row" dir="auto">${personLink(actor)}</th>${cells}${rest ? [othersCell(others)] : []}</tr>
`;
  });
  const [only, ...more] = actors.slice(most);
  const hidden = only && (more.length === 0 ? personName(only) : `${grouped(more.length + 1)} more`);
  return html`<h2>Actions by person${all}</h2>
<div class="wide"><table id="matrix">
<thead><tr><th scope="col">Who</th>${heads.map((head) => html`<th scope="col">${head}</th>`)}</tr></thead>
<tbody>
${rows}</tbody>
</table></div>${hidden === undefined ? html`` : html`<p class="faint">and ${hidden}</p>`}`;
}

/** Empty if there is nothing to count, so that a card leaves it out. */
function countCell(
  count: number | undefined,
  { person, action }: { person: string; action: string },
): Markup {
  const link =
    count === undefined ? html`` : html`<a href="${viewOf({ person, action })}">${grouped(count)}</a>`;
  return html`<td data-name="${action || "(none)"}">${link}</td>`;
}

function othersCell(count: number): Markup {
  return html`<td data-name="others">${count === 0 ? "" : grouped(count)}</td>`;
}

function personLink({ id, name, is_staff }: Summary["actors"][number]): Markup {
  const mark = is_staff ? html` <span class="mark">(staff)</span>` : html``;
  return html`<a href="${viewOf({ person: id })}">${personName({ id, name })}</a>${mark}`;
}

function capital(word: string): string {
  return word.slice(0, 1).toUpperCase() + word.slice(1);
}

const barHeight = 36;
/** Characters of a label that fit on a phone; the whole one is its tooltip. */
const longestLabel = 48;
/** In percent of the width; the counts follow it. */
const longestBar = 84;

/** Horizontal bars, one per row below its label. Lengths are shares of the width, so that text keeps its size. */
function barChart(about: string, facet: Facet, { shown, rest }: Ranking): Markup {
  const most = Math.max(1, ...shown.map(({ count }) => count));
  const rows = shown.map(({ key, label, count, isStaff }, index) => {
    const y = index * barHeight;
    const name = `${label}${isStaff ? " (staff)" : ""}`;
    const length = percent(Math.max(0.5, (count / most) * longestBar));
    return html`<a href="${viewOf({ [facet]: key })}" data-name="${label}"><title>${name}: ${grouped(count)}</title>
<rect class="whole" x="0" y="${y}" width="100%" height="${barHeight - 2}"/>
<text x="0" y="${y + 12}">${fitCell(name, longestLabel).trimEnd()}</text>
<rect class="bar${isStaff ? " staff" : ""}" x="0" y="${y + 17}" width="${length}" height="12" rx="2"/>
<text class="faint" x="${length}" dx="6" y="${y + 27}">${grouped(count)}</text></a>
`;
  });
  const height = shown.length * barHeight;
  // A bar for the rest would dwarf the others.
  const last =
    rest &&
    html`<text x="0" y="${height + 14}">${rest.label}${rest.isStaff ? " (staff)" : ""} <tspan class="faint">${grouped(rest.count)}</tspan></text>
`;
  return html`<svg height="${height + (last === undefined ? 0 : 20)}" role="group" aria-label="${about}">
${rows}${last ?? html``}</svg>`;
}

const columnChartHeight = 150;
const columnTop = 18;
const columnBottom = 20;
/** A few columns would otherwise be as wide as walls, in percent. */
const widestColumn = 5;
/** Labels that fit side by side below their columns on a screen, and on a phone. */
const [mostLabels, mostNarrowLabels] = [12, 4];

/** Columns along a line of time, whose labels stand below them as far as there is room; the others have tooltips. */
function columnChart(about: string, columns: readonly Period[]): Markup {
  const most = Math.max(1, ...columns.map(({ count }) => count));
  const floor = columnChartHeight - columnBottom;
  const step = 100 / Math.max(1, columns.length);
  const width = Math.min(widestColumn, step * 0.8);
  const bars = columns.map((column, index) => {
    const { count, first, last } = column;
    const tall = count === 0 ? 0 : Math.max(1, Math.round((count / most) * (floor - columnTop)));
    return html`<a href="${viewOf({ days: `${first}..${last}` })}"${stop(index === columns.length - 1)}><title>${periodText(column)}: ${grouped(count)}</title>
<rect class="whole" x="${percent(index * step)}" y="${columnTop}" width="${percent(step)}" height="${floor - columnTop}"/>
<rect class="bar" x="${percent((index + 0.5) * step - width / 2)}" y="${floor - tall}" width="${percent(width)}" height="${tall}"/></a>
`;
  });
  return html`<svg height="${columnChartHeight}" role="group" aria-label="${about}" data-row="1">
<text class="faint" x="0" y="12">up to ${grouped(most)}</text>
${bars}<line class="axis" x1="0" y1="${floor}" x2="100%" y2="${floor}"/>
${columnLabels(columns, step)}</svg>`;
}

function columnLabels(columns: readonly Period[], step: number): Markup {
  const label = (kind: string, x: number, [anchor, text]: readonly [string, string]): Markup =>
    html`<text class="${kind}" x="${percent(x)}" y="${columnChartHeight - 5}" text-anchor="${anchor}">${text}</text>
`;
  const each = (kind: string): Markup[] =>
    columns.map((column, index) => label(kind, (index + 0.5) * step, ["middle", column.label]));
  const ends = (kind: string): Markup[] => [
    label(kind, 0, ["start", columns[0]?.label ?? ""]),
    label(kind, 100, ["end", columns.at(-1)?.label ?? ""]),
  ];
  if (columns.length <= mostNarrowLabels) return html`${each("faint")}`;
  return columns.length <= mostLabels
    ? html`${each("faint between")}${ends("faint narrow")}`
    : html`${ends("faint")}`;
}

/**
 * Hundreds of days, or the hours of a week, would be as many stops of the Tab key: they are one stop, and the arrow
 * keys lead to the others. Up and down move by `data-row` of the chart.
 */
function stop(isStop: boolean): Markup {
  return isStop ? html` tabindex="0"` : html` tabindex="-1"`;
}

const heatRowHeight = 24;
const heatTop = 20;

/** Squares, darker the higher their count, which is their tooltip; each leads to the entries that it counts. */
function heatChart(about: string, rows: Summary["weekdays"]): Markup {
  const scale = heatScale(rows.map(({ hours }) => hours));
  const perRow = 24;
  const step = 100 / perRow;
  const height = heatTop + rows.length * heatRowHeight;
  const labels = rows.map(
    ({ weekday }, row) =>
      html`<text x="0" y="${heatTop + row * heatRowHeight + 16}">${capital(weekday)}</text>`,
  );
  const hours = Array.from({ length: perRow }, (_, hour) => {
    // A narrow window has room for every third hour.
    const kind = hour % 3 === 0 ? "faint" : "faint between";
    return html`<text class="${kind}" x="${percent((hour + 0.5) * step)}" y="13" text-anchor="middle">${twoDigits(hour)}</text>`;
  });
  const lines = rows.map(({ weekday, hours: counts }, row) => {
    const y = heatTop + row * heatRowHeight + 1;
    return html`${counts.map((count, hour) => {
      const view = viewOf({ hours: `${weekday}-${twoDigits(hour)}` });
      const place = html`x="${percent(hour * step)}" y="${y}" width="${percent(step * 0.94)}" height="${heatRowHeight - 2}" rx="2"`;
      const name = `${capital(weekday)} ${twoDigits(hour)}:00`;
      return html`<a href="${view}" data-name="${name}"${stop(row + hour === 0)}><title>${name}: ${grouped(count)}</title>${square(place, scale.levelOf(count))}</a>`;
    })}
`;
  });
  return html`<div class="heat"><svg class="days" height="${height}" aria-hidden="true">${labels}</svg>
<svg height="${height}" role="group" aria-label="${about}" data-row="${perRow}">
${hours}
${lines}</svg></div>
<p class="faint">${scaleText(scale)}</p>`;
}

function square(place: Markup, level: number): Markup {
  if (level === 0) return html`<rect class="none" ${place}/>`;
  return html`<rect class="bar" fill-opacity="${level / 4}" ${place}/>`;
}

function scaleText({ ranges }: HeatScale): string {
  const texts = [...ranges.values()];
  return texts.length === 1 ? `Each filled square: ${texts[0]}.` : `From light to dark: ${texts.join(", ")}.`;
}

function twoDigits(number: number): string {
  return String(number).padStart(2, "0");
}

function percent(share: number): string {
  return `${Number(share.toFixed(2))}%`;
}
