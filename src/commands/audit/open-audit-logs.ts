import type { ListOptions, ListQuery } from "../../client/pages.ts";
import type { Context } from "../../context.ts";
import { operations } from "../../contract/operations.ts";
import type { ListPage } from "../../terminal/output.ts";

/** Asks for pages of audit logs. */
export type ReadAuditLogs = (options?: Pick<ListOptions, "cursor" | "onDemand">) => AsyncIterable<ListPage>;

const operation = operations.listAuditLogs;
const pageSize = 100;

/** Makes ready to read the audit logs that a query names; undefined in a dry run, which shows the first request. */
export async function openAuditLogs(context: Context, query: ListQuery): Promise<ReadAuditLogs | undefined> {
  const [api, { listPages }] = await Promise.all([context.api(), import("../../client/pages.ts")]);
  if (!context.globals.dryRun) return (options) => listPages(api, operation, { ...options, query, pageSize });
  await api.call(operation, { query: { ...query, limit: pageSize } });
  return undefined;
}
