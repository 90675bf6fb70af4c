import type { ListChoice } from "../../client/pages.ts";
import type { Context } from "../../context.ts";
import { UsageError } from "../../errors.ts";
import { parseWord, severalFlag } from "../../terminal/flags.ts";
import { shellWord } from "../../values/text.ts";

/** The global option, as commands have it that read the audit logs of several merchant accounts. */
export const accountFlag = {
  merchantAccount: severalFlag("merchant account to read, or several", parseWord, {
    placeholder: "ID",
    short: "m",
  }),
} as const;

type Account = Pick<ListChoice, "merchantAccount">;

/** The accounts to read, each once; a single one is that of the settings. */
export async function openAccounts({ globals }: Context, given: readonly string[] = []): Promise<Account[]> {
  const names = [...new Set(given)];
  if (names.length < 2) return [{}];
  const { parseMerchantAccount, read } = await import("../../credentials/setting-sources.ts");
  for (const value of names) read({ value, source: "--merchant-account" }, parseMerchantAccount);
  if (globals.expectMerchant !== undefined) {
    throw new UsageError("--expect-merchant can't be used with several merchant accounts", {
      hint: "ask for one at a time, or leave --expect-merchant out",
    });
  }
  return names.map((merchantAccount) => ({ merchantAccount }));
}

/** What a further command needs to read the same audit logs: ` -m shop-oslo`. */
export function placeFlags(merchantAccount: readonly string[] = []): string {
  return merchantAccount.length === 0 ? "" : ` -m ${shellWord(merchantAccount.join(","))}`;
}

/** The names of several accounts; none if the settings decide. */
export function accountNames(queries: readonly Account[]): readonly string[] {
  return [...new Set(queries.flatMap(({ merchantAccount }) => merchantAccount ?? []))];
}
