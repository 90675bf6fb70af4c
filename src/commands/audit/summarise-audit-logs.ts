import type { Context } from "../../context.ts";
import type { Column, Format, ListPage } from "../../terminal/output.ts";
import { recordShape } from "../shape.ts";
import { onePage } from "../show-list.ts";
import { openSource } from "./audit-logs.ts";
import { countEntry, type Summary, startTally, summarise } from "./counts.ts";
import { undatedCount } from "./entry.ts";
import { summaryRows } from "./figures.ts";
import { type AuditFilter, noteNamesakes } from "./filters.ts";
import { openPage, type PageRequest } from "./open-page.ts";
import { openWindow, within } from "./window.ts";

interface SummaryRequest extends PageRequest {
  /** The folder of an archive that is read instead of the service. */
  readonly from: string | undefined;
  readonly since: string | undefined;
  readonly until: string | undefined;
  readonly filter: AuditFilter;
}

/** Reads the selected entries once, counts them, and shows the counts. */
export async function summariseAuditLogs(context: Context, request: SummaryRequest): Promise<undefined> {
  const window = await openWindow(context, request);
  const show = await openSummaryOutput(context);
  const page = await openPage(context, request);
  const source = await openSource(context, request.from, request.filter.queries);
  if (source === undefined) return undefined;
  const zone = await context.shownZone();
  const tally = startTally(zone);
  let leftOut = 0;
  await readAll(context, within(source.pages(window), window, request.filter.match), ({ items, undated }) => {
    for (const item of items) countEntry(tally, item);
    page.see(items);
    leftOut += undated;
  });
  const summary = summarise(tally, window);
  await page.write(summary, source);
  await show(summary);
  await noteNamesakes(context, request.filter);
  if (leftOut > 0) await context.output.note(`${undatedCount(leftOut)}: not counted`);
  if (tally.undated > 0) {
    await context.output.note(`${undatedCount(tally.undated)}: counted, but in no day or hour`);
  }
  await page.tell();
  return undefined;
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

const recordFields = [
  "since",
  "until",
  "tz",
  "first_at",
  "last_at",
  "total",
  "staff",
  ...["day", "count"].map((field) => `days.${field}`),
  ...["id", "name", "email_address", "is_staff", "count", "actions"].map((field) => `actors.${field}`),
  ...["action", "count"].map((field) => `actions.${field}`),
  ...["resource_type", "count"].map((field) => `resource_types.${field}`),
  ...["weekday", "hours"].map((field) => `weekdays.${field}`),
];

const rowColumns: readonly Column[] = [
  { title: "DIMENSION", field: "dimension" },
  { title: "KEY", field: "key" },
  { title: "COUNT", field: "count", kind: "number" },
  { title: "NAME", field: "name" },
  { title: "STAFF", field: "is_staff" },
];

const rowFormats: readonly Format[] = ["csv", "tsv", "ndjson"];

/**
 * Refuses fields that the summary does not have; the function returned shows a summary as charts, rows or an object.
 */
async function openSummaryOutput({ globals, host, output, shownZone }: Context): Promise<ShowSummary> {
  const isPicked = globals.fields !== undefined || globals.query !== undefined;
  if (output.format === "table" && !isPicked) {
    return async (summary) => {
      if (summary.total === 0) return output.note("no entries");
      const [{ drawSummary }, { openChartLook }] = await Promise.all([
        import("./draw-summary.ts"),
        import("../../terminal/charts.ts"),
      ]);
      const look = await openChartLook(host.stdout, host.env, globals.color ?? "auto");
      await output.document(drawSummary(summary, { ...look, zone: await shownZone() }));
    };
  }
  if (rowFormats.includes(output.format) && globals.query === undefined) {
    const rows = await output.results(recordShape(rowColumns));
    return async (summary) => void (await rows.list(onePage(summaryRows(summary))));
  }
  const record = await output.results(recordShape([], recordFields));
  return (summary) => record.record(summary);
}
