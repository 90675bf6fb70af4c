import type { KeyObject } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import { connectApi, getCredential } from "../../connect-api.ts";
import type { Context } from "../../context.ts";
import { thumbprint } from "../../contract/thumbprint.ts";
import type { LoadedCredential } from "../../credentials/load-credential.ts";
import { generatePrivateKey } from "../../credentials/private-key.ts";
import { credentialsOf, storedPlace } from "../../credentials/profile-key.ts";
import type { Profile, ProfileKey } from "../../credentials/profiles.ts";
import { type Credential, describePlace, type Setting } from "../../credentials/settings.ts";
import { ConfigurationError, UsageError } from "../../errors.ts";
import { newPassphrase } from "../../passphrase.ts";
import { once } from "../../values/once.ts";

/** The profile whose key is replaced. */
export interface RotatedProfile {
  readonly name: string;
  readonly profile: Profile;
}

export interface NextFlags {
  readonly nextKeyCommand: string | undefined;
  readonly nextSignerCommand: string | undefined;
  readonly nextPublicKey: string | undefined;
  readonly passphrase: boolean | undefined;
}

/** The key that flags name, as a profile stores its place; undefined if none does. */
export function namedKey(flags: NextFlags): ProfileKey | undefined {
  const { nextKeyCommand, nextSignerCommand, nextPublicKey, passphrase } = flags;
  const words = {
    keyCommand: nextKeyCommand,
    signerCommand: nextSignerCommand,
    publicKey: nextPublicKey,
  };
  const place = storedPlace(words, "--next-");
  if (Object.keys(place).length === 0) return undefined;
  if (!passphrase) return place;
  throw new UsageError("--passphrase encrypts a new key, but the next one is named, so it exists", {
    hint: "leave out --passphrase",
  });
}

/** The key that is to follow, and the command as it is when that key signs. */
export interface NextKey {
  readonly place: ProfileKey;
  readonly key: KeyObject;
  /** In words for people. */
  readonly words: string;
  /** Undefined for a key that payctl does not keep. */
  readonly path: string | undefined;
  readonly successor: Context;
}

interface Wanted {
  readonly named: ProfileKey | undefined;
  /** Thumbprint of the key that is replaced, if it is known. */
  readonly old: string | undefined;
  readonly flags: NextFlags;
}

/** The key that is marked, or the one that is named, or a new one; it is marked before anybody else hears of it. */
export async function prepareNext(
  context: Context,
  target: RotatedProfile,
  wanted: Wanted,
): Promise<NextKey> {
  const { named, old, flags } = wanted;
  refuseOtherNext(target, named);
  if (target.profile.nextKey !== undefined) return openMarked(context, target.name, target.profile.nextKey);
  if (named === undefined) return makeNext(context, target, flags);
  const next = await openNext(context, target.name, named);
  if (thumbprint(next.key) === old) {
    throw new UsageError(`profile ${target.name} already signs with this key (${old})`, {
      hint: "name another key: one that the service does not know yet",
    });
  }
  const nextKey = await (await context.profiles()).markNextKey(target.name, named);
  // Another run may have been faster.
  refuseOtherNext({ ...target, profile: { ...target.profile, nextKey } }, named);
  return next;
}

/** Nothing named stands for whatever is marked. */
export function refuseOtherNext({ name, profile }: RotatedProfile, named: ProfileKey | undefined): void {
  const { nextKey } = profile;
  if (named === undefined || nextKey === undefined || isDeepStrictEqual(named, nextKey)) return;
  throw new UsageError(`profile ${name} has another next key: ${describeKey(nextKey)}`, {
    hint: `to continue with it: payctl keys rotate -p ${name}; to forget it: payctl keys rotate --abort -p ${name}`,
  });
}

/** A next key in words for people; a stored one by its thumbprint. */
export function describeKey(place: ProfileKey): string {
  const [value] = credentialsOf(place, (name) => name);
  return value === undefined ? "none" : describePlace({ value, source: "" });
}

/** A new key pair, which is stored before it is marked. */
async function makeNext(context: Context, { name }: RotatedProfile, flags: NextFlags): Promise<NextKey> {
  const files = await context.keyFiles();
  const key = await generatePrivateKey();
  const place = { key: thumbprint(key) };
  await files.save(key, await newPassphrase(context, flags));
  const marked = await (await context.profiles()).markNextKey(name, place);
  if (marked.key === place.key) return openNext(context, name, place, { kind: "key", key });
  // Another run was faster.
  await files.remove(place.key);
  return openMarked(context, name, marked);
}

async function openMarked(context: Context, name: string, marked: ProfileKey): Promise<NextKey> {
  try {
    return await openNext(context, name, marked);
  } catch (cause) {
    if (!(cause instanceof ConfigurationError)) throw cause;
    throw new ConfigurationError(cause.message, {
      cause,
      hint: `${cause.hint}; to start over: payctl keys rotate --abort -p ${name}`,
    });
  }
}

/** Reads the key, or finds out who signs with it; `loaded` is what is already known. */
async function openNext(
  context: Context,
  name: string,
  place: ProfileKey,
  loaded?: LoadedCredential,
): Promise<NextKey> {
  const { pathOf } = await context.keyFiles();
  const [value] = credentialsOf(place, pathOf);
  const source = `the next key of profile ${name}`;
  if (value === undefined)
    throw new ConfigurationError(`${source} is nowhere`, { hint: "look into config.json" });
  const successor = signingWith(context, { value, source }, loaded);
  const credential = await successor.credential();
  if (credential.kind === "token") throw new Error("a place of a key led to a token");
  const path = value.kind === "key-file" ? value.path : undefined;
  return { place, key: credential.key, words: describePlace({ value, source }), path, successor };
}

/** The same command, signing with another key. */
function signingWith(
  context: Context,
  setting: Setting<Credential>,
  loaded: LoadedCredential | undefined,
): Context {
  const successor: Context = {
    ...context,
    settings: once(async () => ({ ...(await context.settings()), credential: setting })),
    credential: once(async () => loaded ?? getCredential(successor)),
    api: once(() => connectApi(successor)),
  };
  return successor;
}
