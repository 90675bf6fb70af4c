import type { Context, Host } from "./context.ts";
import { ConfigurationError, UsageError } from "./errors.ts";
import type { Prompter } from "./terminal/prompter.ts";

const variables = {
  "the key": "PAYCTL_KEY_PASSPHRASE",
  "the client key": "PAYCTL_CLIENT_KEY_PASSPHRASE",
} as const;

/** The passphrase of an encrypted key, from the environment or else a person; throws ConfigurationError if there is no way to get it. */
export async function getPassphrase(
  {
    host,
    interactive,
    prompter,
  }: {
    readonly host: Pick<Host, "env">;
    readonly interactive: boolean;
    prompter(): Promise<Pick<Prompter, "secret">>;
  },
  key: keyof typeof variables = "the key",
): Promise<string> {
  const variable = variables[key];
  const given = host.env[variable];
  if (given) return given;
  if (interactive) return (await prompter()).secret(`Passphrase of ${key}:`);
  throw new ConfigurationError(`${key} is encrypted, and there is no terminal to type its passphrase on`, {
    hint: `set ${variable}`,
  });
}

/** The passphrase for a stored key: PAYCTL_KEY_PASSPHRASE or, if asked for, one typed twice. */
export async function newPassphrase(
  context: Context,
  flags: { readonly passphrase: boolean | undefined },
): Promise<string | undefined> {
  const given = context.host.env["PAYCTL_KEY_PASSPHRASE"];
  if (given) return given;
  if (!flags.passphrase) return undefined;
  if (!context.interactive) {
    throw new UsageError("no terminal to type the passphrase on", { hint: "set PAYCTL_KEY_PASSPHRASE" });
  }
  const prompter = await context.prompter();
  const first = await prompter.secret("Passphrase for the stored key:");
  const second = await prompter.secret("Passphrase again:");
  if (first !== "" && first === second) return first;
  throw new UsageError(first === "" ? "the passphrase is empty" : "the passphrases do not match", {
    hint: "nothing was stored; try again",
  });
}
