import type { Call } from "../handler.ts";
import type { User } from "../store/store.ts";

/** What key pairs and new merchant accounts are recorded in. */
const homeAccountId = "default";

/** Stands in where no dashboard user created the calling key pair. */
const systemUser: User = {
  type: "user",
  id: "00000000-0000-4000-8000-000000000000",
  name: "System",
  is_staff: true,
  status: "active",
  email_address: "system@example.com",
};

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
  /** Absent: the account `default`. */
  readonly merchantAccountId?: string;
}

/** The part of a call that an audit entry needs. */
export type Recorder = Pick<Call<unknown>, "caller" | "newId" | "now" | "resources">;

/** Writes the audit entry of a change; both share the call's transaction. */
export async function recordChange(call: Recorder, change: Change): Promise<void> {
  await call.resources.auditLogs.insert({
    id: call.newId(),
    type: "audit-log",
    timestamp: call.now.toISOString(),
    action: change.action,
    merchant_account_id: change.merchantAccountId ?? homeAccountId,
    resource: { type: change.type, id: change.id, name: change.name },
    user: call.caller.keyPair.creator ?? systemUser,
  });
}
