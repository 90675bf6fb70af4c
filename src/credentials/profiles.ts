import { ConfigurationError, type Hint, UsageError } from "../errors.ts";
import { type globalFlags, type ProfileField, profileFlags } from "../globals.ts";
import { fromHome } from "../values/path-text.ts";
import { holdsPrivateKey } from "../values/private-key-text.ts";
import { isRecord } from "../values/record.ts";
import { suggest } from "../values/suggest.ts";

/** The settings that a profile may have, from the table of global options. */
type StoredSettings = {
  readonly [Key in keyof Options as Options[Key] extends HasField
    ? Key
    : never]?: Options[Key] extends HasField ? Kinds[Options[Key]["field"]["kind"]] : never;
};

type Options = typeof globalFlags;
interface HasField {
  readonly field: ProfileField;
}
interface Kinds {
  readonly text: string;
  readonly path: string;
  readonly switch: boolean;
  readonly list: readonly string[];
}

/** A named target. Nothing in it is secret. */
export interface Profile extends StoredSettings {
  readonly baseUrl: string;
  /** Thumbprint of a stored key. */
  readonly key?: string;
  /** Thumbprint of the stored key that is to replace the key. */
  readonly nextKey?: string;
  readonly protected?: boolean;
}

/** Each says where the key is; a profile names one, and nothing secret. */
export const keyFields = ["key", "keyFile", "keyCommand", "signerCommand", "publicKey"] as const;

const fields = Object.entries(profileFlags).map(([name, { field }]) => ({ name, kind: field.kind }));

/** Fields that a later version added are kept, and survive the next change. */
export function isProfile(value: unknown): value is Profile {
  if (!isRecord(value) || typeof value["baseUrl"] !== "string") return false;
  const texts = ["key", "nextKey"].map((name) => ({ name, kind: "text" as const }));
  return [...fields, ...texts].every(({ name, kind }) => isOfKind(value[name], kind));
}

function isOfKind(value: unknown, kind: keyof Kinds): boolean {
  if (value === undefined) return true;
  if (kind === "list") return Array.isArray(value) && value.every((item) => typeof item === "string");
  return typeof value === (kind === "switch" ? "boolean" : "string");
}

/** What was written into the file by hand may begin with `~/`. */
export function expandPaths({ current, profiles }: ProfileContents, home: string): ProfileContents {
  const expand = (profile: Profile): Profile => {
    const values: Readonly<Record<string, unknown>> = { ...profile };
    const paths = fields.flatMap(({ name, kind }) => {
      const path = values[name];
      return kind === "path" && typeof path === "string" ? [[name, fromHome(path, home)]] : [];
    });
    return { ...profile, ...Object.fromEntries(paths) };
  };
  return { current, profiles: new Map([...profiles].map(([name, profile]) => [name, expand(profile)])) };
}

/** Everything that `config.json` contains. */
export interface ProfileContents {
  /** The profile that is used when none is named. */
  readonly current: string | undefined;
  readonly profiles: ReadonlyMap<string, Profile>;
}

const keyAsName = "a private key was given instead of the name of a profile";
const whereKeysGo = {
  text: "put a key into PAYCTL_PRIVATE_KEY, or into a file of its own",
  command: "--key-file PATH",
};

/** Throws ConfigurationError, naming the existing profiles. */
export function getProfile({ profiles }: ProfileContents, name: string): Profile {
  const profile = profiles.get(name);
  if (profile !== undefined) return profile;
  if (holdsPrivateKey(name)) throw new ConfigurationError(keyAsName, { hint: whereKeysGo });
  throw new ConfigurationError(`there is no profile ${JSON.stringify(name)}`, {
    hint: profilesHint(name, [...profiles.keys()]),
  });
}

function profilesHint(name: string, names: readonly string[]): Hint {
  const command = "payctl profile add NAME --base-url URL";
  if (names.length === 0) return { text: "add the first one", command };
  const meant = suggest(name, names);
  const asked = meant === undefined ? "" : `did you mean ${meant}? `;
  return { text: `${asked}existing profiles: ${names.join(", ")}; to add one`, command };
}

/** The first profile becomes the current one; throws UsageError for an invalid name. */
export function putProfile(contents: ProfileContents, name: string, profile: Profile): ProfileContents {
  checkProfileName(name);
  return {
    current: contents.profiles.size === 0 ? name : contents.current,
    profiles: new Map([...contents.profiles, [name, profile]]),
  };
}

/** Throws UsageError if the name is taken or invalid. */
export function addProfile(contents: ProfileContents, name: string, profile: Profile): ProfileContents {
  if (!contents.profiles.has(name)) return putProfile(contents, name, profile);
  throw new UsageError(`profile ${name} exists`, {
    hint: { text: "use another name, or remove it first", command: `payctl profile remove ${name}` },
  });
}

/** A stored key replaces whatever key the profile had, and is no longer the next one. */
export function setStoredKey(contents: ProfileContents, name: string, key: string): ProfileContents {
  const profile = getProfile(contents, name);
  const rest = without(profile, profile.nextKey === key ? [...keyFields, "nextKey"] : keyFields);
  return putProfile(contents, name, { ...rest, key });
}

/** Marks the key that is to replace the profile's key; another one that was marked before stays. */
export function markNextKey(contents: ProfileContents, name: string, key: string): ProfileContents {
  const profile = getProfile(contents, name);
  return putProfile(contents, name, { ...profile, nextKey: profile.nextKey ?? key });
}

export function forgetNextKey(contents: ProfileContents, name: string): ProfileContents {
  return putProfile(contents, name, without(getProfile(contents, name), ["nextKey"]));
}

/** Fields that a later version added are kept. */
function without({ baseUrl, ...others }: Profile, fields: readonly (keyof Profile)[]): Profile {
  const left = Object.entries(others).filter(([field]) => !fields.some((name) => name === field));
  return { baseUrl, ...Object.fromEntries(left) };
}

/** What signs with a profile, briefly: a thumbprint, a path or a command; undefined without a key. */
export function profileKey(profile: Pick<Profile, (typeof keyFields)[number]>): string | undefined {
  return profile.key ?? profile.keyFile ?? profile.keyCommand ?? profile.signerCommand;
}

export function useProfile(contents: ProfileContents, name: string): ProfileContents {
  getProfile(contents, name);
  return { ...contents, current: name };
}

export function removeProfile(contents: ProfileContents, name: string): ProfileContents {
  getProfile(contents, name);
  const rest = [...contents.profiles].filter(([other]) => other !== name);
  return { current: contents.current === name ? undefined : contents.current, profiles: new Map(rest) };
}

/** Throws UsageError for an invalid profile name. */
export function checkProfileName(name: string): void {
  if (/^[A-Za-z0-9._-]{1,64}$/.test(name)) return;
  if (holdsPrivateKey(name)) throw new UsageError(keyAsName, { hint: whereKeysGo });
  throw new UsageError(`${JSON.stringify(name)} is not a valid profile name`, {
    hint: "a name has 1 to 64 letters, digits, dots, underscores and hyphens",
  });
}
