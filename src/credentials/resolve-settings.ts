import { ConfigurationError, UsageError } from "../errors.ts";
import { globalFlags, type SettingFlag } from "../globals.ts";
import type { Environment } from "../values/environment.ts";
import { type Ceiling, checkScopes, parseScopes, readingOnly } from "./ceiling.ts";
import { credentialsOf, externalKeys } from "./key-places.ts";
import { getProfile, type ProfileContents } from "./profiles.ts";
import { findProtection } from "./protection.ts";
import {
  type Chosen,
  findCertificate,
  findNumber,
  findText,
  fromEnvironment,
  fromOption,
  fromProfile,
  fromVariable,
  optionSource,
  read,
  type SettingFlags,
} from "./setting-sources.ts";
import { type Credential, type Setting, type Settings, sourceText } from "./settings.ts";

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
  const levels = { globals, env, chosen };
  const baseUrl = findText("baseUrl", levels);
  const merchantAccount = findText("merchantAccount", levels);
  refuseOtherMerchant(globals.expectMerchant, merchantAccount);
  return {
    profile,
    baseUrl,
    merchantAccount,
    // The first level that has a credential decides; a level with two is refused, because they may disagree.
    credential:
      onlyOne(fromOptions(globals)) ?? onlyOne(fromVariables(env)) ?? onlyOne(fromChosen(chosen, keyPath)),
    timeout: findNumber("timeout", levels) ?? { value: 30_000, source: { kind: "default" } },
    deadline: findNumber("deadline", levels),
    retries: findNumber("retries", levels) ?? { value: 4, source: { kind: "default" } },
    caFile: findText("caFile", levels),
    clientCertificate: findCertificate(levels),
    protection: findProtection(profiles, { profile, baseUrl }),
    ceilings: findCeilings(globals, env, chosen),
    notes,
  };
}

/** Throws ConfigurationError if a call would act on a merchant account other than the one the command line names. */
function refuseOtherMerchant(expected: string | undefined, found: Setting<string> | undefined): void {
  if (expected === undefined || found?.value === expected) return;
  const what =
    found === undefined
      ? "no merchant account is set"
      : `${sourceText(found.source)} says merchant account ${found.value}`;
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
  globals: SettingFlags,
  env: Environment,
  chosen: Chosen | undefined,
): readonly Ceiling[] {
  const reading = fromCeilingVariable(env, "readOnly");
  const asked = fromOption(globals, "scopes");
  const named = fromCeilingVariable(env, "scopes");
  const stored = fromProfile(chosen, chosen?.profile.scopes);
  const ceilings = [
    globals.readOnly ? { value: readingOnly, source: optionSource("readOnly") } : undefined,
    asked && read(asked, checkScopes),
    reading && read(reading, (text) => (parseSwitch(text) ? readingOnly : undefined)),
    named && read(named, parseScopes),
    fromProfile(chosen, chosen?.profile.readOnly ? readingOnly : undefined),
    stored && read(stored, checkScopes),
  ];
  return ceilings.filter((ceiling): ceiling is Ceiling => ceiling?.value !== undefined);
}

/** An empty one is no ceiling that anybody meant: a pipeline has lost the value. */
function fromCeilingVariable(env: Environment, key: "readOnly" | "scopes"): Setting<string> | undefined {
  const name = globalFlags[key].variable;
  if (env[name] !== "") return fromVariable(env, key);
  const example = key === "scopes" ? "audit-logs.read" : "1";
  throw new ConfigurationError(`${name} is empty`, {
    hint: `say what is meant, as in ${name}=${example}; without a ceiling: unset ${name}`,
  });
}

function parseSwitch(text: string): boolean {
  if (["1", "true", "on"].includes(text)) return true;
  if (["0", "false", "off"].includes(text)) return false;
  throw new UsageError("must be 1, true or on; or 0, false or off");
}

type Found = Setting<Credential>;

const keyFile = (path: string): Credential => ({ kind: "key-file", path });
/** As `--key-file` takes it: elsewhere `-` is the name of a file. */
const givenKey = (path: string): Credential => (path === "-" ? { kind: "key-input" } : keyFile(path));
const tokenFile = (path: string): Credential => ({ kind: "token-file", path });

function fromOptions(flags: SettingFlags): (Found | undefined)[] {
  const key = fromOption(flags, "keyFile");
  const token = fromOption(flags, "tokenFile");
  const external = externalKeys(flags, false).map(({ option, value }) => {
    return { value, source: optionSource(option) };
  });
  return [key && read(key, givenKey), token && read(token, tokenFile), ...external];
}

function fromVariables(env: Environment): (Found | undefined)[] {
  const found = (name: string, make: (text: string) => Credential): Found | undefined => {
    const given = fromEnvironment(env, name);
    return given && read(given, make);
  };
  const { keyFile: key, tokenFile: token } = globalFlags;
  return [
    found(key.contents, (text) => ({ kind: "key", text })),
    found(key.variable, keyFile),
    found(token.contents, (text) => ({ kind: "token", token: text.trim() })),
    found(token.variable, tokenFile),
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
  const name = sourceText(first.source);
  if (first.source.kind === "profile") {
    throw new ConfigurationError(`${name} names more than one key`, {
      hint: "leave one in config.json: key, keyFile, keyCommand, or signerCommand with publicKey",
    });
  }
  throw new ConfigurationError(`${name} and ${sourceText(second.source)} are both given`, {
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
    fromOption({ profile: flag }, "profile") ??
    fromVariable(env, "profile") ??
    (current === undefined ? undefined : { value: current, source: { kind: "current-profile" } })
  );
}

/** Throws ConfigurationError if there is no such profile. */
function chooseProfile(name: Setting<string> | undefined, contents: ProfileContents): Chosen | undefined {
  return name && { name: name.value, profile: getProfile(contents, name.value) };
}

const settings: readonly SettingFlag[] = Object.values(globalFlags);
const aimedVariables = settings
  .filter(({ isAimed }) => isAimed)
  .flatMap(({ contents, variable }) => [contents, variable])
  .filter((name) => name !== undefined);

/** An explicit `--profile` switches these variables off, so that a forgotten one can't redirect it. */
function limitEnvironment(
  profileFlag: string | undefined,
  env: Environment,
): { readonly env: Environment; readonly notes: readonly string[] } {
  if (profileFlag === undefined) return { env, notes: [] };
  const ignored = aimedVariables.filter((name) => fromEnvironment(env, name) !== undefined);
  if (ignored.length === 0) return { env, notes: [] };
  const verb = ignored.length === 1 ? "is" : "are";
  return {
    env: { ...env, ...Object.fromEntries(ignored.map((name) => [name, undefined])) },
    notes: [`--profile ${profileFlag} is given: ${ignored.join(", ")} ${verb} ignored`],
  };
}
