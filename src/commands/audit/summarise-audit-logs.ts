import type { Context } from "../../context.ts";
import type { FlagValues } from "../../terminal/flags.ts";
import type { Format } from "../../terminal/output.ts";
import { instantText } from "../../terminal/render/cell.ts";
import { shapeOf } from "../result.ts";
import { onePage } from "../show-list.ts";
import { countEntry, type Summary, startTally, summarise, summaryRows, type Tally, topOf } from "./counts.ts";
import { coverageRows, noteCoverage } from "./coverage.ts";
import type { SummaryLook } from "./draw-summary.ts";
import { undatedCount } from "./entry.ts";
import { type filterFlags, openFilter } from "./filters.ts";
import { openPage, type PageRequest } from "./open-page.ts";
import { openAuditLogs, selecting } from "./pages.ts";
import { rowResult, summaryResult } from "./summary-result.ts";
import { openWindow, type windowFlags } from "./window.ts";

type Wanted = FlagValues<typeof filterFlags & typeof windowFlags> & PageRequest;

/** Reads the selected entries once, counts them, and shows the counts. */
export async function summariseAuditLogs(context: Context, wanted: Wanted): Promise<void> {
  const filter = await openFilter(context, wanted);
  const window = await openWindow(context, wanted);
  const show = await openSummaryOutput(context, wanted);
  const page = await openPage(context, wanted);
  const read = await openAuditLogs(context, filter.queries);
  if (read === undefined) return;
  const zone = await context.shownZone();
  const tally = startTally(zone);
  let leftOut = 0;
  for await (const { items, undated } of selecting(context, { window, match: filter.match })(read())) {
    for (const item of items) countEntry(tally, item);
    page.see(items);
    leftOut += undated;
  }
  const summary = summarise(tally, window);
  const covers = await coverageRows(context, { window, flags: wanted }, spanRows(tally));
  await page.write(summary, { covers, leftOut });
  await show(summary, tally);
  if (tally.undated > 0) {
    await context.output.note(`${undatedCount(tally.undated)}: counted, but in no day or hour`);
  }
  await noteCoverage(context, { window, flags: wanted }, summary.total);
  await page.tell();
}

/** When the first and the last entry were, if any has a time. */
function spanRows({ first, last, zone }: Tally): readonly (readonly [string, string])[] {
  if (first > last) return [];
  const text = (time: number): string => instantText(time, "people", zone);
  return [
    ["First entry", text(first)],
    ["Last entry", text(last)],
  ];
}

type ShowSummary = (summary: Summary, tally: Tally) => Promise<void>;

const rowFormats: readonly Format[] = ["csv", "tsv", "ndjson"];

/**
 * Refuses fields that the summary does not have; the function returned shows a summary as charts, rows or an object.
 */
async function openSummaryOutput(
  context: Context,
  { top, user }: Pick<Wanted, "top" | "user">,
): Promise<ShowSummary> {
  const { globals, output } = context;
  const isPicked = globals.fields !== undefined || globals.query !== undefined;
  if (output.format === "table" && !isPicked) {
    return (summary, { actors }) =>
      showCharts(context, summary, { top, acts: user === undefined ? undefined : actors });
  }
  if (rowFormats.includes(output.format) && globals.query === undefined) {
    const rows = await output.results(shapeOf(rowResult));
    return async (summary) => void (await rows.list(onePage(summaryRows(topOf(summary, top)))));
  }
  const record = await output.results(shapeOf(summaryResult));
  return (summary) => record.record(topOf(summary, top));
}

async function showCharts(
  { globals, host, output, shownZone }: Context,
  summary: Summary,
  wanted: Pick<SummaryLook, "acts" | "top">,
): Promise<void> {
  if (summary.total === 0) return output.note("no entries");
  const [{ drawSummary }, { openChartLook }] = await Promise.all([
    import("./draw-summary.ts"),
    import("../../terminal/charts.ts"),
  ]);
  const look = await openChartLook(host.stdout, host.env, globals.color ?? "auto");
  await output.document(drawSummary(summary, { ...look, ...wanted, zone: await shownZone() }));
}
