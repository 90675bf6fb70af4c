import type { KeyObject } from "node:crypto";
import type { Api } from "../../client/api.ts";
import { blamesClock } from "../../client/failure.ts";
import { connectApi } from "../../connect-api.ts";
import type { Context } from "../../context.ts";
import { operations } from "../../contract/operations.ts";
import { thumbprint } from "../../contract/thumbprint.ts";
import { allows } from "../../credentials/ceiling.ts";
import { generatePrivateKey } from "../../credentials/private-key.ts";
import { getProfile, type Profile } from "../../credentials/profiles.ts";
import { isExternal } from "../../credentials/settings.ts";
import { ApiError, ConfigurationError, PayctlError, UsageError } from "../../errors.ts";
import { getPassphrase, newPassphrase } from "../../passphrase.ts";
import { once } from "../../values/once.ts";
import { isReferenceServer, registerKey } from "../init/reference-server.ts";
import { applyChange, confirmLoss, confirmProtected, requireScope } from "../write.ts";
import { findKeyPair, type KeyPair, signerThumbprint } from "./own-key-pair.ts";
import { keyShape, showKey } from "./show.ts";

interface RotateFlags {
  readonly deleteOld: boolean | undefined;
  readonly abort: boolean | undefined;
  /** Milliseconds. */
  readonly interval: number | undefined;
  readonly passphrase: boolean | undefined;
}

/** Replaces the key of the profile in use; steps that are done stay done when it is interrupted. */
export async function rotateKey(context: Context, flags: RotateFlags): Promise<void> {
  // A wrong --fields is refused before anything is stored.
  await context.output.results(keyShape);
  const target = await findTarget(context);
  if (flags.abort) return abort(context, target, flags);
  await refuseForeignKey(context, target);
  await confirm(context, target, flags);
  await applyChange(context, `replace the key of profile ${target.name}`, async () => {
    const next = await prepareNext(context, target, flags);
    const old = { thumbprint: target.profile.key ?? (await signerThumbprint(context)) ?? "" };
    await showKey(context, { ...next, profile: target.name });
    const successor = withKey(context, next.key);
    if (!(await isAccepted(successor))) {
      await register(context, target, { key: next.key, old: old.thumbprint });
      await waitForAcceptance(successor, flags.interval ?? usualInterval);
    }
    await switchOver(successor, target, { next: thumbprint(next.key), old: old.thumbprint, flags });
  });
}

/** The profile whose key is replaced. */
interface Target {
  readonly name: string;
  readonly profile: Profile;
}

async function findTarget(context: Context): Promise<Target> {
  const { profile } = await context.settings();
  if (profile === undefined) {
    throw new UsageError("only the key of a profile can be rotated, and none is in use", {
      hint: "name one: payctl keys rotate -p NAME",
    });
  }
  const contents = await (await context.profiles()).contents();
  return { name: profile.value, profile: getProfile(contents, profile.value) };
}

/** A variable or a flag would sign instead of the profile's key, and a key that is elsewhere can't be made here. */
async function refuseForeignKey(context: Context, { name }: Target): Promise<void> {
  const { credential } = await context.settings();
  if (credential === undefined) {
    throw new ConfigurationError(`profile ${name} has no key to replace`, {
      hint: `make its first one: payctl keys generate -p ${name}`,
    });
  }
  if (credential.source !== `profile ${name}`) {
    throw new ConfigurationError(`${credential.source} is in use, not the key of profile ${name}`, {
      hint: `leave it out; -p ${name} ignores variables`,
    });
  }
  if (!isExternal(credential.value)) return;
  throw new ConfigurationError(`the key of profile ${name} is not kept by payctl`, {
    hint: "make the new one where the old one is, register it, then add a profile that uses it: payctl profile add",
  });
}

async function confirm(
  context: Context,
  { name, profile }: Target,
  { deleteOld }: RotateFlags,
): Promise<void> {
  if (deleteOld) await requireScope(context, operations.deleteApiKeyPair);
  if (profile.protected) {
    await confirmProtected(context, name, `Profile ${name} is protected. Replace its key?`);
  }
  if (!deleteOld) return;
  await confirmLoss(context, () => `Delete the old key pair of profile ${name} once the new one works?`);
}

interface Next {
  readonly key: KeyObject;
  readonly path: string;
}

/** The key pair that is to follow: the one that is marked, or a new one, which is stored before it is marked. */
async function prepareNext(context: Context, { name, profile }: Target, flags: RotateFlags): Promise<Next> {
  if (profile.nextKey !== undefined) return readNext(context, name, profile.nextKey);
  const files = await context.keyFiles();
  const key = await generatePrivateKey();
  const path = await files.save(key, await newPassphrase(context, flags));
  const marked = await (await context.profiles()).markNextKey(name, thumbprint(key));
  if (marked === thumbprint(key)) return { key, path };
  // Another run was faster.
  await files.remove(thumbprint(key));
  return readNext(context, name, marked);
}

async function readNext(context: Context, name: string, marked: string): Promise<Next> {
  const files = await context.keyFiles();
  const path = files.pathOf(marked);
  try {
    return { key: await files.read(path, () => getPassphrase(context)), path };
  } catch (cause) {
    if (!(cause instanceof ConfigurationError)) throw cause;
    throw new ConfigurationError(`the next key of profile ${name} can't be used: ${cause.message}`, {
      cause,
      hint: `${cause.hint}; to start over: payctl keys rotate --abort -p ${name}`,
    });
  }
}

/** The same command, signing with another key. */
function withKey(context: Context, key: KeyObject): Context {
  const successor: Context = {
    ...context,
    credential: async () => ({ kind: "key", key }),
    api: once(() => connectApi(successor)),
  };
  return successor;
}

/** Whether the service knows the key, even one that may not read key pairs. */
async function isAccepted(successor: Context): Promise<boolean> {
  const api: Api = await successor.api();
  try {
    await api.call(operations.listApiKeyPairs, { query: { limit: 1 } });
    return true;
  } catch (error) {
    if (!(error instanceof ApiError) || blamesClock(error)) throw error;
    if (error.status === 403) return true;
    if (error.status !== 401) throw error;
    return false;
  }
}

/**
 * Registers the new key at the reference server with the rights of the old one; says what to do for any other service.
 */
async function register(
  context: Context,
  { name, profile }: Target,
  { key, old }: { readonly key: KeyObject; readonly old: string },
): Promise<void> {
  const { ceilings } = await context.settings();
  const pair = await findListed(context, old);
  const canRegister =
    allows(ceilings, "api-key-pairs.write") && (await isReferenceServer(context, profile.baseUrl));
  if (pair !== undefined && canRegister) {
    const wayOut = `profile ${name} keeps its old key; to continue, run the same command again; to forget the new key: payctl keys rotate --abort -p ${name}`;
    await registerKey(context, { name, baseUrl: profile.baseUrl, wayOut }, key, rightsOf(pair));
    return context.output.note("registered the new key with payctl serve");
  }
  await context.output.note(
    `register the public key with the service; this waits until it is accepted, and payctl keys rotate -p ${name} continues after an interruption`,
  );
}

function rightsOf({ roles, merchant_accounts }: KeyPair): { roles: string[]; accounts: string[] } {
  return { roles: textsOf(roles, "slug"), accounts: textsOf(merchant_accounts, "id") };
}

function textsOf(list: unknown, field: string): string[] {
  if (!Array.isArray(list)) return [];
  return list.map((item: Readonly<Record<string, unknown>> | null) => String(item?.[field]));
}

/** A key may not be allowed to list key pairs, and an old one may not be accepted any more. */
async function findListed(context: Context, name: string): Promise<KeyPair | undefined> {
  try {
    return await findKeyPair(context, name);
  } catch (error) {
    if (error instanceof ApiError && [401, 403].includes(error.status)) return undefined;
    throw error;
  }
}

const usualInterval = 5000;

async function waitForAcceptance(successor: Context, interval: number): Promise<void> {
  const { host } = successor;
  const { deadline } = await successor.settings();
  const end = host.now() + (deadline?.value ?? Number.POSITIVE_INFINITY);
  while (!(await isAccepted(successor))) {
    if (host.now() + interval > end) {
      const call = { method: "GET", path: operations.listApiKeyPairs.path, attempts: 1 };
      throw new ApiError(401, "the service has not accepted the new key yet", {
        call,
        hint: "once it is registered, run the same command again; to forget it: payctl keys rotate --abort",
      });
    }
    await host.sleep(interval, host.signal);
  }
}

interface Switch {
  /** Thumbprints. */
  readonly next: string;
  readonly old: string;
  readonly flags: RotateFlags;
}

/** Deletes first if asked to: until the profile is switched, the same command gets back to this point. */
async function switchOver(successor: Context, { name, profile }: Target, parts: Switch): Promise<void> {
  const { output, host } = successor;
  const { next, old, flags } = parts;
  const pair = await findListed(successor, old);
  const failure = flags.deleteOld ? await deleteOld(successor, pair) : undefined;
  host.signal.throwIfAborted();
  await (await successor.profiles()).setKey(name, next);
  await output.note(`profile ${name} now uses the key ${next}`);
  if (failure !== undefined) throw failure;
  if (!flags.deleteOld) {
    const what = pair === undefined ? "KEY_PAIR_ID" : pair.id;
    await output.note(
      `when nothing uses the old key any more, delete it: payctl keys delete ${what} -p ${name}`,
    );
  }
  const path = profile.keyFile ?? (await successor.keyFiles()).pathOf(old);
  await output.note(`the old private key is kept: ${path}`);
}

/** The deletion's error: the new key works anyway. */
async function deleteOld(successor: Context, pair: KeyPair | undefined): Promise<PayctlError | undefined> {
  if (pair === undefined) {
    await successor.output.note("the service lists no old key pair to delete");
    return undefined;
  }
  const api: Api = await successor.api();
  try {
    await api.call(operations.deleteApiKeyPair, { path: { api_key_pair_id: pair.id } });
    await successor.output.note(`deleted ${pair.id}`);
    return undefined;
  } catch (error) {
    if (!(error instanceof PayctlError)) throw error;
    return error;
  }
}

/** Forgets the next key, and removes its file unless a profile uses it. */
async function abort(context: Context, { name, profile }: Target, flags: RotateFlags): Promise<void> {
  const { nextKey } = profile;
  if (flags.deleteOld) {
    throw new UsageError("--abort and --delete-old can't be used together", { hint: "use only one of them" });
  }
  if (nextKey === undefined) {
    throw new UsageError(`profile ${name} has no next key to forget`, {
      hint: `to begin: payctl keys rotate -p ${name}`,
    });
  }
  await applyChange(context, `forget the next key of profile ${name}`, async () => {
    const profiles = await context.profiles();
    await profiles.forgetNextKey(name);
    const used = Object.values(await profiles.list()).some(({ key }) => key === nextKey);
    if (!used) await (await context.keyFiles()).remove(nextKey);
    await context.output.note(
      `forgot the next key ${nextKey}; if it is registered, delete its key pair at the service`,
    );
  });
}
