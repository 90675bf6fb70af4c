import { operationScopes } from "../../contract/scopes.ts";
import type { Check } from "../check.ts";
import { skipped } from "../finding.ts";

/** Reading gift card balances takes cards, and whatever writes would change something. */
export function otherScopes(tried: readonly string[]): Check {
  const left = operationScopes.filter((scope) => !tried.includes(scope));
  return {
    name: "other-scopes",
    run: async () => skipped(`not tried, for there is no harmless call: ${left.join(", ")}`),
  };
}
