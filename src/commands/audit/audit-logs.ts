import type { ListOptions, ListQuery } from "../../client/pages.ts";
import type { Context } from "../../context.ts";
import { operations } from "../../contract/operations.ts";
import { textFlag } from "../../terminal/flags.ts";
import type { Column, Format, ListPage } from "../../terminal/output.ts";
import { noteDuplicates } from "../show-list.ts";
import { merge } from "./merge.ts";
import type { Source } from "./open-page.ts";

/** Asks for pages of audit logs. */
type ReadAuditLogs = (
  options?: Pick<ListOptions, "cursor" | "onDemand" | "onDuplicates">,
) => AsyncIterable<ListPage>;

const operation = operations.listAuditLogs;
const pageSize = 100;

/** Prepares to read the audit logs that any of the queries selects; undefined in a dry run, which shows the first requests. */
export async function openAuditLogs(
  context: Context,
  queries: readonly ListQuery[],
): Promise<ReadAuditLogs | undefined> {
  const [api, { listPages }] = await Promise.all([context.api(), import("../../client/pages.ts")]);
  const onDuplicates = (count: number) => noteDuplicates(context, count);
  if (!context.globals.dryRun) {
    return (options) => {
      const several = queries.length > 1 ? ({ onDemand: true } as const) : {};
      const lists = queries.map((query) =>
        listPages(api, operation, { onDuplicates, ...options, ...several, query, pageSize }),
      );
      return merge(lists);
    };
  }
  for (const query of queries) await api.call(operation, { query: { ...query, limit: pageSize } });
  return undefined;
}

/** The archive in a folder, or the service; undefined in a dry run, as above. */
export async function openSource(
  context: Context,
  folder: string | undefined,
  queries: readonly ListQuery[],
): Promise<Source | undefined> {
  if (folder !== undefined) {
    const { openStoredArchive } = await import("./archive/read-archive.ts");
    return openStoredArchive(context, folder);
  }
  const read = await openAuditLogs(context, queries);
  if (read === undefined) return undefined;
  const { baseUrl, merchantAccount } = await context.settings();
  return {
    service: baseUrl?.value ?? null,
    merchantAccount: merchantAccount?.value ?? null,
    archive: undefined,
    pages: () => read(),
  };
}

/** Where entries come from, if not from the service. */
export const archiveFlag = {
  from: textFlag("read an archive in this folder instead of the service", {
    placeholder: "DIR",
    completes: "file",
  }),
} as const;

const auditLogColumns: readonly Column[] = [
  { title: "TIME", field: "timestamp", kind: "time" },
  {
    title: "WHO",
    field: "user.name",
    shrinks: true,
    room: 20,
    mark: { field: "user.is_staff", text: "(staff)" },
  },
  { title: "ACTION", field: "action", room: 8 },
  { title: "RESOURCE TYPE", field: "resource.type", room: 16 },
  { title: "RESOURCE", field: "resource.name", shrinks: true, room: 20 },
  { title: "ACCOUNT", field: "merchant_account_id", shrinks: true, goes: true, room: 16 },
];

/** Every field of an audit log (specification, section 2.5), for files that need columns. */
export const everyField: readonly string[] = [
  "timestamp",
  "id",
  "action",
  "merchant_account_id",
  "resource.type",
  "resource.id",
  "resource.name",
  "user.id",
  "user.name",
  "user.email_address",
  "user.is_staff",
  "user.status",
];

/** The columns of a list: a table has no room for ids and addresses, and the other formats with columns have everything. */
export function columnsIn(format: Format): readonly Column[] {
  if (format !== "csv" && format !== "tsv") return auditLogColumns;
  return everyField.map((field) => ({ title: field, field }));
}

export const exportFormats = ["ndjson", "csv", "json", "parquet"] as const;

export type ExportFormat = (typeof exportFormats)[number];
