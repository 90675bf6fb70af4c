import look from "../../../page/look.css?raw";
import { pageInOneFile } from "../../../page/one-file.ts";
import { heatScale } from "../../../terminal/charts.ts";
import { readField } from "../../../terminal/fields.ts";
import { instantText, rawText } from "../../../terminal/render/cell.ts";
import { stringifyJson } from "../../../values/json.ts";
import { safeText } from "../../../values/safe-text.ts";
import { grouped } from "../../../values/text.ts";
import type { Zone } from "../../../values/zone.ts";
import { periodsOf, personName, type Ranked, type Ranking, rankingsOf } from "../chart-data.ts";
import type { Summary } from "../counts.ts";
import { entryCount, timeOf, undatedCount } from "../entry.ts";
import script from "./main.tsx?script";
import style from "./style.css?raw";

export interface AuditPage {
  /** Names and values. */
  readonly covers: readonly (readonly [string, string])[];
  readonly summary: Summary;
  /** The newest of them. */
  readonly entries: readonly unknown[];
  readonly title?: string | undefined;
  /** How many entries are in no count because their time can't be read. */
  readonly leftOut: number;
  /** Rows of each ranking. */
  readonly top?: number | undefined;
  /** Undefined is UTC. */
  readonly zone?: Zone | undefined;
}

/** A summary of audit logs as a page for a browser. */
export function auditPage(page: AuditPage): string {
  const { title = "Audit summary" } = page;
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

/** Bars of a ranking; the JSON of the summary has more. */
const mostBars = 30;

/** All that the page shows; its program lays it out and filters it. */
function pageData(page: AuditPage) {
  const { summary, entries, leftOut, zone } = page;
  const { total, staff, days } = summary;
  const undated = total - days.reduce((sum, { count }) => sum + count, 0);
  // Charts say so if they count more than the list has.
  const all = entries.length < total ? `, all ${grouped(total)}` : "";
  const note = undated === 0 ? "" : `${undatedCount(undated)}: in the list, but in no day or hour.`;
  return {
    totals: `${entryCount(total)}, ${grouped(staff)} by staff`,
    leftOut: leftOut === 0 ? "" : `${undatedCount(leftOut)}: neither counted nor listed.`,
    covers: page.covers,
    charts: barCharts(page, all, note),
    hours: { about: `Entries by weekday and hour${all} (${summary.tz})`, note, ...weekHours(summary) },
    extent: `${extent(entries.length, total)} The time zone of times, days and hours is ${zone?.name ?? "UTC"}.`,
    matching:
      entries.length === total
        ? `of ${entryCount(total)} match`
        : `of the newest ${entryCount(entries.length)} match; the charts count all ${grouped(total)}`,
    entries: entries.map((entry) => entryData(entry, zone)),
  };
}

interface Chart {
  readonly about: string;
  /** What its bars filter the list by. */
  readonly name: string;
  readonly note?: string;
  readonly bars: readonly Ranked[];
  readonly rest?: Omit<Ranked, "key"> | undefined;
}

function barCharts({ summary, top = mostBars }: AuditPage, all: string, note: string): readonly Chart[] {
  const { unit, counts } = periodsOf(summary);
  const { people, actions, resourceTypes } = rankingsOf(summary, top);
  const periods = counts.map(({ count, first, isPart, label, last }) => ({
    ...{ count, key: `${first}..${last}`, isStaff: false },
    label: isPart ? `${label} (part)` : label,
  }));
  const ranking = (noun: string, name: string, { shown, rest }: Ranking): Chart => ({
    about: `Entries by ${noun}${all}`,
    name,
    bars: shown.map(withMark),
    rest: rest && withMark(rest),
  });
  return [
    { about: `Entries by ${unit}${all}`, name: "days", note, bars: periods },
    ranking("person", "person", people),
    ranking("action", "action", actions),
    ranking("resource type", "type", resourceTypes),
  ];
}

function withMark<Row extends Omit<Ranked, "key">>(row: Row): Row {
  return row.isStaff ? { ...row, label: `${row.label} (staff)` } : row;
}

function weekHours({ weekdays }: Summary) {
  const { levelOf, ranges } = heatScale(weekdays.map(({ hours }) => hours));
  const scale = [...ranges.values()];
  return {
    scale:
      scale.length === 1 ? `Each filled square: ${scale[0]}.` : `From light to dark: ${scale.join(", ")}.`,
    weekdays: weekdays.map(({ weekday, hours }) => ({
      weekday,
      hours: hours.map((count, hour) => ({ key: hourKey(weekday, hour), count, level: levelOf(count) })),
    })),
  };
}

function hourKey(weekday: string | undefined, hour: number): string {
  return `${weekday}-${String(hour).padStart(2, "0")}`;
}

function extent(listed: number, total: number): string {
  if (total === 0) return "There are no entries.";
  if (listed === total) return "All entries are listed below, newest first.";
  return `Only the newest ${grouped(listed)} of ${grouped(total)} entries are listed. The charts count all of them, and payctl audit export writes them.`;
}

export type PageEntry = ReturnType<typeof entryData>;

const weekdays = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"];

function entryData(entry: unknown, zone: Zone | undefined) {
  const text = (field: string): string => rawText(readField(entry, field), stringifyJson);
  const time = timeOf(entry);
  const wall = new Date(time + (zone?.offsetAt(time) ?? 0));
  const isDated = !Number.isNaN(time);
  const isStaff = readField(entry, "user.is_staff") === true;
  const shown = {
    time: isDated ? instantText(time, "people", zone) : text("timestamp"),
    who: personName({ id: text("user.id"), name: text("user.name") }),
    action: text("action"),
    type: text("resource.type"),
    resource: text("resource.name") || text("resource.id"),
    account: text("merchant_account_id"),
  };
  return {
    ...shown,
    ...{ person: text("user.id"), email: text("user.email_address"), resourceId: text("resource.id") },
    isStaff,
    // An entry whose time can't be read is in none.
    day: isDated ? wall.toISOString().slice(0, 10) : "",
    hours: isDated ? hourKey(weekdays[wall.getUTCDay()], wall.getUTCHours()) : "",
    /** What words are searched for in. */
    text: safeText([...Object.values(shown), isStaff ? "(staff)" : ""].join(" ")).toLowerCase(),
  };
}
