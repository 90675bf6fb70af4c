import { follow } from "../../audit/follow.ts";
import type { ListQuery } from "../../client/pages.ts";
import type { Context } from "../../context.ts";
import { operations } from "../../contract/operations.ts";
import type { ListPage } from "../../terminal/output.ts";
import { shapeOf } from "../shape.ts";
import { auditLogColumns } from "./columns.ts";
import { openAuditLogs } from "./open-audit-logs.ts";
import { createPauses } from "./pauses.ts";

interface Following {
  readonly query: ListQuery;
  /** Milliseconds between two looks. */
  readonly interval: number;
  /** Entries from before the start. */
  readonly history: number;
}

/** Follows the list and shows what is new, until the command is stopped. */
export async function showNewEntries(context: Context, following: Following): Promise<undefined> {
  const { host, output } = context;
  const { query, interval, history } = following;
  const shape = { ...shapeOf(operations.listAuditLogs, auditLogColumns), endless: true } as const;
  const results = await output.results(shape);
  const read = await openAuditLogs(context, query);
  if (read === undefined) return undefined;
  const { deadline } = await context.settings();
  const pauses = createPauses({
    host,
    interval,
    end: deadline === undefined ? Number.POSITIVE_INFINITY : host.now() + deadline.value,
    note: output.note,
  });
  const pages = () => read({ onDemand: true });
  await results.list(pagesOf(follow({ pages, history, ...pauses })));
  return undefined;
}

async function* pagesOf(entries: AsyncIterable<readonly unknown[]>): AsyncGenerator<ListPage> {
  for await (const items of entries) yield { items, limit: undefined, nextCursor: undefined };
}
