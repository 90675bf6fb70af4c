import { operationScopes } from "../../contract/scopes.ts";
import type { ApiError } from "../../errors.ts";
import { readField } from "../../terminal/fields.ts";
import { showsPersonalData, type TriedScope } from "../auth/probe-scope.ts";
import { type Check, type Examination, type Finding, failed, ok, skipped, warning } from "./check.ts";

export const token: Check = {
  name: "token",
  async run({ accepted, credential }) {
    await accepted();
    const { kind } = await credential();
    return ok(
      kind === "token" ? "the service accepts the token" : "the service accepts tokens signed with this key",
    );
  },
};

/** What the service has under the thumbprint of the key in use. */
export const keyPair: Check = {
  name: "key-pair",
  async run(examination) {
    await examination.accepted();
    if ((await examination.probe("api-key-pairs.read")).kind === "refused") {
      return skipped("not tried: api-key-pairs.read is refused");
    }
    const found = await examination.keyPair();
    if (found === undefined) {
      return warning(
        "the service does not list the key pair that signs these calls",
        "ask whoever administers the service, and compare the thumbprint: payctl keys show",
      );
    }
    const { active, display_name: name, id } = found;
    if (active !== false) return ok(`the service has this public key as ${name} (${id})`);
    return failed(`the key pair ${name} (${id}) is not active`, "have it activated, or use another key");
  },
};

/** Whether a read with the scope is answered. */
export function scope(name: TriedScope): Check {
  return {
    name,
    async run(examination) {
      await examination.accepted();
      const probed = await examination.probe(name);
      return probed.kind === "accepted" ? ok("accepted") : judgeRefusal(probed.error, examination);
    },
  };
}

/** A missing scope may be intended; a missing merchant account never is. */
async function judgeRefusal(error: ApiError, { settings }: Examination): Promise<Finding> {
  const account = (await settings()).merchantAccount;
  if (error.status === 403) {
    const further = account === undefined ? "" : `, or the merchant account ${account.value}`;
    return warning(
      `refused: ${error.message}`,
      `to grant it, give the key pair a role with this scope${further}`,
    );
  }
  // The scope is checked before anything is looked for.
  if (error.status === 404 && account === undefined) return ok("accepted");
  if (error.status !== 404) return failed(`refused: ${error.message}`, error.hint);
  return failed(
    `accepted, but this key can't see the merchant account ${account?.value} (${account?.source})`,
    "choose another: -m ID",
  );
}

/** No call is refused for lack of this scope: the test is whether personal data is shown. */
export const personalData: Check = {
  name: "buyers.billing-details.read",
  async run(examination) {
    await examination.accepted();
    if ((await examination.probe("buyers.read")).kind === "refused") {
      return skipped("not tried: buyers.read is refused");
    }
    const probed = await examination.probe("buyers.billing-details.read");
    if (probed.kind === "refused") return judgeRefusal(probed.error, examination);
    const buyers = readField(probed.value, "items");
    if (!Array.isArray(buyers) || buyers.length === 0) {
      return skipped("not tried: there is no buyer to look at");
    }
    if (buyers.some(showsPersonalData)) return ok("accepted: personal data of buyers is shown");
    return warning(
      "no buyer that was checked shows personal data: the scope is missing, or there is none",
      "to let the key see it, give its key pair a role with this scope",
    );
  },
};

/** Reading gift card balances takes cards, and whatever writes would change something. */
export function otherScopes(tried: readonly string[]): Check {
  const left = operationScopes.filter((scope) => !tried.includes(scope));
  return {
    name: "other-scopes",
    run: async () => skipped(`not tried, because there is no harmless call: ${left.join(", ")}`),
  };
}
