import type { Context, Host } from "../context.ts";
import { ConfigurationError, UsageError } from "../errors.ts";
import type { Prompter } from "../terminal/prompter.ts";

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

/** What a stored key is to be encrypted with: PAYCTL_KEY_PASSPHRASE, or, if it is wanted, what a person types twice. */
export async function newPassphrase(
  context: Context,
  flags: { readonly passphrase: boolean | undefined },
): Promise<string | undefined> {
  const given = context.host.env["PAYCTL_KEY_PASSPHRASE"];
  if (given) return given;
  if (!flags.passphrase) return undefined;
  if (!context.interactive) {
    throw new UsageError("nobody is there to type the passphrase", { hint: "set PAYCTL_KEY_PASSPHRASE" });
  }
  const prompter = await context.prompter();
  const first = await prompter.secret("Passphrase for the stored key:");
  const second = await prompter.secret("The same again:");
  if (first !== "" && first === second) return first;
  throw new UsageError(first === "" ? "the passphrase is empty" : "the two passphrases differ", {
    hint: "nothing was stored; try again",
  });
}
