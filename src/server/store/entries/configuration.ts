import type { Entry } from "../../seed/seed.ts";
import type { StoredFlowRule, ThreeDsConfiguration } from "../records.ts";
import { account, identity, type Made, times } from "./made.ts";

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

/** `position` is the rule's own, or the one that is made up for it. */
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
    position: made.position,
    error_code: entry.error_code ?? null,
    ...times(entry, made),
  };
}
