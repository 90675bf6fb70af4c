import type { Context } from "../context.ts";
import { refuseTokenFile } from "../credentials/new-profile.ts";
import { UsageError } from "../errors.ts";
import type { InitFlags } from "./answers.ts";

/** Refuses flags that contradict each other, and, where nobody is there to be asked, flags that are missing. */
export function checkFlags({ globals, interactive }: Context, flags: InitFlags): void {
  refuseTokenFile(globals.tokenFile, "--key-file PATH or --generate-key");
  if (globals.keyFile !== undefined && flags.generateKey) {
    throw contradiction("--key-file and --generate-key contradict each other");
  }
  if (globals.keyFile !== undefined && flags.passphrase) {
    throw contradiction("--passphrase encrypts a new key, and --key-file names one that there is");
  }
  const missing = interactive ? [] : missingFlags(globals, flags);
  if (missing.length === 0) return;
  throw new UsageError(`missing, and nobody is there to be asked: ${missing.join("; ")}`, {
    hint: "payctl init -p NAME --base-url https://api.example.com --generate-key --no-input",
  });
}

function missingFlags(globals: Context["globals"], { generateKey }: InitFlags): readonly string[] {
  return [
    globals.profile === undefined ? "--profile" : undefined,
    globals.baseUrl === undefined ? "--base-url" : undefined,
    globals.keyFile === undefined && !generateKey ? "--key-file or --generate-key" : undefined,
  ].filter((name) => name !== undefined);
}

function contradiction(message: string): UsageError {
  return new UsageError(message, { hint: "leave one of them out" });
}
