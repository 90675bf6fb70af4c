import { UsageError } from "../../../errors.ts";
import { json } from "../../json.ts";
import type { SeedEntry } from "../../seed/seed.ts";
import { type Listing, page } from "../paging.ts";
import type { AuditLog, AuditUser, Made, OwnAuditLog, Rows, Slice, User } from "../records.ts";
import type { Sql, SqlValue } from "../sql.ts";
import { account, identity } from "./made.ts";
import { users } from "./users.ts";

export interface AuditLogFilter {
  readonly merchantAccountId: string;
  readonly action?: string | undefined;
  readonly userId?: string | undefined;
  readonly resourceType?: string | undefined;
}

export function auditLogs(sql: Sql) {
  const insertAt = (place: AuditPlace, entry: AuditLog) =>
    sql.insert("audit_logs", {
      id: place.id,
      merchant_account_id: place.merchant_account_id,
      timestamp: place.timestamp,
      action: entry.action,
      // No filter has an empty id.
      user_id: entry.user.id ?? "",
      resource_type: entry.resource.type,
      body: json(entry),
    });
  return {
    page: (filter: AuditLogFilter, slice: Slice): Promise<Rows<AuditLog>> =>
      page(sql, listing(filter), slice),
    /** Of entries with the same time, the one of the earlier moment is older. */
    insert: (entry: OwnAuditLog, moment: number) =>
      insertAt({ ...entry, timestamp: entry.timestamp + digits(moment) }, entry),
    /**
     * Inserts an entry from a seed, which may be of any time, and may be answered without an id. Of entries with the same
     * time, the one of the higher rank is newer.
     */
    async insertEntry(entry: SeedEntry<"audit_logs">, made: Made & { readonly rank: number }): Promise<void> {
      const place = { ...identity(entry, made), ...account(entry) };
      const user = entry.user_id === undefined ? undefined : await users(sql).find(entry.user_id);
      const log = auditLogOf(entry, { place, at: made.at, user });
      await insertAt(
        { ...place, timestamp: `${log.timestamp}${made.rank === 0 ? "" : digits(made.rank)}` },
        log,
      );
    },
    /** The rank, or the moment, of an entry; 0 for one that has none. */
    async rank(id: string): Promise<number> {
      const text = "SELECT substr(timestamp, 25) AS rank FROM audit_logs WHERE id = ?";
      return Number.parseInt((await sql.get<{ rank: string }>(text, id))?.rank || "0", 36);
    },
  };
}

/** Where an entry is stored, even if it is answered without an id or an account. */
interface AuditPlace {
  readonly id: string;
  readonly merchant_account_id: string;
  /** Continues behind the time with what orders the entries of one time. */
  readonly timestamp: string;
}

/** Of one length until the year 4200, so that they are in the order of the numbers. */
function digits(moment: number): string {
  return moment.toString(36).padStart(11, "0");
}

/** Each combination of filters has an index of its own, in the order of the list. */
function listing(filter: AuditLogFilter): Listing<AuditLog> {
  const columns: [string, SqlValue | undefined][] = [
    ["merchant_account_id", filter.merchantAccountId],
    ["action", filter.action],
    ["resource_type", filter.resourceType],
    ["user_id", filter.userId],
  ];
  const wanted = columns.filter((column): column is [string, SqlValue] => column[1] !== undefined);
  return {
    columns: "body",
    from: "audit_logs",
    where: wanted.map(([column]) => `${column} = ?`).join(" AND "),
    values: wanted.map(([, value]) => value),
    at: "timestamp",
    id: "id",
  };
}

interface AuditParts {
  readonly place: Omit<AuditPlace, "timestamp">;
  readonly at: string;
  /** The dashboard user that the entry names by id. */
  readonly user: User | undefined;
}

/** A null in the entry is null in the answer; a missing value is made up. */
function auditLogOf(entry: SeedEntry<"audit_logs">, { at, place, user }: AuditParts): AuditLog {
  const { action, resource, timestamp } = entry;
  const named = entry.user === undefined ? user : auditUserOf(entry.user);
  if (named === undefined) throw new UsageError("an audit log names a user who does not exist");
  return {
    type: "audit-log",
    id: entry.id === null ? null : place.id,
    merchant_account_id: entry.merchant_account_id === null ? null : place.merchant_account_id,
    timestamp: timestamp ?? at,
    action,
    resource: { type: resource.type, id: resource.id, name: resource.name ?? null },
    user: named,
  };
}

function auditUserOf(user: NonNullable<SeedEntry<"audit_logs">["user"]>): AuditUser {
  return { ...user, type: "user", is_staff: user.is_staff ?? false, status: user.status ?? "active" };
}
