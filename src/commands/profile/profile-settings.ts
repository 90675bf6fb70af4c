import { resolve } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { covers } from "../../contract/scopes.ts";
import { parseScopes } from "../../credentials/ceiling.ts";
import { storedPlace } from "../../credentials/key-places.ts";
import { keyFields, type Profile } from "../../credentials/profiles.ts";
import {
  fromFlag,
  pairFiles,
  parseBaseUrl,
  parseMerchantAccount,
  read,
} from "../../credentials/setting-sources.ts";
import { UsageError } from "../../errors.ts";
import { globalFlags } from "../../globals.ts";
import { type Flag, type FlagSpecs, switchFlag, verbatim } from "../../terminal/flags.ts";
import { flagName, optionNames } from "../../terminal/words.ts";
import { parseZoneName } from "../../terminal/zone-name.ts";

type Stored = string | boolean | readonly string[];

/** A setting of a profile. Its field in the profile is its option, in camelCase. */
interface ProfileSetting {
  /** In words for people. */
  readonly name: string;
  readonly flag: Flag<unknown>;
  /** What is stored for a text; throws UsageError. A switch is stored as it is. */
  readonly parse: (text: string) => Stored;
  /** What a profile without it has, in words for people. */
  readonly none: string;
  /** Whether a protected profile asks before the first value becomes the second. */
  readonly loosens: (before: Stored | undefined, after: Stored | undefined) => boolean;
}

const never = () => false;
/** Whatever was there is gone. */
const whenLost = (before: Stored | undefined): boolean => before !== undefined;
/** More is trusted than before, or something else. */
const whenGiven = (_: Stored | undefined, after: Stored | undefined): boolean => after !== undefined;
const whenWider = (before: Stored | undefined, after: Stored | undefined): boolean =>
  isList(before) && !(isList(after) && after.every((scope) => covers(before, scope)));

const key = { name: "key", none: "none", loosens: whenLost } as const;

/** Everything that `profile add` and `profile set` store; the other fields are those of keys that payctl keeps. */
const profileSettings: Readonly<Record<Exclude<keyof Profile, "key" | "nextKey">, ProfileSetting>> = {
  baseUrl: {
    name: "base URL",
    flag: globalFlags.baseUrl,
    parse: parseBaseUrl,
    none: "none",
    loosens: whenLost,
  },
  merchantAccount: {
    name: "merchant account",
    flag: globalFlags.merchantAccount,
    parse: parseMerchantAccount,
    none: "the service's default",
    loosens: never,
  },
  keyFile: { ...key, flag: globalFlags.keyFile, parse: verbatim },
  keyCommand: { ...key, flag: globalFlags.keyCommand, parse: verbatim },
  signerCommand: { ...key, flag: globalFlags.signerCommand, parse: verbatim },
  publicKey: { ...key, flag: globalFlags.publicKey, parse: verbatim },
  // A profile is used from other folders too.
  caFile: {
    name: "CA file",
    flag: globalFlags.caFile,
    parse: (path) => resolve(path),
    none: "none",
    loosens: whenGiven,
  },
  clientCert: {
    name: "client certificate",
    flag: globalFlags.clientCert,
    parse: (path) => resolve(path),
    none: "none",
    loosens: whenLost,
  },
  clientKey: {
    name: "client key",
    flag: globalFlags.clientKey,
    parse: (path) => resolve(path),
    none: "that of the certificate's file",
    loosens: whenLost,
  },
  protected: {
    name: "protection",
    flag: switchFlag("ask before every write"),
    parse: verbatim,
    none: "off",
    loosens: whenLost,
  },
  readOnly: {
    name: "read-only",
    flag: globalFlags.readOnly,
    parse: verbatim,
    none: "off",
    loosens: whenLost,
  },
  scopes: {
    name: "scopes",
    flag: globalFlags.scopes,
    parse: parseScopes,
    none: "any",
    loosens: whenWider,
  },
  tz: { name: "time zone", flag: globalFlags.tz, parse: parseZoneName, none: "utc", loosens: never },
};

/** The places where a key may be, each with its fields. */
const places = [["keyFile"], ["keyCommand"], ["signerCommand", "publicKey"]] as const;
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
  return Object.fromEntries(
    Object.entries(profileSettings).map(([field, { flag }]) => [field, change(flag)]),
  );
}

/**
 * The profile with what was given in place of what it had; a new one, without a profile. Fields of later versions are
 * kept. Throws a PayctlError if anything is wrong.
 */
export function withSettings(before: Profile | undefined, given: Given): Profile {
  refuseKeyInput(given["keyFile"]);
  const values = Object.entries(profileSettings)
    .filter(([field]) => given[field] !== undefined)
    .map(([field, setting]) => [field, storedValue(field, setting, given[field])] as const);
  const changed: Values = Object.fromEntries(values);
  const gone = [...Object.keys(changed), ...replacedKeys(changed), ...orphans(changed)];
  const kept = Object.entries(before ?? {}).filter(([field]) => !gone.includes(field));
  const after = Object.fromEntries([...kept, ...values.filter(([, value]) => value !== undefined)]);
  const { baseUrl, ...others } = after;
  if (typeof baseUrl !== "string") throw missingAddress(before);
  const profile: Profile = { baseUrl, ...others };
  pairFiles(
    fromFlag("--client-cert", profile.clientCert),
    fromFlag("--client-key", profile.clientKey),
    "--client-cert FILE",
  );
  return Object.keys(changed).some(isKeyField) ? { ...profile, ...storedPlace(profile) } : profile;
}

function missingAddress(before: Profile | undefined): UsageError {
  if (before === undefined) {
    return new UsageError("--base-url is missing", {
      hint: "payctl profile add NAME --base-url https://api.example.com",
    });
  }
  return new UsageError("a profile needs an address", { hint: "name the new one: --base-url URL" });
}

/** What is stored for one option; undefined if it takes the setting away. */
function storedValue(field: string, { parse }: ProfileSetting, given: unknown): Stored | undefined {
  if (given === true) return true;
  const text = Array.isArray(given) ? given.join(",") : given;
  if (typeof text !== "string" || text === "") return undefined;
  return read({ value: text, source: `--${flagName(field)}` }, parse).value;
}

type Values = Readonly<Record<string, Stored | undefined>>;

/** The fields of keys that make way for what was given: a key place replaces whichever there was. */
function replacedKeys(changed: Values): readonly string[] {
  const given = places.filter((fields) => fields.some((field) => changed[field] !== undefined)).flat();
  // A signer's public key stays when only its command changes.
  return given.length === 0 ? [] : keyFields.filter((field) => !given.some((name) => name === field));
}

/** The fields that mean nothing without one that is taken away. */
function orphans(changed: Values): readonly string[] {
  const isGone = (field: string) => field in changed && changed[field] === undefined;
  return [...(isGone("signerCommand") ? ["publicKey"] : []), ...(isGone("clientCert") ? ["clientKey"] : [])];
}

/** The options that give a new profile what this one has, except for a stored key. */
export function settingWords(profile: Profile): readonly string[] {
  const values: Values = valuesOf(profile);
  return Object.entries(profileSettings).flatMap(([field, { flag }]) => {
    const value = values[field];
    const { long, short = long } = optionNames(field, flag);
    if (value === undefined || value === false) return [];
    return value === true ? [long] : [short, inWords(value, "").replaceAll(", ", ",")];
  });
}

/** A profile says where a key is, and standard input is there only once. */
export function refuseKeyInput(keyFile: unknown): void {
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

/** How a setting of a profile changes. */
interface SettingChange {
  /** `time zone from utc to Europe/Berlin` */
  readonly text: string;
  /** Whether a protected profile asks first. */
  readonly loosens: boolean;
}

export function changesBetween(before: Profile, after: Profile): readonly SettingChange[] {
  const [old, now]: readonly [Values, Values] = [valuesOf(before), valuesOf(after)];
  const others = Object.entries(profileSettings).filter(([field]) => !isKeyField(field));
  const rows = [...others, ["key", key] as const];
  return rows
    .filter(([field]) => !isDeepStrictEqual(old[field], now[field]))
    .map(([field, { name, none, loosens }]) => ({
      text: `${name} from ${inWords(old[field], none)} to ${inWords(now[field], none)}`,
      loosens: loosens(old[field], now[field]),
    }));
}

/** The settings of a profile by field, whatever is known of its key under `key`. */
function valuesOf(profile: Profile): Values {
  const { nextKey: _, ...shown } = profile;
  const { key: stored, keyFile, keyCommand, signerCommand, publicKey } = profile;
  const found = [
    stored && `the stored key ${stored}`,
    keyFile && `the key in ${keyFile}`,
    keyCommand && `the output of ${keyCommand}`,
    signerCommand && `signatures of ${signerCommand} for ${publicKey}`,
  ];
  const words = found.filter((text) => text !== undefined);
  return {
    ...shown,
    key: words.length === 0 ? undefined : words.join(" and "),
    // A file that was edited by hand may say false.
    protected: profile.protected || undefined,
    readOnly: profile.readOnly || undefined,
  };
}

function inWords(value: Stored | undefined, none: string): string {
  if (value === undefined) return none;
  if (typeof value === "boolean") return value ? "on" : "off";
  return isList(value) ? value.join(", ") : value;
}

function isList(value: Stored | undefined): value is readonly string[] {
  return Array.isArray(value);
}
