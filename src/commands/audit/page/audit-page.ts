import look from "../../../page/look.css?raw";
import { pageInOneFile } from "../../../page/one-file.ts";
import { readField } from "../../../terminal/fields.ts";
import { instantText, rawText, showTime } from "../../../terminal/render/cell.ts";
import { stringifyJson } from "../../../values/json.ts";
import { grouped } from "../../../values/text.ts";
import type { Zone } from "../../../values/zone.ts";
import type { Summary } from "../counts.ts";
import { entryCount, timeOf, undatedCount } from "../entry.ts";
import { type Coverage, factsOf } from "../facts.ts";
import { personName } from "../figures.ts";
import { summaryCharts } from "./charts.ts";
import { html, type Markup } from "./markup.ts";
import script from "./script.ts?script";
import style from "./style.css?raw";
import { type Facet, viewOf } from "./view.ts";

export interface AuditPage extends Omit<Coverage, "since" | "until"> {
  readonly summary: Summary;
  /** The newest of them. */
  readonly entries: readonly unknown[];
  /** Undefined for the usual one. */
  readonly title: string | undefined;
  /** How many entries are in no count because their time can't be read. */
  readonly leftOut: number;
  /** Rows of each ranking; undefined for the usual number. */
  readonly top: number | undefined;
}

/** A summary of audit logs as a page for a browser. */
export function auditPage(page: AuditPage): string {
  const { summary, entries, title = "Audit summary", top } = page;
  const body = html`<h1>${title}</h1>
<p class="total">${entryCount(summary.total)}, ${grouped(summary.staff)} by staff</p>
${note(page)}${facts(page)}
${summary.total === 0 ? html`` : summaryCharts(summary, { listed: entries.length, top })}
<h2 id="entries">Entries</h2>
${entryTable(page)}`;
  const parts = { title: html`${title}`.markup, body: body.markup, style: `${look}${style}`, script };
  return pageInOneFile(parts).html;
}

/** What the totals leave out. */
function note({ leftOut }: AuditPage): Markup {
  if (leftOut === 0) return html``;
  return html`<p class="faint">${undatedCount(leftOut)}: neither counted nor listed.</p>
`;
}

/** What the page covers, as a list of names and values. */
function facts(page: AuditPage): Markup {
  const { since, until, first_at, last_at } = page.summary;
  const time = (text: string | null) => text && showTime(text, "people", page.zone);
  const rows = factsOf({ ...page, since, until }, [
    ["First entry", time(first_at)],
    ["Last entry", time(last_at)],
  ]);
  return html`<dl>
${rows.map(([name, value]) => html`<dt>${name}</dt><dd>${value}</dd>\n`)}</dl>`;
}

/** The columns that the list can be sorted by, as the address and the heads name them. */
const columns = [
  ["time", "Time"],
  ["who", "Who"],
  ["action", "Action"],
  ["type", "Resource type"],
  ["resource", "Resource"],
  ["account", "Account"],
] as const;

/** The entries as rows, with controls to filter and sort them if scripts run. */
function entryTable({ entries, summary: { total }, zone }: AuditPage): Markup {
  const clock = zone?.name ?? "UTC";
  const note = html`<p class="faint">${extent(entries.length, total)} The time zone of times, days and hours is ${clock}.</p>`;
  if (entries.length === 0) return note;
  const heads = columns.map(
    ([name, title]) =>
      html`<th scope="col"><button type="button" value="${name}" disabled>${title}</button></th>`,
  );
  return html`${note}
${controls(matchText(entries.length, total))}
<div id="list"><table>
<thead><tr>${heads}</tr></thead>
<tbody>
${entries.map((entry) => entryRow(entry, zone))}</tbody>
</table></div>`;
}

/** What follows the number of entries that a view shows. */
function matchText(listed: number, total: number): string {
  if (listed === total) return `of ${entryCount(total)} match`;
  return `of the newest ${entryCount(listed)} match; the charts count all ${grouped(total)}`;
}

function controls(matching: string): Markup {
  const staff = [
    ["", "all"],
    ["yes", "only staff"],
    ["no", "no staff"],
  ].map(
    ([value = "", label = ""]) =>
      html`<label><input type="radio" name="staff" value="${value}"> ${label}</label>`,
  );
  const orders = columns.flatMap(([name, title]) => [
    html`<option value="${name}">${title}, ${name === "time" ? "oldest first" : "A to Z"}</option>`,
    html`<option value="-${name}">${title}, ${name === "time" ? "newest first" : "Z to A"}</option>`,
  ]);
  return html`<div id="controls" hidden>
<label>Filter <input id="filter" type="search" autocomplete="off" spellcheck="false" placeholder="words in any column"></label>
<fieldset id="staff"><legend>Staff</legend>${staff}</fieldset>
<label class="narrow">Sort by <select id="sort">${orders}</select></label>
<span id="shown" class="faint" aria-live="polite" data-matching="${matching}"></span>
</div>
<div id="active"></div>`;
}

function extent(shown: number, total: number): string {
  if (shown === total)
    return total === 0 ? "There are no entries." : "All entries are listed below, newest first.";
  const [most, all] = [shown, total].map(grouped);
  return `Only the newest ${most} of ${all} entries are listed. The charts count all of them, and payctl audit export writes them.`;
}

function entryRow(entry: unknown, zone: Zone | undefined): Markup {
  const text = (field: string): string => rawText(readField(entry, field), stringifyJson);
  const instant = timeOf(entry);
  const at = Number.isNaN(instant) ? text("timestamp") : instantText(instant, "people", zone);
  const mark = readField(entry, "user.is_staff") === true ? html` <span class="mark">(staff)</span>` : html``;
  const who = personName({ id: text("user.id"), name: text("user.name") });
  const name = text("resource.name");
  const resource = name === "" ? text("resource.id") : name;
  const link = (facet: Facet, key: string, shown: string): Markup =>
    html`<a href="${viewOf({ [facet]: key })}">${shown}</a>`;
  return html`<tr><td>${at}</td><td dir="auto" title="${text("user.email_address")}">${link("person", text("user.id"), who)}${mark}</td><td>${link("action", text("action"), text("action") || "(none)")}</td><td>${link("type", text("resource.type"), text("resource.type") || "(none)")}</td><td dir="auto" title="${text("resource.id")}">${resource}</td><td>${text("merchant_account_id")}</td></tr>
`;
}
