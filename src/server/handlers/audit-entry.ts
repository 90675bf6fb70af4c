import type { Call } from "../handler.ts";
import { defaultAccountId, referenceUser } from "../store/built-in.ts";
import type { OwnAuditLog } from "../store/records.ts";

/** What happened to what; the words are the API's own. */
export interface Change {
  readonly action: "created" | "updated" | "deleted";
  readonly type:
    | "account-updater-job"
    | "api-key-pair"
    | "digital-wallet"
    | "merchant-account"
    | "network-token"
    | "rule";
  readonly id: string;
  readonly name: string | null;
  /** Absent: the account `default`, where key pairs and new merchant accounts are recorded. */
  readonly merchantAccountId?: string;
}

/** The part of a call that an audit entry needs. */
export type Recorder = Pick<Call<unknown>, "caller" | "moment" | "newId" | "now" | "resources">;

/** Writes the audit entry of a change; both share the call's transaction. */
export async function recordChange(call: Recorder, change: Change): Promise<void> {
  const entry: OwnAuditLog = {
    id: call.newId(),
    type: "audit-log",
    timestamp: call.now.toISOString(),
    action: change.action,
    merchant_account_id: change.merchantAccountId ?? defaultAccountId,
    resource: { type: change.type, id: change.id, name: change.name },
    user: call.caller.keyPair.creator ?? referenceUser,
  };
  await call.resources.auditLogs.insert(entry, call.moment);
}
