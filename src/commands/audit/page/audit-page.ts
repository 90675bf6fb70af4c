import { readField } from "../../../terminal/fields.ts";
import { rawText, showTime } from "../../../terminal/render/cell.ts";
import { stringifyJson } from "../../../values/json.ts";
import { grouped } from "../../../values/text.ts";
import type { Summary } from "../counts.ts";
import { entryCount, timeOf } from "../entry.ts";
import { summaryCharts } from "./charts.ts";
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

/** A summary of audit logs as a page for a browser. */
export function auditPage(page: AuditPage): string {
  const { summary, entries } = page;
  const body = html`<h1>Audit summary</h1>
<p class="total">${entryCount(summary.total)}, ${grouped(summary.staff)} by staff</p>
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

interface EntryTable {
  readonly entries: readonly unknown[];
  /** How many there are in all. */
  readonly total: number;
}

/** The entries as rows, with a field that filters them where scripts run. */
function entryTable({ entries, total }: EntryTable): Markup {
  const note = html`<p class="faint">${extent(entries.length, total)} Times are UTC.</p>`;
  if (entries.length === 0) return note;
  return html`${note}
<p hidden><label for="filter">Filter</label> <input id="filter" type="search" autocomplete="off" spellcheck="false" placeholder="words that a row must contain"> <span id="shown" class="faint" aria-live="polite"></span></p>
<div class="wide"><table>
<thead><tr><th scope="col">Time</th><th scope="col">Who</th><th scope="col">Action</th><th scope="col">Resource type</th><th scope="col">Resource</th><th scope="col">Account</th></tr></thead>
<tbody>
${entries.map(entryRow)}</tbody>
</table></div>`;
}

function extent(shown: number, total: number): string {
  if (shown === total)
    return total === 0 ? "There are no entries." : "All entries are listed below, newest first.";
  const [most, all] = [shown, total].map(grouped);
  return `Only the newest ${most} of ${all} entries are listed; payctl audit export writes all of them.`;
}

function entryRow(entry: unknown): Markup {
  const text = (field: string): string => rawText(readField(entry, field), stringifyJson);
  const at = timeOf(entry);
  const mark = readField(entry, "user.is_staff") === true ? html` <span class="mark">(staff)</span>` : html``;
  const name = text("resource.name");
  const resource = name === "" ? text("resource.id") : name;
  return html`<tr><td>${Number.isNaN(at) ? text("timestamp") : time(new Date(at).toISOString())}</td><td dir="auto" title="${text("user.email_address")}">${text("user.name")}${mark}</td><td>${text("action")}</td><td>${text("resource.type")}</td><td dir="auto" title="${text("resource.id")}">${resource}</td><td>${text("merchant_account_id")}</td></tr>
`;
}
