import { ConfigurationError, UsageError } from "../errors.ts";
import { globalFlags, type SettingFlag } from "../globals.ts";
import type { Environment } from "../values/environment.ts";
import { type Ceiling, checkScopes, parseScopes, readingOnly } from "./ceiling.ts";
import { getProfile, type ProfileContents } from "./profiles.ts";
import { findProtection } from "./protection.ts";
import {
  type Chosen,
  credentialAt,
  findCertificate,
  findNumber,
  findText,
  firstOf,
  type Level,
  optionLevel,
  parseSetting,
  profileLevel,
  type SettingFlags,
  variableLevel,
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
export function resolveSettings({ globals, env, profiles, keyPath }: SettingSources): Settings {
  const profile = chooseProfileName(globals.profile, env, profiles.current);
  const chosen = chooseProfile(profile, profiles);
  const ignored = globals.profile === undefined ? [] : targetVariables.filter((name) => env[name]);
  const limited = { ...env, ...Object.fromEntries(ignored.map((name) => [name, undefined])) };
  const levels = levelsOf(globals, limited, chosen);
  const baseUrl = findText("baseUrl", levels);
  const merchantAccount = findText("merchantAccount", levels);
  refuseOtherMerchant(globals.expectMerchant, merchantAccount);
  return {
    profile,
    baseUrl,
    merchantAccount,
    credential: firstOf(levels, (level) => {
      return credentialAt(level, level.kind === "profile" ? storedKey(chosen, keyPath) : undefined);
    }),
    timeout: findNumber("timeout", levels) ?? { value: 30_000, source: { kind: "default" } },
    deadline: findNumber("deadline", levels),
    retries: findNumber("retries", levels) ?? { value: 4, source: { kind: "default" } },
    caFile: findText("caFile", levels),
    clientCertificate: findCertificate(levels),
    protection: findProtection(profiles, { profile, baseUrl }),
    ceilings: findCeilings(levels, env),
    notes: ignored.length === 0 ? [] : [ignoredNote(globals.profile, ignored)],
  };
}

function levelsOf(globals: SettingFlags, env: Environment, chosen: Chosen | undefined): readonly Level[] {
  return [optionLevel(globals), variableLevel(env), ...(chosen === undefined ? [] : [profileLevel(chosen)])];
}

function storedKey(
  chosen: Chosen | undefined,
  keyPath: (thumbprint: string) => string,
): Setting<Credential> | undefined {
  if (chosen?.profile.key === undefined) return undefined;
  return {
    value: { kind: "key-file", path: keyPath(chosen.profile.key) },
    source: { kind: "profile", name: chosen.name },
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
    hint: { text: "use a profile of that account, or name it", command: `-m ${expected}` },
  });
}

/** Known without the other settings. */
export function resolveCeilings({
  env,
  globals,
  profiles,
}: Omit<SettingSources, "keyPath">): readonly Ceiling[] {
  const name = chooseProfileName(globals.profile, env, profiles.current);
  return findCeilings(levelsOf(globals, env, chooseProfile(name, profiles)), env);
}

/** Every level counts: none can lift what another forbids. */
function findCeilings(levels: readonly Level[], env: Environment): readonly Ceiling[] {
  refuseEmpty(env, globalFlags.readOnly.variable, "1");
  refuseEmpty(env, globalFlags.scopes.variable, "audit-logs.read");
  const found = levels.flatMap((level) => {
    const [readOnly, scopes] = [level.find("readOnly"), level.find("scopes")];
    return [
      readOnly && parseSetting(readOnly, (value) => (isOn(value) ? readingOnly : undefined)),
      scopes &&
        parseSetting(scopes, (value) =>
          typeof value === "object" ? checkScopes(value) : parseScopes(`${value}`),
        ),
    ];
  });
  return found.filter((ceiling): ceiling is Ceiling => ceiling?.value !== undefined);
}

/** An empty one is no ceiling that anybody meant: a pipeline has lost the value. */
function refuseEmpty(env: Environment, name: string, example: string): void {
  if (env[name] !== "") return;
  throw new ConfigurationError(`${name} is empty`, {
    hint: {
      text: `say what is meant, as in ${name}=${example}, or do without a ceiling`,
      command: `unset ${name}`,
    },
  });
}

/** Of an option or a profile, or in the words of a variable. */
function isOn(value: unknown): boolean {
  if (typeof value === "boolean") return value;
  if (["1", "true", "on"].some((word) => word === value)) return true;
  if (["0", "false", "off"].some((word) => word === value)) return false;
  throw new UsageError("must be 1, true or on; or 0, false or off");
}

/** Which profile is used: the flag's, the variable's, or the current one. */
export function chooseProfileName(
  flag: string | undefined,
  env: Environment,
  current: string | undefined,
): Setting<string> | undefined {
  return (
    findText("profile", levelsOf({ profile: flag }, env, undefined)) ??
    (current === undefined ? undefined : { value: current, source: { kind: "current-profile" } })
  );
}

/** Throws ConfigurationError if there is no such profile. */
function chooseProfile(name: Setting<string> | undefined, contents: ProfileContents): Chosen | undefined {
  return name && { name: name.value, profile: getProfile(contents, name.value) };
}

const settings: readonly SettingFlag[] = Object.values(globalFlags);

/** An explicit `--profile` switches these off, so that a forgotten one can't redirect it. */
const targetVariables = settings
  .filter(({ isTarget }) => isTarget)
  .flatMap(({ contents, variable }) => [contents, variable])
  .filter((name) => name !== undefined);

function ignoredNote(profile: string | undefined, ignored: readonly string[]): string {
  const verb = ignored.length === 1 ? "is" : "are";
  return `--profile ${profile} is given: ${ignored.join(", ")} ${verb} ignored`;
}
