import { ConfigurationError } from "../errors.ts";

/** Who knows the passphrase of a key. */
export interface PassphraseSources {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Asks a person; undefined where nobody is there. */
  readonly ask: ((question: string) => Promise<string>) | undefined;
}

/** The passphrase of an encrypted key; throws ConfigurationError when nobody can tell it. */
export async function findPassphrase({ env, ask }: PassphraseSources): Promise<string> {
  const given = env["PAYCTL_KEY_PASSPHRASE"];
  if (given) return given;
  if (ask !== undefined) return ask("Passphrase of the key:");
  throw new ConfigurationError("the key is encrypted and nobody is there to type its passphrase", {
    hint: "set PAYCTL_KEY_PASSPHRASE",
  });
}
