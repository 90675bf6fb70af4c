import type { ApiError } from "../../errors.ts";
import type { Check } from "../check.ts";
import type { Examination } from "../examination.ts";
import { type Finding, failure, ok, warning } from "../finding.ts";
import type { TriedScope } from "../probe-scope.ts";

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

/** A key without a scope may be meant so; a merchant account that isn't there never is. */
export async function judgeRefusal(error: ApiError, { settings }: Examination): Promise<Finding> {
  const account = (await settings()).merchantAccount;
  if (error.status === 403) {
    const further = account === undefined ? "" : `, or the merchant account ${account.value}`;
    return warning(
      `refused: ${error.message}`,
      `if the key is to have it, give its pair a role with this scope${further}`,
    );
  }
  // The scope is checked before anything is looked for.
  if (error.status === 404 && account === undefined) return ok("accepted");
  if (error.status !== 404) return failure(`refused: ${error.message}`, error.hint);
  return failure(
    `accepted, but this key finds no merchant account ${account?.value} (${account?.source})`,
    "name another: -m ID",
  );
}
