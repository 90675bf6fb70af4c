import { createHash } from "node:crypto";
import type { Context } from "../context.ts";
import type { Operation } from "../contract/operation.ts";
import { normalised } from "../credentials/protection.ts";
import type { Purpose } from "../files/progress.ts";

/** What a progress file of this command belongs to, whichever profile led there; of other work, a digest is kept. */
export async function purposeOf(
  context: Context,
  { merchantHeader }: Operation,
  work?: unknown,
): Promise<Purpose> {
  const { baseUrl, merchantAccount } = await context.settings();
  const digest = () => createHash("sha256").update(JSON.stringify(work)).digest("base64url");
  return {
    command: context.command,
    base_url: baseUrl === undefined ? null : normalised(baseUrl.value),
    merchant_account: (merchantHeader ? merchantAccount?.value : undefined) ?? null,
    ...(work === undefined ? {} : { fingerprint: digest() }),
  };
}
