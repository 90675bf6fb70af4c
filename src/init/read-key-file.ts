import { getPassphrase } from "../commands/passphrase.ts";
import type { Context } from "../context.ts";
import { EncryptedKeyError } from "../credentials/private-key.ts";
import type { ChosenKey } from "./answers.ts";

/** Reads a key that stays where it is; throws ConfigurationError for one that can't be used. */
export async function readKeyFile(context: Context, path: string): Promise<ChosenKey> {
  let encrypted = false;
  const key = await (await context.keyFiles()).read(path, () => {
    encrypted = true;
    return getPassphrase(context);
  });
  return { kind: "file", path, key, encrypted };
}

/** Throws ConfigurationError for a file that can't be used; what only a passphrase opens has not been looked into. */
export async function checkKeyFile(context: Context, path: string): Promise<void> {
  try {
    await (await context.keyFiles()).read(path);
  } catch (error) {
    if (!(error instanceof EncryptedKeyError)) throw error;
  }
}
