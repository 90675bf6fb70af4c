import type { Context } from "../context.ts";
import { findPassphrase } from "../credentials/passphrase.ts";
import type { ChosenKey } from "./answers.ts";

/** Reads a key that stays where it is; throws ConfigurationError for one that can't be used. */
export async function readKeyFile(context: Context, path: string): Promise<ChosenKey> {
  const { host, interactive } = context;
  const ask = async (question: string): Promise<string> => (await context.prompter()).secret(question);
  let encrypted = false;
  const key = await (await context.keyFiles()).read(path, () => {
    encrypted = true;
    return findPassphrase({ env: host.env, ask: interactive ? ask : undefined });
  });
  return { kind: "file", path, key, encrypted };
}
