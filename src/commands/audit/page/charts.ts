import { fitCell } from "../../../terminal/render/cell-width.ts";
import { grouped } from "../../../values/text.ts";
import type { Summary } from "../counts.ts";
import { type Period, periodsOf, personName, type Ranked, rankingsOf } from "../figures.ts";
import { html, type Markup } from "./markup.ts";
import { type Facet, viewOf } from "./view.ts";

/** A year of days, or more weeks than anyone counts. */
const mostPeriods = 400;
/** The JSON has more. */
const mostBars = 30;

/** The counts of a summary as charts, which say so if they count more than the entries that the page lists. */
export function summaryCharts(summary: Summary, listed: number): Markup {
  const all = listed < summary.total ? `, all ${grouped(summary.total)}` : "";
  const { unit, counts } = periodsOf(summary.days, mostPeriods);
  const about = `Entries by ${unit}${all}`;
  const { people, actions, resourceTypes } = rankingsOf(summary);
  return html`<h2>${about}</h2>
${timeChart(about, unit, counts)}
<div class="charts">
${barSection(`Entries by person${all}`, "person", people)}
${barSection(`Entries by action${all}`, "action", actions)}
${barSection(`Entries by resource type${all}`, "type", resourceTypes)}
</div>
${personMatrix(summary, all)}
<h2>Entries by weekday and hour${all} (${summary.tz})</h2>
${heatChart(`Entries by weekday and hour${all} in ${summary.tz}`, summary.weekdays)}`;
}

function barSection(about: string, facet: Facet, ranked: readonly Ranked[]): Markup {
  const hidden = ranked.length - mostBars;
  const more = hidden > 0 ? html`<p class="faint">and ${grouped(hidden)} more</p>` : html``;
  return html`<section><h2>${about}</h2>
${barChart(about, facet, ranked.slice(0, mostBars))}${more}</section>`;
}

/** Columns of the table of who did what; further actions are summed up. */
const mostActions = 8;

/** Who did what how often: a row for each of the busiest people. */
function personMatrix({ actors, actions }: Summary, all: string): Markup {
  const shown = actions.slice(0, mostActions).map(({ action }) => action);
  const rest = actions.length > mostActions;
  const heads = [...shown.map((action) => action || "(none)"), ...(rest ? ["others"] : [])];
  const rows = actors.slice(0, mostBars).map((actor) => {
    const counts = new Map(actor.actions.map(({ action, count }) => [action, count]));
    const cells = shown.map((action) => countCell(counts.get(action), { person: actor.id, action }));
    const others = actor.actions.reduce(
      (sum, { action, count }) => sum + (shown.includes(action) ? 0 : count),
      0,
    );
    return html`<tr><th scope="row" dir="auto">${personLink(actor)}</th>${cells}${rest ? [othersCell(others)] : []}</tr>
`;
  });
  const hidden = actors.length - rows.length;
  return html`<h2>Actions by person${all}</h2>
<div class="wide"><table id="matrix">
<thead><tr><th scope="col">Who</th>${heads.map((head) => html`<th scope="col">${head}</th>`)}</tr></thead>
<tbody>
${rows}</tbody>
</table></div>${hidden > 0 ? html`<p class="faint">and ${grouped(hidden)} more</p>` : html``}`;
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
/** In percent of the width; the count follows it. */
const longestBar = 84;

/** Horizontal bars, one per row below its label. Lengths are shares of the width, so that text keeps its size. */
function barChart(about: string, facet: Facet, bars: readonly Ranked[]): Markup {
  const most = Math.max(1, ...bars.map(({ count }) => count));
  const rows = bars.map(({ key, label, count, isStaff }, index) => {
    const y = index * barHeight;
    const length = percent(Math.max(0.5, (count / most) * longestBar));
    const name = `${label}${isStaff ? " (staff)" : ""}`;
    return html`<a href="${viewOf({ [facet]: key })}" data-name="${label}"><title>${name}: ${grouped(count)}</title>
<rect class="whole" x="0" y="${y}" width="100%" height="${barHeight - 2}"/>
<text x="0" y="${y + 12}">${fitCell(name, longestLabel).trimEnd()}</text>
<rect class="bar${isStaff ? " staff" : ""}" x="0" y="${y + 17}" width="${length}" height="12" rx="2"/>
<text class="faint" x="${length}" dx="6" y="${y + 27}">${grouped(count)}</text></a>
`;
  });
  return html`<svg height="${bars.length * barHeight}" role="group" aria-label="${about}">
${rows}</svg>`;
}

/** This many still have a few pixels each on a phone. */
const mostNarrowColumns = 62;

/** Columns along a line of time; a narrow window shows the newest of many, and scrolls. */
function timeChart(about: string, unit: string, columns: readonly Period[]): Markup {
  const chart = columnChart(about, columns);
  if (columns.length <= mostNarrowColumns) return chart;
  return html`<p class="faint hint">Scroll sideways to see earlier ${unit}s.</p>
<div class="broad" tabindex="0">${chart}</div>`;
}

const columnChartHeight = 150;
const columnTop = 18;
const columnBottom = 20;
/** A few columns would otherwise be as wide as walls, in percent. */
const widestColumn = 5;

/** Columns along a line of time; the first and the last are labelled, the others have tooltips. */
function columnChart(about: string, columns: readonly Period[]): Markup {
  const most = Math.max(1, ...columns.map(({ count }) => count));
  const floor = columnChartHeight - columnBottom;
  const step = 100 / Math.max(1, columns.length);
  const width = percent(Math.min(widestColumn, step * 0.8));
  const bars = columns.map(({ label, count, first, last }, index) => {
    const tall = count === 0 ? 0 : Math.max(1, Math.round((count / most) * (floor - columnTop)));
    return html`<a href="${viewOf({ days: `${first}..${last}` })}"${stop(index === columns.length - 1)}><title>${label}: ${grouped(count)}</title>
<rect class="whole" x="${percent(index * step)}" y="${columnTop}" width="${percent(step)}" height="${floor - columnTop}"/>
<rect class="bar" x="${percent(index * step)}" y="${floor - tall}" width="${width}" height="${tall}"/></a>
`;
  });
  return html`<svg height="${columnChartHeight}" role="group" aria-label="${about}" data-row="1">
<text class="faint" x="0" y="12">up to ${grouped(most)}</text>
${bars}<line class="axis" x1="0" y1="${floor}" x2="100%" y2="${floor}"/>
<text class="faint" x="0" y="${columnChartHeight - 5}">${columns[0]?.label ?? ""}</text>
<text class="faint" x="100%" y="${columnChartHeight - 5}" text-anchor="end">${columns.at(-1)?.label ?? ""}</text>
</svg>`;
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
  const most = Math.max(1, ...rows.flatMap(({ hours }) => hours));
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
      return html`<a href="${view}" data-name="${name}"${stop(row + hour === 0)}><title>${name}: ${grouped(count)}</title>${square(place, count / most)}</a>`;
    })}
`;
  });
  return html`<div class="heat"><svg class="days" height="${height}" aria-hidden="true">${labels}</svg>
<svg height="${height}" role="group" aria-label="${about}" data-row="${perRow}">
${hours}
${lines}</svg></div>`;
}

/** The share goes from 0 to 1. */
function square(place: Markup, share: number): Markup {
  if (share === 0) return html`<rect class="none" ${place}/>`;
  return html`<rect class="bar" fill-opacity="${(0.2 + 0.8 * share).toFixed(2)}" ${place}/>`;
}

function twoDigits(number: number): string {
  return String(number).padStart(2, "0");
}

function percent(share: number): string {
  return `${Number(share.toFixed(2))}%`;
}
