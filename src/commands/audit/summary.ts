import type { Context } from "../../context.ts";
import { operations } from "../../contract/operations.ts";
import { type FlagValues, switchFlag, textFlag } from "../../terminal/flags.ts";
import type { Column, Format, ListPage } from "../../terminal/output.ts";
import { command } from "../command.ts";
import { recordShape } from "../shape.ts";
import { onePage } from "../show-list.ts";
import { archiveFlag, openSource } from "./audit-logs.ts";
import { countEntry, type Summary, startTally, summarise } from "./counts.ts";
import { undatedCount } from "./entry.ts";
import { summaryRows } from "./figures.ts";
import {
  aboutWindowedFilters,
  filterFlags,
  filterTexts,
  noteNamesakes,
  openFilter,
  openWholeFilter,
} from "./filters.ts";
import { tellLooked } from "./looked.ts";
import { openPage } from "./open-page.ts";
import { aboutWindow, openWindow, windowFlags, within } from "./window.ts";

const flags = {
  html: textFlag("also write a page for the browser", { placeholder: "FILE", completes: "file" }),
  title: textFlag("title of the page (Audit summary)", { placeholder: "TEXT" }),
  open: switchFlag("open the page in the browser; without --html, in a temporary file"),
  ...archiveFlag,
  ...windowFlags,
  ...filterFlags,
} as const;

export const auditSummary = command({
  document: true,
  about:
    "Counts by day, person, action, resource type, and hour of the week: as bars, or with -o json as one object. " +
    "CSV, TSV and NDJSON have a row for each count. Days and hours are UTC; off a terminal, only " +
    "--tz itself chooses another zone. --from reads an archive, which needs neither the service nor a key.\n\n" +
    `${aboutWindowedFilters}\n\n${aboutWindow}\n\n` +
    "--html also writes a page, with charts and the newest 5,000 entries to filter and sort. It is a single file " +
    "that loads nothing from elsewhere. It contains people's names, so only its owner may read it.",
  operation: operations.listAuditLogs,
  arguments: {},
  flags,
  shape:
    '{"since"?, "until"?, "tz", "first_at"?, "last_at"?, "total":integer, "staff":integer, "days": [{day, count:integer}], ' +
    '"actors": [{id?, name?, email_address?, is_staff?:boolean, count:integer, actions: [{action, count:integer}]}], ' +
    '"actions": [{action?, count:integer}], "resource_types": [{resource_type?, count:integer}], ' +
    '"weekdays": [{weekday, hours: [count:integer]}]}',
  examples: [
    { command: "payctl audit summary --since 7d", about: "the last seven days" },
    {
      command: "payctl audit summary --since 30d --action deleted --html deletions.html",
      about: "a month of deletions, as a page to share",
    },
  ],
  run: (context, { flags }) => summariseAuditLogs(context, flags),
});

/** Reads the selected entries once, counts them, and shows the counts. */
async function summariseAuditLogs(context: Context, wanted: FlagValues<typeof flags>): Promise<void> {
  const filter = await (wanted.from === undefined ? openFilter : openWholeFilter)(context, wanted);
  const window = await openWindow(context, wanted);
  const show = await openSummaryOutput(context);
  const page = await openPage(context, { ...wanted, filters: filterTexts(wanted) });
  const source = await openSource(context, wanted.from, filter.queries);
  if (source === undefined) return;
  const zone = await context.shownZone();
  const tally = startTally(zone);
  let leftOut = 0;
  await readAll(context, within(source.pages(window), window, filter.match), ({ items, undated }) => {
    for (const item of items) countEntry(tally, item);
    page.see(items);
    leftOut += undated;
  });
  const summary = summarise(tally, window);
  await page.write(summary, source);
  await show(summary);
  await noteNamesakes(context, filter);
  if (leftOut > 0) await context.output.note(`${undatedCount(leftOut)}: not counted`);
  if (tally.undated > 0) {
    await context.output.note(`${undatedCount(tally.undated)}: counted, but in no day or hour`);
  }
  await tellLooked(context, { window, filter, flags: wanted, from: wanted.from }, summary.total);
  await page.tell();
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
