import type { KeyObject } from "node:crypto";
import { connectApi, getCredential } from "../../connect-api.ts";
import type { Context } from "../../context.ts";
import { thumbprint } from "../../contract/thumbprint.ts";
import { generatePrivateKey } from "../../credentials/private-key.ts";
import { forgetNextKey, markNextKey } from "../../credentials/profiles.ts";
import { ConfigurationError, hintText } from "../../errors.ts";
import { newPassphrase } from "../../passphrase.ts";
import { once } from "../../values/once.ts";

/** The stored key that is to follow, and the command as it is when that key signs. */
export interface NextKey {
  readonly key: KeyObject;
  readonly path: string;
  readonly successor: Context;
}

interface Wanted {
  /** The profile. */
  readonly name: string;
  /** Thumbprint of the key that is marked already. */
  readonly marked: string | undefined;
  /** Whether to ask for a passphrase that encrypts a new key. */
  readonly passphrase: boolean | undefined;
}

/** The key that is marked, or a new one, which is stored and marked before anybody else hears of it. */
export async function prepareNext(context: Context, wanted: Wanted): Promise<NextKey> {
  const { name, marked } = wanted;
  if (marked !== undefined) return openMarked(context, name, marked);
  const files = await context.keyFiles();
  const key = await generatePrivateKey();
  const made = await thumbprint(key);
  await files.save(key, await newPassphrase(context, wanted));
  const profiles = await context.profiles();
  await profiles.change((contents) => markNextKey(contents, name, made));
  const first = (await profiles.contents()).profiles.get(name)?.nextKey ?? made;
  if (first === made) return openNext(context, name, made, key);
  // Another run was faster.
  await files.remove(made);
  return openMarked(context, name, first);
}

async function openMarked(context: Context, name: string, marked: string): Promise<NextKey> {
  try {
    return await openNext(context, name, marked);
  } catch (cause) {
    if (!(cause instanceof ConfigurationError)) throw cause;
    throw new ConfigurationError(cause.message, {
      cause,
      hint: {
        text: `${cause.hint === undefined ? "" : `${hintText(cause.hint)}; `}to start over`,
        command: `payctl keys rotate --abort -p ${name}`,
      },
    });
  }
}

/** Reads the key, unless it is at hand. */
async function openNext(context: Context, name: string, stored: string, made?: KeyObject): Promise<NextKey> {
  const path = (await context.keyFiles()).pathOf(stored);
  const credential = {
    value: { kind: "key-file", path },
    source: { kind: "next-key", name },
  } as const;
  const known = made && ({ kind: "key", key: made } as const);
  const successor: Context = {
    ...context,
    settings: once(async () => ({ ...(await context.settings()), credential })),
    credential: once(async () => known ?? getCredential(successor)),
    api: once(() => connectApi(successor)),
  };
  const loaded = await successor.credential();
  if (loaded.kind === "token") throw new Error("a stored key led to a token");
  return { key: loaded.key, path, successor };
}

/** Takes the mark away, and removes the key's file unless a profile uses it. */
export async function forgetNext(context: Context, name: string, nextKey: string): Promise<void> {
  const profiles = await context.profiles();
  await profiles.change((contents) => forgetNextKey(contents, name));
  const left = [...(await profiles.contents()).profiles.values()];
  if (!left.some(({ key }) => key === nextKey)) await (await context.keyFiles()).remove(nextKey);
}
