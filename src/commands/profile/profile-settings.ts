import { resolve } from "node:path";
import { isDeepStrictEqual } from "node:util";
import type { Context } from "../../context.ts";
import { covers } from "../../contract/scopes.ts";
import { keyFields, type Profile, profileKey } from "../../credentials/profiles.ts";
import {
  certificateAt,
  credentialAt,
  optionLevel,
  parsers,
  parseSetting,
} from "../../credentials/setting-sources.ts";
import { UsageError } from "../../errors.ts";
import { globalFlags, type ProfileField, profileFlags } from "../../globals.ts";
import { type Flag, type FlagSpecs, verbatim } from "../../terminal/flags.ts";
import { flagName, optionNames } from "../../terminal/words.ts";
import { splitCommand } from "../../values/split-command.ts";

type Stored = string | boolean | readonly string[];

/** Whether a protected profile asks before the first value becomes the second. */
const loosening: Readonly<
  Record<NonNullable<ProfileField["asks"]>, (before?: Stored, after?: Stored) => boolean>
> = {
  never: () => false,
  lost: (before) => before !== undefined,
  given: (_, after) => after !== undefined,
  wider: (before, after) =>
    isList(before) && !(isList(after) && after.every((scope) => covers(before, scope))),
};

/** The fields that name a key: one of these sets. */
const keyAlternatives = [["keyFile"], ["keyCommand"], ["signerCommand", "publicKey"]] as const;
const isKeyField = (field: string): boolean => keyFields.some((name) => name === field);

/** What options or answers say; null or an empty text takes a setting away. */
export type Given = Readonly<Record<string, unknown>>;

/** The options of `profile add`: each is a text or a switch, which `withSettings` reads. */
export function addFlags(): FlagSpecs {
  return mapFlags((flag) => ({ ...flag, parse: verbatim }));
}

/** The options of `profile set`, which can take a setting away too; only the address has to stay. */
export function setFlags(): FlagSpecs {
  const flags = mapFlags((flag) => {
    const form = flag.form === "switch" ? "negatable" : "clearable";
    return { ...flag, form, parse: verbatim };
  });
  return { ...flags, baseUrl: { ...globalFlags.baseUrl, parse: verbatim } };
}

function mapFlags(change: (flag: Flag<unknown>) => Flag<unknown>): FlagSpecs {
  return Object.fromEntries(Object.entries(profileFlags).map(([key, flag]) => [key, change(flag)]));
}

/**
 * The profile with what was given in place of what it had; a new one, without a profile. Fields of later versions are
 * kept. Throws a PayctlError if anything is wrong.
 */
export function withSettings(before: Profile | undefined, given: Given): Profile {
  refuseKeyInput(given["keyFile"]);
  const values = Object.entries(profileFlags)
    .filter(([key]) => given[key] !== undefined)
    .map(([key, { field }]) => [key, storedValue(key, field, given[key])] as const);
  const changed: Values = Object.fromEntries(values);
  const removed = [...Object.keys(changed), ...replacedKeys(changed), ...dependents(changed)];
  const kept = Object.entries(before ?? {}).filter(([field]) => !removed.includes(field));
  const after = Object.fromEntries([...kept, ...values.filter(([, value]) => value !== undefined)]);
  const { baseUrl, ...others } = after;
  if (typeof baseUrl !== "string") {
    throw new UsageError(before === undefined ? "--base-url is missing" : "a profile needs an address", {
      hint: { text: "name it", command: "--base-url https://api.example.com" },
    });
  }
  const profile: Profile = { baseUrl, ...others };
  const level = optionLevel(profile);
  certificateAt(level);
  if (Object.keys(changed).some(isKeyField)) credentialAt(level);
  return profile;
}

/** How the texts of options are stored. */
const readers: Readonly<Record<string, (text: string) => Stored>> = {
  ...parsers,
  keyCommand: checkCommand,
  signerCommand: checkCommand,
};

/** What is stored for one option; undefined if it takes the setting away. */
function storedValue(key: string, { kind }: ProfileField, given: unknown): Stored | undefined {
  if (given === true) return true;
  const text = Array.isArray(given) ? given.join(",") : given;
  if (typeof text !== "string" || text === "") return undefined;
  // A profile is used from other folders too.
  if (kind === "path") return resolve(text);
  const source = { kind: "flag", name: `--${flagName(key)}` } as const;
  return parseSetting({ value: text, source }, readers[key] ?? verbatim).value;
}

/** A command is kept as it was written; one that can't be split into words is refused. */
function checkCommand(command: string): string {
  splitCommand(command);
  return command;
}

type Values = Readonly<Record<string, Stored | undefined>>;

/** The fields of keys that make way for what was given: one replaces whichever there was. */
function replacedKeys(changed: Values): readonly string[] {
  const given = keyAlternatives
    .filter((fields) => fields.some((field) => changed[field] !== undefined))
    .flat();
  // A signer's public key stays when only its command changes.
  return given.length === 0 ? [] : keyFields.filter((field) => !given.some((name) => name === field));
}

/** The fields that mean nothing without one that is taken away. */
function dependents(changed: Values): readonly string[] {
  const isRemoved = (field: string) => field in changed && changed[field] === undefined;
  return [
    ...(isRemoved("signerCommand") ? ["publicKey"] : []),
    ...(isRemoved("clientCert") ? ["clientKey"] : []),
  ];
}

/** The options that give a new profile what this one has, except for a stored key. */
export function settingWords(profile: Profile): readonly string[] {
  const values: Values = valuesOf(profile);
  return Object.entries(profileFlags).flatMap(([key, flag]) => {
    const value = values[key];
    const { long, short = long } = optionNames(key, flag);
    if (value === undefined || value === false) return [];
    return value === true ? [long] : [short, inWords(value).replaceAll(", ", ",")];
  });
}

/** A profile says where a key is, and standard input is there only once. */
export function refuseKeyInput(keyFile: unknown): void {
  if (keyFile !== "-") return;
  throw new UsageError("--key-file - can't be stored in a profile: standard input holds the key only now", {
    hint: { text: "name a file, or store the key", command: "payctl keys import - -p NAME" },
  });
}

/** A bad key is refused when it is stored rather than at the first call. */
export async function checkKey(context: Context, { keyFile }: Profile): Promise<void> {
  if (keyFile !== undefined) await (await context.keyFiles()).check(keyFile);
}

/** `instead` names the flags that give a key. */
export function refuseTokenFile(tokenFile: string | undefined, instead: string): void {
  if (tokenFile === undefined) return;
  throw new UsageError("--token-file can't be stored in a profile: a token soon expires", {
    hint: { text: "use a key that signs new ones", command: instead },
  });
}

/** How a setting of a profile changes. */
interface SettingChange {
  /** `time zone from utc to Europe/Berlin` */
  readonly text: string;
  /** Whether a protected profile asks first. */
  readonly loosens: boolean;
}

export function changesBetween(before: Profile, after: Profile): readonly SettingChange[] {
  const [old, now]: readonly [Values, Values] = [valuesOf(before), valuesOf(after)];
  const others = Object.entries(profileFlags).filter(([key]) => !isKeyField(key));
  // Wherever the key is, a profile has one.
  const key: readonly [string, { readonly field: ProfileField }] = ["key", globalFlags.keyFile];
  return [...others, key]
    .filter(([name]) => !isDeepStrictEqual(old[name], now[name]))
    .map(([name, { field }]) => ({
      text: `${field.name} from ${inWords(old[name], field.none)} to ${inWords(now[name], field.none)}`,
      loosens: loosening[field.asks ?? "lost"](old[name], now[name]),
    }));
}

/** The settings of a profile by field, and under `key` what signs. */
function valuesOf(profile: Profile): Values {
  const { nextKey: _, ...shown } = profile;
  const key = [profileKey(profile), profile.publicKey].filter((part) => part !== undefined);
  return {
    ...shown,
    key: key.length === 0 ? undefined : key.join(" with "),
    // A file that was edited by hand may say false.
    protected: profile.protected || undefined,
    readOnly: profile.readOnly || undefined,
  };
}

function inWords(value: Stored | undefined, none = "none"): string {
  if (value === undefined) return none;
  if (typeof value === "boolean") return value ? "on" : "off";
  return isList(value) ? value.join(", ") : value;
}

function isList(value: Stored | undefined): value is readonly string[] {
  return Array.isArray(value);
}
