import type { Context } from "./context.ts";
import { type LoadedCredential, loadCredential } from "./credentials/load-credential.ts";
import { requireCredential } from "./credentials/settings/require.ts";
import { getPassphrase } from "./get-passphrase.ts";

/** The credential of this command, read and ready; a person is asked for the passphrase of an encrypted key. */
export async function getCredential(context: Context): Promise<LoadedCredential> {
  return loadCredential(requireCredential(await context.settings()), {
    keyFiles: await context.keyFiles(),
    platform: context.host.platform,
    passphrase: () => getPassphrase(context),
  });
}
