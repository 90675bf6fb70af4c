import { periodsOf } from "../audit/periods.ts";
import { type Ranked, rankingsOf } from "../audit/rankings.ts";
import type { Summary } from "../audit/summary.ts";
import { grouped } from "../values/text.ts";
import { barChart, type ChartBar } from "./bar-chart.ts";
import { columnChart } from "./column-chart.ts";
import { heatChart } from "./heat-chart.ts";
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
