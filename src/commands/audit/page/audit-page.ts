import look from "../../../page/look.css?raw";
import { pageInOneFile } from "../../../page/one-file.ts";
import { heatScale } from "../../../terminal/charts.ts";
import { readField } from "../../../terminal/fields.ts";
import { instantText, rawText } from "../../../terminal/render/cell.ts";
import { stringifyJson } from "../../../values/json.ts";
import { safeText } from "../../../values/safe-text.ts";
import { grouped } from "../../../values/text.ts";
import type { Zone } from "../../../values/zone.ts";
import { chartsOf, personName } from "../chart-data.ts";
import type { Summary } from "../counts.ts";
import { entryCount, timeOf, undatedCount } from "../entry.ts";
import script from "./main.tsx?script";
import style from "./style.css?raw";

export interface AuditPage {
  /** Service, account, window and filters, each with its name. */
  readonly covers: readonly (readonly [string, string])[];
  readonly summary: Summary;
  /** The newest of them. */
  readonly entries: readonly unknown[];
  readonly title: string | undefined;
  /** How many entries are in no count because their time can't be read. */
  readonly leftOut: number;
  /** Rows of each ranking. */
  readonly top: number | undefined;
  /** Undefined is UTC. */
  readonly zone: Zone | undefined;
}

/** A summary of audit logs as a page for a browser. */
export function auditPage(page: AuditPage): string {
  const title = page.title ?? "Audit summary";
  // The page shows control characters and bidi overrides escaped, as a terminal does.
  const data = JSON.stringify({ title, ...pageData(page) }, (_, value) =>
    typeof value === "string" ? safeText(value) : value,
  );
  return pageInOneFile({
    title: escapeMarkup(safeText(title)),
    body: `<div id="audit" data-page='${escapeMarkup(data)}'></div>\n<noscript>This page needs JavaScript; <code>payctl audit summary</code> shows the same counts on a terminal.</noscript>`,
    style: `${look}${style}`,
    script,
  }).html;
}

const entities: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", "'": "&#39;" };

/** Text for an element, or for an attribute in single quotes. */
function escapeMarkup(text: string): string {
  return text.replace(/[&<']/g, (character) => entities[character] ?? character);
}

export type PageData = ReturnType<typeof pageData> & { readonly title: string };

/** All that the page shows; its program lays it out and filters it. */
function pageData({ covers, entries, leftOut, summary, top, zone }: AuditPage) {
  const { total, staff, days, tz } = summary;
  const undated = total - days.reduce((sum, { count }) => sum + count, 0);
  return {
    totals: `${entryCount(total)}, ${grouped(staff)} by staff`,
    notes: [
      entries.length === total
        ? "All entries are listed, newest first."
        : `Only the newest ${grouped(entries.length)} are listed. The charts count all ${grouped(total)}, and payctl audit export writes them.`,
      ...(leftOut === 0 ? [] : [`${undatedCount(leftOut)}: neither counted nor listed.`]),
      ...(undated === 0 ? [] : [`${undatedCount(undated)}: in the list, but in no day or hour.`]),
      `The time zone of times, days and hours is ${tz}.`,
    ].join(" "),
    covers,
    charts: chartsOf(summary, top ?? mostBars),
    weekdays: weekHours(summary),
    entries: entries.map((entry) => entryData(entry, zone)),
  };
}

/** Bars of a ranking; the JSON of the summary has more. */
const mostBars = 30;

function weekHours({ weekdays }: Summary) {
  const { levelOf } = heatScale(weekdays.map(({ hours }) => hours));
  return weekdays.map(({ weekday, hours }) => ({
    weekday,
    hours: hours.map((count, hour) => ({ key: hourKey(weekday, hour), count, level: levelOf(count) })),
  }));
}

function hourKey(weekday: string | undefined, hour: number): string {
  return `${weekday}-${String(hour).padStart(2, "0")}`;
}

export type PageEntry = ReturnType<typeof entryData>;

const weekdays = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"];

function entryData(entry: unknown, zone: Zone | undefined) {
  const text = (field: string): string => rawText(readField(entry, field), stringifyJson);
  const time = timeOf(entry);
  const wall = new Date(time + (zone?.offsetAt(time) ?? 0));
  const isDated = !Number.isNaN(time);
  return {
    time: isDated ? instantText(time, "people", zone) : text("timestamp"),
    person: text("user.id"),
    who: personName({ id: text("user.id"), name: text("user.name") }),
    isStaff: readField(entry, "user.is_staff") === true,
    action: text("action"),
    type: text("resource.type"),
    resource: text("resource.name") || text("resource.id"),
    account: text("merchant_account_id"),
    // An entry whose time can't be read is in none.
    day: isDated ? wall.toISOString().slice(0, 10) : "",
    hours: isDated ? hourKey(weekdays[wall.getUTCDay()], wall.getUTCHours()) : "",
  };
}
