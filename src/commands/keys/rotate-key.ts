import type { KeyObject } from "node:crypto";
import type { Context } from "../../context.ts";
import { operations } from "../../contract/operations.ts";
import { thumbprint } from "../../contract/thumbprint.ts";
import { allows } from "../../credentials/ceiling.ts";
import { getProfile, type Profile, setStoredKey } from "../../credentials/profiles.ts";
import { type Credential, describeLocation, sourceText } from "../../credentials/settings.ts";
import { ApiError, ConfigurationError, PayctlError, UsageError } from "../../errors.ts";
import { isReferenceServer, registerKey } from "../init/reference-server.ts";
import { applyChange, confirmLoss, confirmWrite, requireScope } from "../write.ts";
import { forgetNext, type NextKey, prepareNext } from "./next-key.ts";
import { findKeyPair, type KeyPair } from "./own-key-pair.ts";
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
  await confirm(context, target, flags);
  await applyChange(context, `replace the key of profile ${target.name}`, async () => {
    const { name, profile } = target;
    const { passphrase } = flags;
    const next = await prepareNext(context, { name, marked: profile.nextKey, passphrase });
    const { key, path, successor } = next;
    await showKey(context, { key, path, profile: name });
    if (!(await isAccepted(successor))) {
      await register(context, target, { key, old });
      await waitForAcceptance(successor, flags.interval);
    }
    await switchOver(target, next, { old, flags });
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
      {
        hint: `leave it out; -p ${name} ignores variables`,
      },
    );
  }
  if (profile.key !== undefined) return profile.key;
  throw new UsageError(`payctl does not store the key of profile ${name}: ${describeLocation(credential)}`, {
    hint: {
      text: "put a new key there and register it; to use it from another place",
      command: `payctl profile set ${name} ${keyOptions(credential.value)}`,
    },
  });
}

/** The options that name another key of the same kind. */
function keyOptions({ kind }: Credential): string {
  if (kind === "key-command") return "--key-command COMMAND";
  return kind === "signer-command" ? "--signer-command COMMAND --public-key FILE" : "--key-file FILE";
}

async function confirm(context: Context, { name }: Target, { deleteOld }: RotateFlags): Promise<void> {
  await requireScope(context, operations.listApiKeyPairs);
  const operation = deleteOld ? operations.deleteApiKeyPair : undefined;
  await confirmWrite(context, operation, { question: `Replace the key of profile ${name}?` });
  if (!deleteOld) return;
  await confirmLoss(context, () => `Delete the old key pair of profile ${name} once the new one works?`);
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
  if (pair === undefined || !canRegister) {
    return context.output.note(
      `register the public key with the service; this waits until it is accepted, and payctl keys rotate -p ${name} continues after an interruption`,
    );
  }
  const roles = textsOf(pair["roles"], "slug");
  const accounts = textsOf(pair["merchant_accounts"], "id");
  const wayOut = {
    text: `profile ${name} keeps its old key; to continue, run the same command again; to forget the new key`,
    command: `payctl keys rotate --abort -p ${name}`,
  };
  await registerKey(context, profile.baseUrl, { name, key, roles, accounts, wayOut });
  await context.output.note("registered the new key with payctl serve");
}

function textsOf(list: unknown, field: string): readonly string[] {
  if (!Array.isArray(list)) return [];
  return list.map((item: Readonly<Record<string, unknown>> | null) => String(item?.[field]));
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

const usualInterval = 5000;

async function waitForAcceptance(successor: Context, interval = usualInterval): Promise<void> {
  const { host } = successor;
  const { deadline } = await successor.settings();
  const end = host.now() + (deadline?.value ?? Number.POSITIVE_INFINITY);
  while (!(await isAccepted(successor))) {
    if (host.now() + interval > end) {
      const call = { method: "GET", path: operations.listApiKeyPairs.path, attempts: 1 };
      throw new ApiError(401, "the service has not accepted the new key yet", {
        call,
        hint: {
          text: "once it is registered, run the same command again; to forget it",
          command: "payctl keys rotate --abort",
        },
      });
    }
    await host.sleep(interval, host.signal);
  }
}

/** Deletes first if asked to: until the profile is switched, the same command gets back to this point. */
async function switchOver(
  { name }: Target,
  { key, successor }: NextKey,
  { old, flags }: { readonly old: string; readonly flags: RotateFlags },
): Promise<void> {
  const { output, host } = successor;
  const made = await thumbprint(key);
  const pair = await findListed(successor, old);
  const failure = flags.deleteOld ? await deleteOld(successor, pair) : undefined;
  host.signal.throwIfAborted();
  await (await successor.profiles()).change((contents) => setStoredKey(contents, name, made));
  await output.note(`profile ${name} now uses the key ${made}`);
  if (failure !== undefined) throw failure;
  if (!flags.deleteOld) {
    const id = pair?.id ?? "KEY_PAIR_ID";
    await output.note({
      text: "when nothing uses the old key any more, delete it",
      command: `payctl keys delete ${id} -p ${name}`,
    });
  }
  await output.note(`the old private key is kept: ${(await successor.keyFiles()).pathOf(old)}`);
}

/** The deletion's error: the new key works anyway. */
async function deleteOld(successor: Context, pair: KeyPair | undefined): Promise<PayctlError | undefined> {
  if (pair === undefined) {
    await successor.output.note("the service lists no old key pair to delete");
    return undefined;
  }
  const api = await successor.api();
  try {
    await api.call(operations.deleteApiKeyPair, { path: { api_key_pair_id: pair.id } });
    await successor.output.note(`deleted ${pair.id}`);
    return undefined;
  } catch (error) {
    if (!(error instanceof PayctlError)) throw error;
    return error;
  }
}

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
    await forgetNext(context, name, nextKey);
    await context.output.note(
      `forgot the next key (${nextKey}); if it is registered, delete its key pair at the service`,
    );
  });
}
