import { auditActions } from "../../../contract/audit-actions.ts";
import { json } from "../../json.ts";
import type { Database, SqlValue } from "../database.ts";
import { insertRow } from "../insert-row.ts";
import { type Listing, page, type Rows, type Slice } from "../paging.ts";
import type { AuditLog, NewAuditLog } from "../records.ts";

export interface AuditLogFilter {
  readonly merchantAccountId: string;
  readonly action?: string | undefined;
  readonly userId?: string | undefined;
  readonly resourceType?: string | undefined;
}

export interface AuditLogs {
  page(filter: AuditLogFilter, slice: Slice): Promise<Rows<AuditLog>>;
  insert(entry: NewAuditLog): Promise<void>;
}

export function auditLogs(database: Database): AuditLogs {
  return {
    page: async (filter, slice) => page(database, listing(filter), slice),
    insert: async (entry) => insertAuditLog(database, entry),
  };
}

export function insertAuditLog(database: Database, entry: NewAuditLog): void {
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
  const where = conditions.map(([column], place) => `${column} = ?${place + 1}`).join(" AND ");
  const values = conditions.map(([, value]) => value);
  return { body: "body", ...source(filter, where), values, at: "timestamp", id: "id" };
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

/** Rows that an index gives in the order of a page, without one that is not wanted. */
function source(filter: AuditLogFilter, where: string): Pick<Listing, "from" | "where"> {
  const { action, resourceType, userId } = filter;
  const from = `audit_logs INDEXED BY ${indexFor(filter)}`;
  if (action !== undefined || (userId === undefined && resourceType === undefined)) return { from, where };
  const places = auditActions.map(
    (word) => `SELECT body, timestamp, id FROM ${from} WHERE ${where} AND action = '${word}'`,
  );
  // SQLite merges the places as it goes, and stops at the end of the page.
  return { from: `(${places.join(" UNION ALL ")})`, where: "TRUE" };
}

function indexFor({ action, resourceType, userId }: AuditLogFilter): string {
  if (userId !== undefined && resourceType !== undefined) return "audit_logs_by_user_and_resource_type";
  if (userId !== undefined) return "audit_logs_by_user";
  if (resourceType !== undefined) return "audit_logs_by_resource_type";
  return action === undefined ? "audit_logs_by_time" : "audit_logs_by_action";
}
