import { countEntry, createTally } from "../../audit/count-entries.ts";
import { summarise } from "../../audit/summary.ts";
import { within } from "../../audit/within.ts";
import type { ListQuery } from "../../client/pages.ts";
import type { Context } from "../../context.ts";
import type { ListPage } from "../../terminal/output.ts";
import { openAuditLogs } from "./open-audit-logs.ts";
import { openPage } from "./open-page.ts";
import { openSummaryOutput } from "./summary-output.ts";
import { openWindow } from "./window-flags.ts";

interface SummaryRequest {
  readonly html: string | undefined;
  readonly since: string | undefined;
  readonly until: string | undefined;
  readonly query: ListQuery;
}

/** Reads what the flags name once, counts it, and shows the counts. */
export async function summariseAuditLogs(context: Context, request: SummaryRequest): Promise<undefined> {
  const window = await openWindow(context, request);
  const show = await openSummaryOutput(context);
  const page = await openPage(context, request);
  const read = await openAuditLogs(context, request.query);
  if (read === undefined) return undefined;
  const tally = createTally();
  await readAll(context, within(read(), window), (items) => {
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
