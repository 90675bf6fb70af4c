import type { ListOptions, ListQuery } from "../../client/pages.ts";
import type { Context } from "../../context.ts";
import { operations } from "../../contract/operations.ts";
import type { Column, Format, ListPage } from "../../terminal/output.ts";
import { openLists } from "../one-by-one.ts";
import { noteDuplicates } from "../show-list.ts";
import type { Source } from "./facts.ts";
import { merge } from "./merge.ts";

/** Asks for pages of audit logs. */
type ReadAuditLogs = (
  options?: Pick<ListOptions, "cursor" | "onDemand" | "onDuplicates">,
) => AsyncIterable<ListPage>;

/** Prepares to read the list of the queries; undefined in a dry run, which shows the first request of each. */
export async function openAuditLogs(
  context: Context,
  queries: readonly ListQuery[],
): Promise<ReadAuditLogs | undefined> {
  const api = await context.api();
  const lists = { queries, join: merge, pageSize: 100 };
  const onDuplicates = (count: number) => noteDuplicates(context, count);
  const read: ReadAuditLogs = async function* (options) {
    yield* await openLists(api, operations.listAuditLogs, { onDuplicates, ...options, ...lists });
  };
  if (!context.globals.dryRun) return read;
  for await (const _ of read());
  return undefined;
}

/** The same list, and whose it is. */
export async function openSource(
  context: Context,
  queries: readonly ListQuery[],
): Promise<Source | undefined> {
  const read = await openAuditLogs(context, queries);
  if (read === undefined) return undefined;
  const { baseUrl, merchantAccount } = await context.settings();
  return {
    service: baseUrl?.value ?? null,
    merchantAccount: merchantAccount?.value ?? null,
    pages: (cursor) => read({ cursor }),
  };
}

const auditLogColumns: readonly Column[] = [
  { title: "TIME", field: "timestamp", kind: "time" },
  {
    title: "WHO",
    field: "user.name",
    shrinks: true,
    goes: "same",
    room: 20,
    mark: { field: "user.is_staff", text: "(staff)" },
  },
  { title: "ACTION", field: "action", goes: "same", room: 8 },
  { title: "RESOURCE TYPE", field: "resource.type", goes: "first", room: 16 },
  {
    title: "RESOURCE",
    field: "resource.name",
    instead: "resource.id",
    shrinks: true,
    room: 20,
  },
  { title: "ACCOUNT", field: "merchant_account_id", goes: "first", room: 16 },
  { title: "ID", field: "id", kind: "id", goes: "first" },
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

/** The columns of a list: a table has no room for addresses, and the other formats with columns have everything. */
export function columnsIn(format: Format): readonly Column[] {
  const isTable = format !== "csv" && format !== "tsv";
  return isTable ? auditLogColumns : everyField.map((field) => ({ title: field, field }));
}

export const exportFormats = ["ndjson", "csv", "json", "xlsx"] as const;

export type ExportFormat = (typeof exportFormats)[number];
