import type { Summary } from "../audit/summary.ts";
import { showTime } from "../terminal/render/cell.ts";
import { grouped } from "../values/text.ts";
import { entryTable } from "./entry-table.ts";
import { html, type Markup } from "./markup.ts";
import { renderPage } from "./page.ts";
import { summaryCharts } from "./summary-charts.ts";

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

/** A summary of audit logs as a page for a browser. */
export function auditPage(page: AuditPage): string {
  const { summary, entries } = page;
  const body = html`<h1>Audit summary</h1>
<p class="total">${grouped(summary.total)} ${summary.total === 1 ? "entry" : "entries"}, ${grouped(summary.staff)} by staff</p>
${facts(page)}
${summary.total === 0 ? html`` : summaryCharts(summary)}
<h2 id="entries">Entries</h2>
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

function time(text: string): string {
  return showTime(text, "people");
}
