import type { NewAuditLog, StoredFlowRule, ThreeDsConfiguration, User } from "../records.ts";
import type { Entry } from "../seed/seed.ts";
import { account, identity, type Made, times } from "./entry.ts";

export function threeDsConfigurationOf(
  entry: Entry<"three_ds_configurations">,
  made: Made,
): ThreeDsConfiguration {
  return {
    type: "merchant-account.three-ds-configuration",
    ...entry,
    ...identity(entry, made),
    ...account(entry),
    currency: entry.currency ?? null,
    metadata: entry.metadata ?? null,
    ...times(entry, made),
  };
}

/** A rule without a position gets the one that is made up for it. */
export function flowRuleOf(
  entry: Entry<"flow_rules">,
  made: Made & { readonly position: number },
): StoredFlowRule {
  return {
    type: "rule",
    ...entry,
    ...identity(entry, made),
    ...account(entry),
    description: entry.description ?? null,
    conditions: entry.conditions ?? [],
    position: entry.position ?? made.position,
    error_code: entry.error_code ?? null,
    ...times(entry, made),
  };
}

/** `user` is the dashboard user whom the entry names. */
export function auditLogOf(entry: Entry<"audit_logs">, made: Made & { readonly user: User }): NewAuditLog {
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
