import type { AuditLog } from "./records.ts";

/** Every word that an audit log can have as its action; lists without that filter are put together from these. */
export const auditActions = ["created", "updated", "deleted", "voided", "canceled", "captured"] as const;

/** An audit log that lists will find. */
export type NewAuditLog = AuditLog & { readonly action: (typeof auditActions)[number] };
