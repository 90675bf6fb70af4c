import { countEntry, createTally, type Tally } from "../../audit/count-entries.ts";
import { keepNewest, type Newest } from "../../audit/newest.ts";
import { checkPlace, replaceFile } from "../../audit/place.ts";
import { type Summary, summarise } from "../../audit/summary.ts";
import { parseWindow, type Window } from "../../audit/window.ts";
import { within } from "../../audit/within.ts";
import type { ListQuery } from "../../client/pages.ts";
import type { Context } from "../../context.ts";
import { operations } from "../../contract/operations.ts";
import { openSummaryOutput } from "./summary-output.ts";

interface SummaryRequest {
  readonly html: string | undefined;
  readonly since: string | undefined;
  readonly until: string | undefined;
  readonly query: ListQuery;
}

const operation = operations.listAuditLogs;
/** Entries in a page: more than anyone reads, and few enough for a browser to filter while one types. */
const mostEntries = 5000;

/** Reads what the flags name once, counts it, and shows the counts. */
export async function summariseAuditLogs(context: Context, request: SummaryRequest): Promise<undefined> {
  const { html, query } = request;
  const window = parseWindow(request, context.host.now());
  const show = await openSummaryOutput(context);
  if (html !== undefined) await checkPlace(html, "--html");
  if (context.globals.dryRun) {
    await (await context.api()).call(operation, { query: { ...query, limit: 100 } });
    return undefined;
  }
  const tally = createTally();
  const newest = keepNewest(html === undefined ? 0 : mostEntries);
  await readAll(context, { query, window, tally, newest });
  const summary = summarise(tally, window);
  if (html !== undefined) await writePage(context, request, { summary, entries: newest.items() });
  await show(summary);
  return undefined;
}

interface Reading {
  readonly query: ListQuery;
  readonly window: Window;
  readonly tally: Tally;
  readonly newest: Newest;
}

async function readAll(context: Context, { query, window, tally, newest }: Reading): Promise<void> {
  const [api, { listPages }] = await Promise.all([context.api(), import("../../client/pages.ts")]);
  const progress = context.output.progress({ done: "counted" });
  try {
    for await (const page of within(listPages(api, operation, { query, pageSize: 100 }), window)) {
      for (const item of page.items) countEntry(tally, item);
      newest.add(page.items);
      await progress.advance(page.items.length);
    }
  } finally {
    await progress.end();
  }
}

interface Counted {
  readonly summary: Summary;
  readonly entries: readonly unknown[];
}

async function writePage(context: Context, request: SummaryRequest, counted: Counted): Promise<void> {
  const { html: path = "", query } = request;
  const [{ auditPage }, settings] = await Promise.all([
    import("../../report/audit-page.ts"),
    context.settings(),
  ]);
  const page = auditPage({
    ...counted,
    service: settings.baseUrl?.value ?? "",
    merchantAccount: settings.merchantAccount?.value,
    filters: query,
    madeAt: new Date(context.host.now()).toISOString(),
  });
  await replaceFile(path, page);
  await context.output.note(`wrote ${path}`);
}
