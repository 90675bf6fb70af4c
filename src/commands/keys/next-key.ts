import type { KeyObject } from "node:crypto";
import { connectApi, getCredential } from "../../connect-api.ts";
import type { Context } from "../../context.ts";
import { thumbprint } from "../../contract/thumbprint.ts";
import { generatePrivateKey } from "../../credentials/private-key.ts";
import { markNextKey } from "../../credentials/profiles.ts";
import { ConfigurationError, hintText } from "../../errors.ts";
import { newPassphrase } from "../../passphrase.ts";
import { once } from "../../values/once.ts";

/** The stored key that is to follow, and the command as it is when that key signs. */
interface NextKey {
  readonly key: KeyObject;
  readonly path: string;
  readonly successor: Context;
}

/** The key that is marked, or a new one, which is stored and marked before anybody else hears of it. */
export async function prepareNext(
  context: Context,
  name: string,
  { marked, passphrase }: { readonly marked: string | undefined; readonly passphrase: boolean | undefined },
): Promise<NextKey> {
  if (marked !== undefined) return openMarked(context, name, marked);
  const files = await context.keyFiles();
  const key = await generatePrivateKey();
  const made = await thumbprint(key);
  await files.save(key, await newPassphrase(context, { passphrase }));
  const profiles = await context.profiles();
  await profiles.change((contents) => markNextKey(contents, name, made));
  const first = (await profiles.contents()).profiles.get(name)?.nextKey ?? made;
  if (first === made) return openNext(context, { name, stored: made, known: key });
  // Another run was faster.
  await files.remove(made);
  return openMarked(context, name, first);
}

async function openMarked(context: Context, name: string, stored: string): Promise<NextKey> {
  try {
    return await openNext(context, { name, stored });
  } catch (cause) {
    if (!(cause instanceof ConfigurationError)) throw cause;
    const before = cause.hint === undefined ? "" : `${hintText(cause.hint)}; `;
    throw new ConfigurationError(cause.message, {
      cause,
      hint: { text: `${before}to start over`, command: `payctl keys rotate --abort -p ${name}` },
    });
  }
}

/** Reads the key, unless it is known. */
async function openNext(
  context: Context,
  { name, stored, known }: { readonly name: string; readonly stored: string; readonly known?: KeyObject },
): Promise<NextKey> {
  const path = (await context.keyFiles()).pathOf(stored);
  const credential = { value: { kind: "key-file", path }, source: { kind: "next-key", name } } as const;
  const signer = known && ({ kind: "key", key: known } as const);
  const successor: Context = {
    ...context,
    settings: once(async () => ({ ...(await context.settings()), credential })),
    credential: once(async () => signer ?? getCredential(successor)),
    api: once(() => connectApi(successor)),
  };
  const loaded = await successor.credential();
  if (loaded.kind === "token") throw new Error("a stored key led to a token");
  return { key: loaded.key, path, successor };
}
