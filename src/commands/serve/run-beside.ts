import type { Context } from "../../context.ts";
import type { ExitCode } from "../../exit-codes.ts";
import type { Ready } from "./ready.ts";

/** Variables that would lead the command to another service, or to another key. */
const leadingElsewhere: readonly string[] = [
  "PAYCTL_PROFILE",
  "PAYCTL_PRIVATE_KEY",
  "PAYCTL_KEY_PASSPHRASE",
  "PAYCTL_TOKEN",
  "PAYCTL_TOKEN_FILE",
];

/** Runs a command against the server; resolves to the command's own exit code. */
export async function runBeside(
  { host, interactive, output }: Context,
  words: readonly string[],
  ready: Ready,
): Promise<ExitCode> {
  // A shell that begins looks like nothing has happened.
  if (interactive) await output.note(`the reference server answers at ${ready.url} until ${words[0]} ends`);
  const { runCommand } = await import("../../server/serve-command.ts");
  const kept = Object.entries(host.env).filter(([name]) => !leadingElsewhere.includes(name));
  const code = await runCommand(words, {
    env: {
      ...Object.fromEntries(kept),
      PAYCTL_BASE_URL: ready.url,
      PAYCTL_PRIVATE_KEY_FILE: ready.key_file,
      PAYCTL_MERCHANT_ACCOUNT: "default",
    },
    signals: process,
    sharesTerminal: host.stdin.isTTY === true,
  });
  // Whatever the command ended with is handed on as it is.
  return code as ExitCode;
}
