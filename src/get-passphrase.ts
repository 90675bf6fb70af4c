import type { Host } from "./context.ts";
import { ConfigurationError } from "./errors.ts";
import type { Prompter } from "./terminal/prompter.ts";

/** Who may know the passphrase of a key: the environment, else a person. */
interface Knowing {
  readonly host: Pick<Host, "env">;
  readonly interactive: boolean;
  prompter(): Promise<Pick<Prompter, "secret">>;
}

/** The passphrase of an encrypted key; throws ConfigurationError where nobody can tell it. */
export async function getPassphrase({ host, interactive, prompter }: Knowing): Promise<string> {
  const given = host.env["PAYCTL_KEY_PASSPHRASE"];
  if (given) return given;
  if (interactive) return (await prompter()).secret("Passphrase of the key:");
  throw new ConfigurationError("the key is encrypted and nobody is there to type its passphrase", {
    hint: "set PAYCTL_KEY_PASSPHRASE",
  });
}
