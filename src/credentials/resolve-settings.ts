import { ConfigurationError, UsageError } from "../errors.ts";
import { parseDuration, timerBounds } from "../values/duration.ts";
import type { Environment } from "../values/environment.ts";
import { type Ceiling, checkScopes, parseScopes, readingOnly } from "./ceiling.ts";
import { credentialsOf, externalKeys } from "./key-places.ts";
import { getProfile, type ProfileContents } from "./profiles.ts";
import { findProtection } from "./protection.ts";
import {
  type Chosen,
  fromEnvironment,
  fromFlag,
  fromProfile,
  pairFiles,
  parseBaseUrl,
  parseMerchantAccount,
  read,
} from "./setting-sources.ts";
import type { Credential, NamedCertificate, Setting, Settings } from "./settings.ts";

/** The flags that settings come from, under the names that they have among the global options. */
export interface SettingFlags {
  readonly profile?: string | undefined;
  readonly baseUrl?: string | undefined;
  readonly merchantAccount?: string | undefined;
  readonly keyFile?: string | undefined;
  readonly tokenFile?: string | undefined;
  readonly keyCommand?: string | undefined;
  readonly signerCommand?: string | undefined;
  readonly publicKey?: string | undefined;
  readonly caFile?: string | undefined;
  readonly clientCert?: string | undefined;
  readonly clientKey?: string | undefined;
  readonly readOnly?: boolean | undefined;
  readonly scopes?: readonly string[] | undefined;
  readonly expectMerchant?: string | undefined;
  readonly timeout?: number | undefined;
  readonly deadline?: number | undefined;
  readonly retries?: number | undefined;
}

interface SettingSources {
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
  const resolveText = (name: "baseUrl" | "merchantAccount", parse: (text: string) => string) => {
    const flag = name === "baseUrl" ? "base-url" : "merchant-account";
    const given =
      fromFlag(`--${flag}`, globals[name]) ??
      fromEnvironment(env, variable(flag)) ??
      fromProfile(chosen, chosen?.profile[name]);
    return given && read(given, parse);
  };
  const baseUrl = resolveText("baseUrl", parseBaseUrl);
  const merchantAccount = resolveText("merchantAccount", parseMerchantAccount);
  refuseOtherMerchant(globals.expectMerchant, merchantAccount);
  return {
    profile,
    baseUrl,
    merchantAccount,
    // The first level that has a credential decides; a level with two is refused, because they may disagree.
    credential:
      onlyOne(fromFlags(globals)) ?? onlyOne(fromVariables(env)) ?? onlyOne(fromChosen(chosen, keyPath)),
    timeout: resolveWait("timeout", globals.timeout, env) ?? { value: 30_000, source: "default" },
    deadline: resolveDeadline(globals, env),
    retries: resolveRetries(globals.retries, env),
    caFile:
      fromFlag("--ca-file", globals.caFile) ??
      fromEnvironment(env, "PAYCTL_CA_FILE") ??
      fromProfile(chosen, chosen?.profile.caFile),
    clientCertificate: findClientCertificate(globals, env, chosen),
    protection: findProtection(profiles, { profile, baseUrl }),
    ceilings: findCeilings(globals, env, chosen),
    notes,
  };
}

/** The first level that names either file decides both: files of two levels rarely fit each other. */
function findClientCertificate(
  { clientCert, clientKey }: Pick<SettingFlags, "clientCert" | "clientKey">,
  env: Environment,
  chosen: Chosen | undefined,
): NamedCertificate | undefined {
  const cert = fromFlag("--client-cert", clientCert);
  const certVariable = "PAYCTL_CLIENT_CERT_FILE";
  const storedCert = fromProfile(chosen, chosen?.profile.clientCert);
  const storedKey = fromProfile(chosen, chosen?.profile.clientKey);
  return (
    pairFiles(cert, fromFlag("--client-key", clientKey), "--client-cert FILE") ??
    pairFiles(
      fromEnvironment(env, certVariable),
      fromEnvironment(env, "PAYCTL_CLIENT_KEY_FILE"),
      certVariable,
    ) ??
    pairFiles(storedCert, storedKey, "clientCert in config.json")
  );
}

/** Known without the profiles, which have no say in it. */
export function resolveDeadline(
  { deadline }: Pick<SettingFlags, "deadline">,
  env: Environment,
): Setting<number> | undefined {
  return resolveWait("deadline", deadline, env);
}

function resolveWait(name: string, flag: number | undefined, env: Environment): Setting<number> | undefined {
  const given = fromEnvironment(env, variable(name));
  return fromFlag(`--${name}`, flag) ?? (given && read(given, (text) => parseDuration(text, timerBounds)));
}

function resolveRetries(flag: number | undefined, env: Environment): Setting<number> {
  const given = fromEnvironment(env, "PAYCTL_RETRIES");
  return (
    fromFlag("--retries", flag) ?? (given && read(given, parseRetries)) ?? { value: 4, source: "default" }
  );
}

/** Throws ConfigurationError if a call would act on a merchant account other than the one the command line names. */
function refuseOtherMerchant(expected: string | undefined, found: Setting<string> | undefined): void {
  if (expected === undefined || found?.value === expected) return;
  const what =
    found === undefined
      ? "no merchant account is set"
      : `${found.source} says merchant account ${found.value}`;
  throw new ConfigurationError(`${what}, but --expect-merchant says ${expected}`, {
    hint: `use a profile of that account: -p NAME; or name it: -m ${expected}`,
  });
}

/** Known without the other settings. */
export function resolveCeilings({
  env,
  globals,
  profiles,
}: Omit<SettingSources, "keyPath">): readonly Ceiling[] {
  const name = chooseProfileName(globals.profile, env, profiles.current);
  return findCeilings(globals, env, chooseProfile(name, profiles));
}

/** Flags, variables and the profile all count: none can lift what another forbids. */
function findCeilings(
  { readOnly, scopes }: Pick<SettingFlags, "readOnly" | "scopes">,
  env: Environment,
  chosen: Chosen | undefined,
): readonly Ceiling[] {
  const reading = fromCeilingVariable(env, "PAYCTL_READ_ONLY");
  const asked = fromFlag("--scopes", scopes);
  const named = fromCeilingVariable(env, "PAYCTL_SCOPES");
  const stored = fromProfile(chosen, chosen?.profile.scopes);
  const ceilings = [
    fromFlag("--read-only", readOnly ? readingOnly : undefined),
    asked && read(asked, checkScopes),
    reading && read(reading, (text) => (parseSwitch(text) ? readingOnly : undefined)),
    named && read(named, parseScopes),
    fromProfile(chosen, chosen?.profile.readOnly ? readingOnly : undefined),
    stored && read(stored, checkScopes),
  ];
  return ceilings.filter((ceiling): ceiling is Ceiling => ceiling?.value !== undefined);
}

/** An empty one is no ceiling that anybody meant: a pipeline has lost the value. */
function fromCeilingVariable(
  env: Environment,
  name: "PAYCTL_READ_ONLY" | "PAYCTL_SCOPES",
): Setting<string> | undefined {
  if (env[name] !== "") return fromEnvironment(env, name);
  const example = name === "PAYCTL_SCOPES" ? "audit-logs.read" : "1";
  throw new ConfigurationError(`${name} is empty`, {
    hint: `say what is meant, as in ${name}=${example}; without a ceiling: unset ${name}`,
  });
}

function parseSwitch(text: string): boolean {
  if (["1", "true", "on"].includes(text)) return true;
  if (["0", "false", "off"].includes(text)) return false;
  throw new UsageError("must be 1, true or on; or 0, false or off");
}

function variable(name: string): string {
  return `PAYCTL_${name.replaceAll("-", "_").toUpperCase()}`;
}

type Found = Setting<Credential>;

const keyFile = (path: string): Credential => ({ kind: "key-file", path });
/** As `--key-file` takes it: elsewhere `-` is the name of a file. */
const givenKey = (path: string): Credential => (path === "-" ? { kind: "key-input" } : keyFile(path));
const tokenFile = (path: string): Credential => ({ kind: "token-file", path });

function fromFlags(flags: SettingFlags): (Found | undefined)[] {
  const key = fromFlag("--key-file", flags.keyFile);
  const token = fromFlag("--token-file", flags.tokenFile);
  const external = externalKeys(flags, false).map(({ name, value }) => fromFlag(name, value));
  return [key && read(key, givenKey), token && read(token, tokenFile), ...external];
}

function fromVariables(env: Environment): (Found | undefined)[] {
  const found = (name: string, make: (text: string) => Credential): Found | undefined => {
    const given = fromEnvironment(env, name);
    return given && read(given, make);
  };
  return [
    found("PAYCTL_PRIVATE_KEY", (text) => ({ kind: "key", text })),
    found("PAYCTL_PRIVATE_KEY_FILE", keyFile),
    found("PAYCTL_TOKEN", (token) => ({ kind: "token", token: token.trim() })),
    found("PAYCTL_TOKEN_FILE", tokenFile),
  ];
}

function fromChosen(chosen: Chosen | undefined, keyPath: (thumbprint: string) => string) {
  const whole = fromProfile(chosen, chosen?.profile);
  const keys = whole && read(whole, (profile) => credentialsOf(profile, keyPath)).value;
  return (keys ?? []).map((value) => fromProfile(chosen, value));
}

function onlyOne(found: readonly (Found | undefined)[]): Found | undefined {
  const [first, second] = found.filter((one) => one !== undefined);
  if (first === undefined || second === undefined) return first;
  if (first.source === second.source) {
    throw new ConfigurationError(`${first.source} names more than one key`, {
      hint: "leave one in config.json: key, keyFile, keyCommand, or signerCommand with publicKey",
    });
  }
  throw new ConfigurationError(`${first.source} and ${second.source} are both given`, {
    hint: "use only one of them",
  });
}

/** Which profile is used: the flag's, the variable's, or the current one. */
export function chooseProfileName(
  flag: string | undefined,
  env: Environment,
  current: string | undefined,
): Setting<string> | undefined {
  return (
    fromFlag("--profile", flag) ??
    fromEnvironment(env, "PAYCTL_PROFILE") ??
    fromFlag("the current profile", current)
  );
}

/** Throws ConfigurationError if there is no such profile. */
function chooseProfile(name: Setting<string> | undefined, contents: ProfileContents): Chosen | undefined {
  return name && { name: name.value, profile: getProfile(contents, name.value) };
}

const credentialsAndTargets = [
  "PAYCTL_BASE_URL",
  "PAYCTL_MERCHANT_ACCOUNT",
  "PAYCTL_PRIVATE_KEY",
  "PAYCTL_PRIVATE_KEY_FILE",
  "PAYCTL_TOKEN",
  "PAYCTL_TOKEN_FILE",
  "PAYCTL_CLIENT_CERT_FILE",
  "PAYCTL_CLIENT_KEY_FILE",
] as const;

/** An explicit `--profile` switches these variables off, so that a forgotten one can't redirect it. */
function limitEnvironment(
  profileFlag: string | undefined,
  env: Environment,
): { readonly env: Environment; readonly notes: readonly string[] } {
  if (profileFlag === undefined) return { env, notes: [] };
  const ignored = credentialsAndTargets.filter((name) => fromEnvironment(env, name) !== undefined);
  if (ignored.length === 0) return { env, notes: [] };
  const verb = ignored.length === 1 ? "is" : "are";
  return {
    env: { ...env, ...Object.fromEntries(ignored.map((name) => [name, undefined])) },
    notes: [`--profile ${profileFlag} is given: ${ignored.join(", ")} ${verb} ignored`],
  };
}

/** Further attempts after the first; the same bounds as `--retries`. */
function parseRetries(text: string): number {
  const value = /^\d{1,3}$/.test(text) ? Number(text) : Number.NaN;
  if (value <= 100) return value;
  throw new UsageError("must be a whole number from 0 to 100");
}
