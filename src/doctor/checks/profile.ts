import type { Settings } from "../../credentials/settings.ts";
import type { Check } from "../check.ts";
import { ok } from "../finding.ts";

export const profile: Check = {
  name: "profile",
  run: async ({ settings }) => ok(describe(await settings())),
};

/** What was chosen, and by what. */
function describe({ profile: chosen, isProtected, merchantAccount, credential, notes }: Settings): string {
  const kept = isProtected ? ", protected" : "";
  return [
    chosen === undefined ? "no profile" : `profile ${chosen.value} (${chosen.source})${kept}`,
    merchantAccount === undefined
      ? "no merchant account"
      : `merchant account ${merchantAccount.value} (${merchantAccount.source})`,
    credential === undefined ? "no key" : `${kindOf(credential.value.kind)} (${credential.source})`,
    ...notes,
  ].join("; ");
}

function kindOf(kind: string): "key" | "token" {
  return kind.startsWith("token") ? "token" : "key";
}
