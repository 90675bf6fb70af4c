import { periodsOf } from "../audit/periods.ts";
import type { Summary } from "../audit/summary.ts";
import { showTime } from "../terminal/render/shown-time.ts";
import { barChart, type ChartBar } from "./bar-chart.ts";
import { columnChart } from "./column-chart.ts";
import { entryTable } from "./entry-table.ts";
import { heatChart } from "./heat-chart.ts";
import { html, type Markup } from "./markup.ts";
import { renderPage } from "./page.ts";

export interface AuditPage {
  readonly summary: Summary;
  /** The newest of them. */
  readonly entries: readonly unknown[];
  /** Where they come from. */
  readonly service: string;
  readonly merchantAccount: string | undefined;
  /** Query parameters by name. */
  readonly filters: Readonly<Record<string, string | undefined>>;
  /** RFC 3339. */
  readonly madeAt: string;
}

/** A year of days, or more weeks than anyone counts. */
const mostPeriods = 400;
/** More are in the JSON. */
const mostBars = 30;

/** A summary of audit logs as a page for a browser. */
export function auditPage(page: AuditPage): string {
  const { summary, entries } = page;
  const body = html`<h1>Audit summary</h1>
<p class="total">${count(summary.total)} ${summary.total === 1 ? "entry" : "entries"}, ${count(summary.staff)} by staff</p>
${facts(page)}
${summary.total === 0 ? html`` : charts(summary)}
<h2>Entries</h2>
${entryTable({ entries, total: summary.total })}`;
  return renderPage({ title: "Audit summary", body });
}

function facts({ summary, service, merchantAccount, filters, madeAt }: AuditPage): Markup {
  const rows: readonly (readonly [string, string | null | undefined])[] = [
    ["Service", service],
    ["Merchant account", merchantAccount],
    ["Since", summary.since && time(summary.since)],
    ["Until", summary.until && time(summary.until)],
    ["First entry", summary.first_at && time(summary.first_at)],
    ["Last entry", summary.last_at && time(summary.last_at)],
    ...Object.entries(filters).map(([name, value]) => [`Only ${name.replaceAll("_", " ")}`, value] as const),
    ["Made", time(madeAt)],
  ];
  const known = rows.flatMap(([name, value]) => (value ? [html`<dt>${name}</dt><dd>${value}</dd>\n`] : []));
  return html`<dl>
${known}</dl>`;
}

function charts(summary: Summary): Markup {
  const { unit, counts } = periodsOf(summary.days, mostPeriods);
  const about = `Entries by ${unit}`;
  const hours = summary.weekdays.map(({ weekday, hours }) => ({ label: capital(weekday), counts: hours }));
  return html`<h2>${about}</h2>
${columnChart({ about, columns: counts })}
<div class="charts">
${barSection("Entries by person", actorBars(summary))}
${barSection("Entries by action", wordBars(summary.actions, "action"))}
${barSection("Entries by resource type", wordBars(summary.resource_types, "resource_type"))}
</div>
<h2>Entries by weekday and hour (UTC)</h2>
${heatChart({ about: "Entries by weekday and hour in UTC", rows: hours })}`;
}

function barSection(about: string, bars: readonly ChartBar[]): Markup {
  const hidden = bars.length - mostBars;
  const more = hidden > 0 ? html`<p class="faint">and ${count(hidden)} more</p>` : html``;
  return html`<section><h2>${about}</h2>
${barChart({ about, bars: bars.slice(0, mostBars) })}${more}</section>`;
}

function actorBars({ actors }: Summary): ChartBar[] {
  return actors.map(({ id, name, is_staff, count }) => ({
    label: `${name || id || "(nobody)"}${is_staff ? " (staff)" : ""}`,
    count,
    isMarked: is_staff,
  }));
}

function wordBars<Name extends string>(
  counts: readonly (Readonly<Record<Name, string>> & { readonly count: number })[],
  name: Name,
): ChartBar[] {
  return counts.map((counted) => ({ label: counted[name] || "(none)", count: counted.count }));
}

function time(text: string): string {
  return showTime(text, "people");
}

function count(number: number): string {
  return number.toLocaleString("en-US");
}

function capital(word: string): string {
  return word.slice(0, 1).toUpperCase() + word.slice(1);
}
