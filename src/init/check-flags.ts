import type { Context } from "../context.ts";
import { refuseTokenFile } from "../credentials/new-profile.ts";
import { UsageError } from "../errors.ts";
import { shellWord } from "../terminal/words.ts";
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
    hint: completed(globals, flags),
  });
}

function missingFlags(globals: Context["globals"], { generateKey }: InitFlags): readonly string[] {
  return [
    globals.profile === undefined ? "--profile" : undefined,
    globals.baseUrl === undefined ? "--base-url" : undefined,
    globals.keyFile === undefined && !generateKey ? "--key-file or --generate-key" : undefined,
  ].filter((name) => name !== undefined);
}

/** The command line as it was given, with what is missing. */
function completed({ baseUrl, keyFile, profile }: Context["globals"], { register }: InitFlags): string {
  const key = keyFile === undefined ? ["--generate-key"] : ["--key-file", shellWord(keyFile)];
  const target = [
    "-p",
    shellWord(profile ?? "NAME"),
    "--base-url",
    shellWord(baseUrl ?? "https://api.example.com"),
  ];
  return ["payctl init", ...target, ...key, ...(register ? ["--register"] : []), "--no-input"].join(" ");
}

function contradiction(message: string): UsageError {
  return new UsageError(message, { hint: "leave one of them out" });
}
