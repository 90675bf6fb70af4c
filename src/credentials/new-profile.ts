import { resolve } from "node:path";
import { UsageError } from "../errors.ts";
import type { Profile } from "./profiles.ts";
import { fromFlag, parseBaseUrl, parseMerchantAccount, read } from "./setting-sources.ts";

export interface ProfileFlags {
  readonly baseUrl?: string | undefined;
  readonly merchantAccount?: string | undefined;
  readonly keyFile?: string | undefined;
  readonly tokenFile?: string | undefined;
  readonly protected?: boolean | undefined;
  readonly tz?: string | undefined;
}

/** A profile out of flags alone; what the environment says is not written down. */
export function newProfile(flags: ProfileFlags): Profile {
  const baseUrl = fromFlag("--base-url", flags.baseUrl);
  const merchantAccount = fromFlag("--merchant-account", flags.merchantAccount);
  if (baseUrl === undefined) {
    throw new UsageError("--base-url is missing", {
      hint: "payctl profile add NAME --base-url https://api.example.com",
    });
  }
  refuseTokenFile(flags.tokenFile, "--key-file PATH");
  return {
    baseUrl: read(baseUrl, parseBaseUrl).value,
    ...(merchantAccount && { merchantAccount: read(merchantAccount, parseMerchantAccount).value }),
    // The profile is used from other folders too.
    ...(flags.keyFile !== undefined && { keyFile: resolve(flags.keyFile) }),
    ...(flags.protected && { protected: true }),
    ...(flags.tz !== undefined && { tz: flags.tz }),
  };
}

/** `instead` names the flags that give a key. */
export function refuseTokenFile(tokenFile: string | undefined, instead: string): void {
  if (tokenFile === undefined) return;
  throw new UsageError("--token-file can't be stored in a profile: a token soon expires", {
    hint: `use a key that signs new ones: ${instead}`,
  });
}
