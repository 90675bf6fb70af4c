import type { ProfileContents } from "../profiles.ts";
import type { Setting, Settings } from "../settings.ts";
import { parseBaseUrl } from "./base-url.ts";
import { chooseProfile, chooseProfileName } from "./choose-profile.ts";
import { resolveCredential } from "./credential.ts";
import { limitEnvironment } from "./limit-environment.ts";
import { checkWait, parseRetries, parseWait } from "./limits.ts";
import { parseMerchantAccount } from "./merchant-account.ts";
import { type Chosen, type Environment, fromEnvironment, fromFlag, fromProfile, read } from "./sources.ts";

/** The flags that settings come from, under the names that they have among the global options. */
export interface SettingFlags {
  readonly profile?: string | undefined;
  readonly baseUrl?: string | undefined;
  readonly merchantAccount?: string | undefined;
  readonly keyFile?: string | undefined;
  readonly tokenFile?: string | undefined;
  readonly timeout?: number | undefined;
  readonly deadline?: number | undefined;
  readonly retries?: number | undefined;
}

export interface SettingSources {
  readonly globals: SettingFlags;
  readonly env: Environment;
  readonly profiles: ProfileContents;
  /** Where the stored key with a thumbprint is. */
  keyPath(thumbprint: string): string;
}

/** Flag, environment, profile, default: the first level that names a setting decides it. */
export function resolveSettings(sources: SettingSources): Settings {
  const { globals, profiles, keyPath } = sources;
  const profile = chooseProfileName(globals.profile, sources.env, profiles.current);
  const chosen = chooseProfile(profile, profiles);
  const { env, notes } = limitEnvironment(globals.profile, sources.env);
  return {
    profile,
    baseUrl: resolveText({
      name: "base-url",
      flag: globals.baseUrl,
      env,
      chosen,
      saved: chosen?.profile.baseUrl,
      parse: parseBaseUrl,
    }),
    merchantAccount: resolveText({
      name: "merchant-account",
      flag: globals.merchantAccount,
      env,
      chosen,
      saved: chosen?.profile.merchantAccount,
      parse: parseMerchantAccount,
    }),
    credential: resolveCredential({ flags: globals, env, chosen, keyPath }),
    timeout: resolveWait("timeout", globals.timeout, env) ?? { value: 30_000, source: "default" },
    deadline: resolveWait("deadline", globals.deadline, env),
    retries: resolveRetries(globals.retries, env),
    caFile: fromEnvironment(env, "PAYCTL_CA_FILE"),
    isProtected: chosen?.profile.protected ?? false,
    notes,
  };
}

interface TextSources {
  /** As on the command line; the variable has the same words. */
  readonly name: string;
  readonly flag: string | undefined;
  readonly env: Environment;
  readonly chosen: Chosen | undefined;
  readonly saved: string | undefined;
  parse(text: string): string;
}

function resolveText(sources: TextSources): Setting<string> | undefined {
  const given =
    fromFlag(`--${sources.name}`, sources.flag) ??
    fromEnvironment(sources.env, variable(sources.name)) ??
    fromProfile(sources.chosen, sources.saved);
  return given && read(given, sources.parse);
}

function resolveWait(name: string, flag: number | undefined, env: Environment): Setting<number> | undefined {
  const asked = fromFlag(`--${name}`, flag);
  if (asked !== undefined) return read(asked, checkWait);
  const given = fromEnvironment(env, variable(name));
  return given && read(given, parseWait);
}

function resolveRetries(flag: number | undefined, env: Environment): Setting<number> {
  const given = fromEnvironment(env, "PAYCTL_RETRIES");
  return (
    fromFlag("--retries", flag) ?? (given && read(given, parseRetries)) ?? { value: 4, source: "default" }
  );
}

function variable(name: string): string {
  return `PAYCTL_${name.replaceAll("-", "_").toUpperCase()}`;
}
