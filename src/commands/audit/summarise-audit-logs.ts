import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import type { Context } from "../../context.ts";
import { UsageError } from "../../errors.ts";
import { checkWritable, replaceFile, writing } from "../../files/replace.ts";
import { shapeOf } from "../result.ts";
import { onePage } from "../show-list.ts";
import { countEntry, type Summary, startTally, summarise, summaryRows, type Tally, topOf } from "./counts.ts";
import { coverageRows, noteCoverage } from "./coverage.ts";
import { undatedCount } from "./entry.ts";
import { type FilterValues, openFilter } from "./filters.ts";
import { narrowTo, openAuditLogs } from "./pages.ts";
import { rowResult, summaryResult } from "./summary-result.ts";
import { openWindow, type WindowValues } from "./window.ts";

interface Wanted extends FilterValues, WindowValues {
  readonly html: string | undefined;
  readonly title: string | undefined;
  readonly open: boolean | undefined;
  readonly top: number | undefined;
}

/** Entries in a page: more than anyone reads, and few enough for a browser to filter. */
const mostListed = 5000;

/** Reads the selected entries once, counts them, and shows the counts. */
export async function summariseAuditLogs(context: Context, wanted: Wanted): Promise<void> {
  const { output } = context;
  const filter = await openFilter(context, wanted);
  const window = await openWindow(context, wanted);
  const show = await openSummaryOutput(context, wanted);
  const openPath = await choosePath(wanted);
  const read = await openAuditLogs(context, filter.queries);
  if (read === undefined) return;
  const zone = await context.shownZone();
  const tally = startTally(zone);
  const newest: unknown[] = [];
  let leftOut = 0;
  for await (const { items, undated } of narrowTo(context, { window, match: filter.match })(read())) {
    for (const item of items) countEntry(tally, item);
    if (openPath !== undefined) newest.push(...items.slice(0, mostListed - newest.length));
    leftOut += undated;
  }
  const summary = summarise(tally, window);
  const path = await openPath?.();
  if (path !== undefined) {
    const { auditPage } = await import("./page/audit-page.ts");
    const covers = await coverageRows(context, { window, flags: wanted });
    const { title, top } = wanted;
    const page = auditPage({ covers, summary, entries: newest, title, leftOut, top, zone });
    await writing(path, replaceFile(path, page));
  }
  await show(summary, tally);
  if (tally.undated > 0) {
    await output.note(`${undatedCount(tally.undated)}: counted, but in no day or hour`);
  }
  await noteCoverage(context, { window, flags: wanted }, summary.total);
  if (path !== undefined) await tellPage(context, wanted.html ?? path, wanted.open);
}

/** Refuses a path that can't take a file. Without a page to write, undefined; else a function that gives its path. */
async function choosePath({ html, open, title }: Wanted): Promise<(() => Promise<string>) | undefined> {
  if (html !== undefined) {
    const path = await checkWritable(html, "--html");
    return async () => path;
  }
  // In a folder that only its owner may look into.
  const name = "audit-summary.html";
  if (open) return async () => join(await mkdtemp(join(tmpdir(), "payctl-audit-")), name);
  if (title !== undefined) throw new UsageError("--title needs a page: add --html FILE or --open");
  return undefined;
}

/** Says where the page is, after all other output; it is there whether or not it could be opened. */
async function tellPage({ host, output }: Context, path: string, isOpened = false): Promise<void> {
  await output.note(`wrote ${path}`);
  if (!isOpened) return;
  await host.openFile(resolve(path)).catch(() => output.note(`no browser could be started: open ${path}`));
}

type ShowSummary = (summary: Summary, tally: Tally) => Promise<void>;

/** Refuses fields that the summary does not have; the function returned shows a summary as charts, rows or an object. */
async function openSummaryOutput(context: Context, { top, user }: Wanted): Promise<ShowSummary> {
  const { globals, output } = context;
  const isPicked = globals.fields !== undefined || globals.query !== undefined;
  if (output.format === "table" && !isPicked) {
    return (summary, { actors }) =>
      showCharts(context, summary, { top, acts: user === undefined ? undefined : actors });
  }
  if (["csv", "tsv", "ndjson"].includes(output.format) && globals.query === undefined) {
    const rows = await output.results(shapeOf(rowResult));
    return async (summary) => void (await rows.list(onePage(summaryRows(topOf(summary, top)))));
  }
  const record = await output.results(shapeOf(summaryResult));
  return (summary) => record.record(topOf(summary, top));
}

async function showCharts(
  { globals, host, output, shownZone }: Context,
  summary: Summary,
  wanted: { readonly acts: Tally["actors"] | undefined; readonly top: number | undefined },
): Promise<void> {
  if (summary.total === 0) return output.note("no entries");
  const [{ drawSummary }, { openChartLook }] = await Promise.all([
    import("./draw-summary.ts"),
    import("../../terminal/charts.ts"),
  ]);
  const look = await openChartLook(host.stdout, host.env, globals.color ?? "auto");
  await output.document(drawSummary(summary, { ...look, ...wanted, zone: await shownZone() }));
}
