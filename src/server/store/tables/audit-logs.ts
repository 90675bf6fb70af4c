import { json } from "../../json.ts";
import type { Entry } from "../../seed/seed.ts";
import { type Database, insertRow, type SqlValue } from "../database.ts";
import { type Listing, page, type Rows, type Slice } from "../paging.ts";
import type { AuditLog, User } from "../records.ts";
import { account, identity, type Made } from "./made.ts";

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

/** Each combination of filters has an index of its own, in the order of the list. */
function listing(filter: AuditLogFilter): Listing {
  const columns: [string, SqlValue | undefined][] = [
    ["merchant_account_id", filter.merchantAccountId],
    ["action", filter.action],
    ["resource_type", filter.resourceType],
    ["user_id", filter.userId],
  ];
  const wanted = columns.filter((column): column is [string, SqlValue] => column[1] !== undefined);
  return {
    body: "body",
    from: "audit_logs",
    where: wanted.map(([column]) => `${column} = ?`).join(" AND "),
    values: wanted.map(([, value]) => value),
    at: "timestamp",
    id: "id",
  };
}

/** `user` is the dashboard user whom the entry names. */
export function auditLogOf(entry: Entry<"audit_logs">, made: Made & { readonly user: User }): AuditLog {
  const { action, resource, timestamp } = entry;
  return {
    type: "audit-log",
    ...identity(entry, made),
    ...account(entry),
    timestamp: timestamp ?? made.at,
    action,
    resource: { type: resource.type, id: resource.id, name: resource.name ?? null },
    user: made.user,
  };
}
