import { countEntry, createTally } from "../../audit/count-entries.ts";
import { summarise } from "../../audit/summary.ts";
import { parseWindow } from "../../audit/window.ts";
import { within } from "../../audit/within.ts";
import type { ListQuery } from "../../client/pages.ts";
import type { Context } from "../../context.ts";
import { operations } from "../../contract/operations.ts";
import type { ListPage } from "../../terminal/output.ts";
import { openPage } from "./open-page.ts";
import { openSummaryOutput } from "./summary-output.ts";

interface SummaryRequest {
  readonly html: string | undefined;
  readonly since: string | undefined;
  readonly until: string | undefined;
  readonly query: ListQuery;
}

const operation = operations.listAuditLogs;

/** Reads what the flags name once, counts it, and shows the counts. */
export async function summariseAuditLogs(context: Context, request: SummaryRequest): Promise<undefined> {
  const { query } = request;
  const window = parseWindow(request, context.host.now());
  const show = await openSummaryOutput(context);
  const page = await openPage(context, request);
  const [api, { listPages }] = await Promise.all([context.api(), import("../../client/pages.ts")]);
  if (context.globals.dryRun) {
    await api.call(operation, { query: { ...query, limit: 100 } });
    return undefined;
  }
  const tally = createTally();
  const pages = within(listPages(api, operation, { query, pageSize: 100 }), window);
  await readAll(context, pages, (items) => {
    for (const item of items) countEntry(tally, item);
    page.see(items);
  });
  const summary = summarise(tally, window);
  await page.write(summary);
  await show(summary);
  await page.tell();
  return undefined;
}

async function readAll(
  { output }: Context,
  pages: AsyncIterable<ListPage>,
  see: (items: readonly unknown[]) => void,
): Promise<void> {
  const progress = output.progress({ done: "counted" });
  try {
    for await (const { items } of pages) {
      see(items);
      await progress.advance(items.length);
    }
  } finally {
    await progress.end();
  }
}
