import type { auditActions } from "../../contract/audit-actions.ts";
import type { AuditLog } from "./records.ts";

/** An audit log that lists will find: they are put together from those of each action. */
export type NewAuditLog = AuditLog & { readonly action: (typeof auditActions)[number] };
