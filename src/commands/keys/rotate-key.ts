import type { KeyObject } from "node:crypto";
import type { Context } from "../../context.ts";
import { operations } from "../../contract/operations.ts";
import { thumbprint } from "../../contract/thumbprint.ts";
import { allows } from "../../credentials/ceiling.ts";
import { forgetNextKey, getProfile, type Profile, setStoredKey } from "../../credentials/profiles.ts";
import { describeLocation, sourceText } from "../../credentials/settings.ts";
import { ApiError, ConfigurationError, UsageError } from "../../errors.ts";
import { isReferenceServer, registerKey } from "../init/reference-server.ts";
import { applyChange, confirmLoss, confirmWrite, requireScope } from "../write.ts";
import { prepareNext } from "./next-key.ts";
import { findKeyPair, type KeyPair, textsOf } from "./own-key-pair.ts";
import { keyShape, showKey } from "./show.ts";

interface RotateFlags {
  readonly deleteOld: boolean | undefined;
  readonly abort: boolean | undefined;
  /** Milliseconds. */
  readonly interval: number | undefined;
  readonly passphrase: boolean | undefined;
}

/** The profile whose key is replaced. */
interface Target {
  readonly name: string;
  readonly profile: Profile;
}

/** Replaces the key of the profile in use; steps that are done stay done when it is interrupted. */
export async function rotateKey(context: Context, flags: RotateFlags): Promise<void> {
  // A wrong --fields is refused before anything is stored.
  await context.output.results(keyShape);
  const target = await findTarget(context);
  if (flags.abort) return abort(context, target, flags);
  const old = await storedKey(context, target);
  const { name } = target;
  await requireScope(context, operations.listApiKeyPairs);
  const operation = flags.deleteOld ? operations.deleteApiKeyPair : undefined;
  await confirmWrite(context, operation, { question: `Replace the key of profile ${name}?` });
  if (flags.deleteOld) {
    await confirmLoss(context, () => `Delete the old key pair of profile ${name} once the new one works?`);
  }
  await applyChange(context, `replace the key of profile ${name}`, async () => {
    const wanted = { marked: target.profile.nextKey, passphrase: flags.passphrase };
    const { key, path, successor } = await prepareNext(context, name, wanted);
    await showKey(context, { key, path, profile: name });
    if (!(await isAccepted(successor))) {
      await register(context, target, { key, old });
      await waitForAcceptance(successor, flags.interval);
    }
    await switchOver(successor, name, { key, old, deletesOld: flags.deleteOld === true });
  });
}

async function findTarget(context: Context): Promise<Target> {
  const { profile } = await context.settings();
  if (profile === undefined) {
    throw new UsageError("only the key of a profile can be rotated, and none is in use", {
      hint: { text: "name one", command: "payctl keys rotate -p NAME" },
    });
  }
  const contents = await (await context.profiles()).contents();
  return { name: profile.value, profile: getProfile(contents, profile.value) };
}

/** The thumbprint of the key that is replaced; a variable or a flag would sign instead of it. */
async function storedKey(context: Context, { name, profile }: Target): Promise<string> {
  const { credential } = await context.settings();
  if (credential === undefined) {
    throw new ConfigurationError(`profile ${name} has no key to replace`, {
      hint: { text: "make its first one", command: `payctl keys generate -p ${name}` },
    });
  }
  if (credential.source.kind !== "profile") {
    throw new ConfigurationError(
      `${sourceText(credential.source)} is in use, not the key of profile ${name}`,
      { hint: `leave it out; -p ${name} ignores variables` },
    );
  }
  if (profile.key !== undefined) return profile.key;
  throw new UsageError(`payctl does not store the key of profile ${name}: ${describeLocation(credential)}`, {
    hint: {
      text: "put a new key there and register it; to use one in another place",
      command: `payctl profile set ${name} --key-file FILE`,
    },
  });
}

/** Whether the service knows the key, even one that may not read key pairs. */
async function isAccepted(successor: Context): Promise<boolean> {
  const api = await successor.api();
  try {
    await api.call(operations.listApiKeyPairs, { query: { limit: 1 } });
    return true;
  } catch (error) {
    if (!(error instanceof ApiError) || error.isClockOff || ![401, 403].includes(error.status)) throw error;
    return error.status === 403;
  }
}

/** Registers the new key at the reference server with the rights of the old one; any other service has to be told. */
async function register(
  context: Context,
  { name, profile }: Target,
  { key, old }: { readonly key: KeyObject; readonly old: string },
): Promise<void> {
  const { ceilings } = await context.settings();
  const pair = await findListed(context, old);
  const canRegister =
    allows(ceilings, "api-key-pairs.write") && (await isReferenceServer(context, profile.baseUrl));
  if (pair === undefined || !canRegister) {
    return context.output.note(
      `register the public key with the service; this waits until it is accepted, and payctl keys rotate -p ${name} continues after an interruption`,
    );
  }
  const hint = {
    text: `profile ${name} keeps its old key; to continue, run the same command again; to forget the new key`,
    command: `payctl keys rotate --abort -p ${name}`,
  };
  const roles = textsOf(pair["roles"], "slug");
  const accounts = textsOf(pair["merchant_accounts"], "id");
  await registerKey(context, profile.baseUrl, { name, key, roles, accounts, hint });
  await context.output.note("registered the new key with payctl serve");
}

/** A key may not be allowed to list key pairs, and an old one may not be accepted any more. */
async function findListed(context: Context, thumbprint: string): Promise<KeyPair | undefined> {
  try {
    return await findKeyPair(context, thumbprint);
  } catch (error) {
    if (error instanceof ApiError && [401, 403].includes(error.status)) return undefined;
    throw error;
  }
}

async function waitForAcceptance(successor: Context, interval = 5000): Promise<void> {
  const { host } = successor;
  const { deadline } = await successor.settings();
  const end = host.now() + (deadline?.value ?? Number.POSITIVE_INFINITY);
  while (!(await isAccepted(successor))) {
    if (host.now() + interval > end) {
      throw new ApiError(401, "the service has not accepted the new key yet", {
        call: { method: "GET", path: operations.listApiKeyPairs.path, attempts: 1 },
        hint: {
          text: "once it is registered, run the same command again; to forget it",
          command: "payctl keys rotate --abort",
        },
      });
    }
    await host.sleep(interval, host.signal);
  }
}

interface Switch {
  readonly key: KeyObject;
  /** Thumbprint of the key that is replaced. */
  readonly old: string;
  readonly deletesOld: boolean;
}

/** Deletes first: until the profile is switched, the same command gets back to this point. */
async function switchOver(successor: Context, name: string, { key, old, deletesOld }: Switch): Promise<void> {
  const { output, host } = successor;
  const made = await thumbprint(key);
  const pair = await findListed(successor, old);
  const failure = deletesOld
    ? await deleteOld(successor, pair).catch((error: unknown) => ({ error }))
    : undefined;
  host.signal.throwIfAborted();
  await (await successor.profiles()).change((contents) => setStoredKey(contents, name, made));
  await output.note(`profile ${name} now uses the key ${made}`);
  // The new key works anyway.
  if (failure) throw failure.error;
  if (!deletesOld) {
    await output.note({
      text: "when nothing uses the old key any more, delete it",
      command: `payctl keys delete ${pair?.id ?? "KEY_PAIR_ID"} -p ${name}`,
    });
  }
  await output.note(`the old private key is kept: ${(await successor.keyFiles()).pathOf(old)}`);
}

async function deleteOld(successor: Context, pair: KeyPair | undefined): Promise<undefined> {
  if (pair === undefined) {
    await successor.output.note("the service lists no old key pair to delete");
    return undefined;
  }
  const api = await successor.api();
  await api.call(operations.deleteApiKeyPair, { path: { api_key_pair_id: pair.id } });
  await successor.output.note(`deleted ${pair.id}`);
}

/** Takes the mark away, and removes the key's file unless a profile uses it. */
async function abort(context: Context, { name, profile }: Target, flags: RotateFlags): Promise<void> {
  const { nextKey } = profile;
  if (flags.deleteOld) {
    throw new UsageError("--abort and --delete-old can't be used together", { hint: "use only one of them" });
  }
  if (nextKey === undefined) {
    throw new UsageError(`profile ${name} has no next key to forget`, {
      hint: { text: "to begin", command: `payctl keys rotate -p ${name}` },
    });
  }
  await applyChange(context, `forget the next key of profile ${name}`, async () => {
    const profiles = await context.profiles();
    await profiles.change((contents) => forgetNextKey(contents, name));
    const left = [...(await profiles.contents()).profiles.values()];
    if (!left.some(({ key }) => key === nextKey)) await (await context.keyFiles()).remove(nextKey);
    await context.output.note(
      `forgot the next key (${nextKey}); if it is registered, delete its key pair at the service`,
    );
  });
}
