import type { Context } from "./context.ts";
import { type LoadedCredential, loadCredential } from "./credentials/load-credential.ts";
import { findPassphrase } from "./credentials/passphrase.ts";
import { requireCredential } from "./credentials/settings/require.ts";

/** The credential of this command, read and ready; a person is asked for the passphrase of an encrypted key. */
export async function findCredential(context: Context): Promise<LoadedCredential> {
  const { host, interactive } = context;
  const setting = requireCredential(await context.settings());
  const ask = async (question: string): Promise<string> => (await context.prompter()).secret(question);
  return loadCredential(setting, {
    keyFiles: await context.keyFiles(),
    platform: host.platform,
    passphrase: () => findPassphrase({ env: host.env, ask: interactive ? ask : undefined }),
  });
}
