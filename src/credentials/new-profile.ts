import { resolve } from "node:path";
import { UsageError } from "../errors.ts";
import { checkScopes } from "./ceiling.ts";
import type { ExternalWords } from "./external-sources.ts";
import { storedPlace } from "./profile-key.ts";
import type { Profile } from "./profiles.ts";
import { fromFlag, pairFiles, parseBaseUrl, parseMerchantAccount, read } from "./setting-sources.ts";

export interface ProfileFlags extends ExternalWords {
  readonly baseUrl?: string | undefined;
  readonly merchantAccount?: string | undefined;
  readonly keyFile?: string | undefined;
  readonly tokenFile?: string | undefined;
  readonly caFile?: string | undefined;
  readonly clientCert?: string | undefined;
  readonly clientKey?: string | undefined;
  readonly readOnly?: boolean | undefined;
  readonly scopes?: readonly string[] | undefined;
  readonly protected?: boolean | undefined;
  readonly tz?: string | undefined;
}

/** A profile made only from flags; values from the environment are not stored. */
export function newProfile(flags: ProfileFlags): Profile {
  const baseUrl = fromFlag("--base-url", flags.baseUrl);
  const scopes = fromFlag("--scopes", flags.scopes);
  const merchantAccount = fromFlag("--merchant-account", flags.merchantAccount);
  if (baseUrl === undefined) {
    throw new UsageError("--base-url is missing", {
      hint: "payctl profile add NAME --base-url https://api.example.com",
    });
  }
  refuseTokenFile(flags.tokenFile, "--key-file PATH");
  refuseKeyInput(flags.keyFile);
  const clientCert = fromFlag("--client-cert", flags.clientCert);
  pairFiles(clientCert, fromFlag("--client-key", flags.clientKey), "--client-cert FILE");
  return {
    baseUrl: read(baseUrl, parseBaseUrl).value,
    ...(merchantAccount && { merchantAccount: read(merchantAccount, parseMerchantAccount).value }),
    ...storedPlace(flags),
    // The profile is used from other folders too.
    ...(flags.caFile !== undefined && { caFile: resolve(flags.caFile) }),
    ...(flags.clientCert !== undefined && { clientCert: resolve(flags.clientCert) }),
    ...(flags.clientKey !== undefined && { clientKey: resolve(flags.clientKey) }),
    ...(flags.protected && { protected: true }),
    ...(flags.readOnly && { readOnly: true }),
    ...(scopes !== undefined && { scopes: read(scopes, checkScopes).value }),
    ...(flags.tz !== undefined && { tz: flags.tz }),
  };
}

/** A profile says where a key is, and standard input is there only once. */
export function refuseKeyInput(keyFile: string | undefined): void {
  if (keyFile !== "-") return;
  throw new UsageError("--key-file - can't be stored in a profile: standard input holds the key only now", {
    hint: "store the key: payctl keys import - -p NAME; or name a file: --key-file PATH",
  });
}

/** `instead` names the flags that give a key. */
export function refuseTokenFile(tokenFile: string | undefined, instead: string): void {
  if (tokenFile === undefined) return;
  throw new UsageError("--token-file can't be stored in a profile: a token soon expires", {
    hint: `use a key that signs new ones: ${instead}`,
  });
}
