import type { Context } from "../../context.ts";
import type { FlagValues } from "../../terminal/flags.ts";
import type { Column, Format, ListPage } from "../../terminal/output.ts";
import { recordShape } from "../shape.ts";
import { onePage } from "../show-list.ts";
import { openSource } from "./audit-logs.ts";
import { openCompared } from "./compared.ts";
import { compare, countEntry, type Summary, startTally, summarise } from "./counts.ts";
import { timeOf, undatedCount } from "./entry.ts";
import { summaryRows, topOf } from "./figures.ts";
import { type filterFlags, filterTexts, noteNamesakes, openFilter } from "./filters.ts";
import type { Window } from "./instant.ts";
import { tellLooked } from "./looked.ts";
import { openPage, type PageRequest } from "./open-page.ts";
import { recordFields } from "./summary-fields.ts";
import { isWithin, openWindow, type windowFlags, within } from "./window.ts";

type Wanted = FlagValues<typeof filterFlags & typeof windowFlags> &
  Omit<PageRequest, "filters"> & { readonly compare: string | undefined };

/** Reads the selected entries once, counts them, and shows the counts. */
export async function summariseAuditLogs(context: Context, wanted: Wanted): Promise<void> {
  const filter = await openFilter(context, wanted);
  const window = await openWindow(context, wanted);
  const other =
    wanted.compare === undefined ? undefined : await openCompared(context, wanted.compare, window);
  const show = await openSummaryOutput(context, wanted);
  const page = await openPage(context, { ...wanted, filters: filterTexts(wanted) });
  const source = await openSource(context, filter.queries);
  if (source === undefined) return;
  const zone = await context.shownZone();
  const tally = startTally(zone);
  const compared = startTally(zone);
  const span = other === undefined ? window : spanOf(window, other);
  let leftOut = 0;
  await readAll(context, within(source.pages(), span, filter.match), ({ items, undated }) => {
    const here = items.filter((item) => isWithin(timeOf(item), window));
    for (const item of here) countEntry(tally, item);
    page.see(here);
    leftOut += undated;
    if (other === undefined) return;
    for (const item of items) if (isWithin(timeOf(item), other)) countEntry(compared, item);
  });
  const counts = summarise(tally, window);
  const summary: Summary = other === undefined ? counts : compare(counts, summarise(compared, other));
  await page.write(summary, source, leftOut);
  await show(summary);
  await noteNamesakes(context, filter);
  if (leftOut > 0) await context.output.note(`${undatedCount(leftOut)}: not counted`);
  if (tally.undated > 0) {
    await context.output.note(`${undatedCount(tally.undated)}: counted, but in no day or hour`);
  }
  const counted = summary.total + (summary.comparison?.total ?? 0);
  await tellLooked(context, { window, filter, flags: wanted }, counted);
  await page.tell();
}

/** Both windows, and what is between them. */
function spanOf(one: Window, other: Window): Window {
  return { since: Math.min(one.since, other.since), until: Math.max(one.until, other.until) };
}

async function readAll<Page extends ListPage>(
  { output }: Context,
  pages: AsyncIterable<Page>,
  see: (page: Page) => void,
): Promise<void> {
  const progress = output.progress({ done: "counted" });
  try {
    for await (const page of pages) {
      see(page);
      await progress.advance(page.items.length);
    }
  } finally {
    await progress.end();
  }
}

type ShowSummary = (summary: Summary) => Promise<void>;

const rowColumns: readonly Column[] = [
  { title: "DIMENSION", field: "dimension" },
  { title: "KEY", field: "key" },
  { title: "COUNT", field: "count", kind: "number" },
  { title: "NAME", field: "name" },
  { title: "STAFF", field: "is_staff" },
];

const comparedColumns: readonly Column[] = [
  { title: "COMPARED", field: "compared", kind: "number" },
  { title: "DIFFERENCE", field: "difference", kind: "number" },
];

const rowFormats: readonly Format[] = ["csv", "tsv", "ndjson"];

/**
 * Refuses fields that the summary does not have; the function returned shows a summary as charts, rows or an object.
 */
async function openSummaryOutput(
  context: Context,
  { compare, top }: Pick<Wanted, "compare" | "top">,
): Promise<ShowSummary> {
  const { globals, output } = context;
  const isPicked = globals.fields !== undefined || globals.query !== undefined;
  if (output.format === "table" && !isPicked) return (summary) => showCharts(context, summary, top);
  if (rowFormats.includes(output.format) && globals.query === undefined) {
    const columns = compare === undefined ? rowColumns : [...rowColumns, ...comparedColumns];
    const rows = await output.results(recordShape(columns));
    return async (summary) => void (await rows.list(onePage(summaryRows(topOf(summary, top)))));
  }
  const record = await output.results(recordShape([], recordFields));
  return (summary) => record.record(topOf(summary, top));
}

async function showCharts(
  { globals, host, output, shownZone }: Context,
  summary: Summary,
  top: number | undefined,
): Promise<void> {
  const { total, comparison } = summary;
  if (total + (comparison?.total ?? 0) === 0) return output.note("no entries");
  const [{ drawSummary }, { openChartLook }] = await Promise.all([
    import("./draw-summary.ts"),
    import("../../terminal/charts.ts"),
  ]);
  const look = await openChartLook(host.stdout, host.env, globals.color ?? "auto");
  await output.document(drawSummary(summary, { ...look, now: host.now(), top, zone: await shownZone() }));
}
