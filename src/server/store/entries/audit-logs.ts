import type { AuditLog, User } from "../records.ts";
import type { Entry } from "../seed/seed.ts";
import { account, identity, type Made } from "./made.ts";

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
