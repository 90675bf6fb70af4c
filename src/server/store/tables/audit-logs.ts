import { json } from "../../json.ts";
import type { Database, SqlValue } from "../database.ts";
import { insertRow } from "../insert-row.ts";
import { type Listing, page } from "../page.ts";
import type { AuditLog } from "../records.ts";
import type { Rows, Slice } from "../store.ts";

export interface AuditLogFilter {
  readonly merchantAccountId: string;
  readonly action?: string | undefined;
  readonly userId?: string | undefined;
  readonly resourceType?: string | undefined;
}

export interface AuditLogs {
  page(filter: AuditLogFilter, slice: Slice): Promise<Rows<AuditLog>>;
  insert(entry: AuditLog): Promise<void>;
}

export function auditLogs(database: Database): AuditLogs {
  return {
    page: async (filter, slice) => page(database, listing(filter), slice),
    insert: async (entry) => insertAuditLog(database, entry),
  };
}

export function insertAuditLog(database: Database, entry: AuditLog): void {
  insertRow(database, "audit_logs", {
    id: entry.id,
    merchant_account_id: entry.merchant_account_id,
    timestamp: entry.timestamp,
    action: entry.action,
    user_id: entry.user.id,
    resource_type: entry.resource.type,
    body: json(entry),
  });
}

function listing(filter: AuditLogFilter): Listing {
  const conditions = wanted(filter);
  return {
    body: "body",
    from: `audit_logs INDEXED BY ${narrowestIndex(filter)}`,
    where: conditions.map(([column]) => `${column} = ?`).join(" AND "),
    values: conditions.map(([, value]) => value),
    at: "timestamp",
    id: "id",
  };
}

function wanted(filter: AuditLogFilter): [string, SqlValue][] {
  const columns: [string, SqlValue | undefined][] = [
    ["merchant_account_id", filter.merchantAccountId],
    ["user_id", filter.userId],
    ["resource_type", filter.resourceType],
    ["action", filter.action],
  ];
  return columns.filter((column): column is [string, SqlValue] => column[1] !== undefined);
}

/** The index of the filter that leaves the fewest rows; the others are checked on its own columns. */
function narrowestIndex(filter: AuditLogFilter): string {
  if (filter.userId !== undefined) return "audit_logs_by_user";
  if (filter.resourceType !== undefined) return "audit_logs_by_resource_type";
  return filter.action === undefined ? "audit_logs_by_time" : "audit_logs_by_action";
}
