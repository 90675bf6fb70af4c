import type { Context } from "../../context.ts";
import { type ExitCode, ShutdownError } from "../../errors.ts";
import type { ReadyFile } from "../../server/running/files.ts";
import type { RunningServer } from "../../server/running/serve.ts";
import { type Administrator, prepareAdministrator } from "./administrator.ts";
import { planServer, type ServeInput } from "./plan.ts";
import { type Ready, sayReady, warnOfOthers } from "./ready.ts";

/** Serves until a signal comes, or while the command after `--` runs. */
export async function runServe(context: Context, input: ServeInput): Promise<ExitCode | undefined> {
  // Listen from now on: anyone who reads that the server is ready may stop it at once.
  const { signal } = context.host;
  const plan = await planServer(context, input);
  const readyFile = await findReadyFile(input);
  const administrator = await prepareAdministrator(context, input);
  try {
    const { startServer } = await import("../../server/running/serve.ts");
    let keyFile: string | undefined;
    const server = await startServer({
      ...plan,
      data: { ...plan.data, administrator: administrator.publicKey },
      keyFile: () => keyFile,
    });
    try {
      await warnOfOthers(context, plan.host, server.control);
      const ready = await makeReady({ administrator, database: plan.database, server });
      keyFile = ready.key_file;
      return await useServer(context, input, { ready, readyFile, signal });
    } finally {
      await stop(server, plan.database);
    }
  } finally {
    await administrator.clean();
  }
}

/** Refused before anything starts, where nothing can be written. */
async function findReadyFile({ flags }: ServeInput): Promise<ReadyFile | undefined> {
  if (flags.readyFile === undefined) return undefined;
  return (await import("../../server/running/files.ts")).openReadyFile(flags.readyFile);
}

/** A signal that asks for the end must not hide that something was not saved, as on a full disk. */
async function stop(server: RunningServer, database: string): Promise<void> {
  await server.stop().catch((cause: unknown) => {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new ShutdownError(`the reference server did not stop cleanly: ${reason}`, {
      cause,
      hint: `check the disk and the folder of ${database}, then start it again: payctl serve`,
    });
  });
}

interface Started {
  readonly administrator: Administrator;
  readonly database: string;
  readonly server: RunningServer;
}

async function makeReady({ administrator, database, server }: Started): Promise<Ready> {
  const { keyFile, profile } = await administrator.keep(server.url);
  return {
    event: "ready",
    url: server.url,
    pid: process.pid,
    database,
    profile,
    key_file: keyFile,
    thumbprint: administrator.thumbprint,
  };
}

interface Use {
  readonly ready: Ready;
  readonly readyFile: ReadyFile | undefined;
  readonly signal: AbortSignal;
}

async function useServer(
  context: Context,
  input: ServeInput,
  { ready, readyFile, signal }: Use,
): Promise<ExitCode | undefined> {
  await readyFile?.write(JSON.stringify(ready), signal);
  try {
    if (input.rest.length > 0) return await runBeside(context, input.rest, ready);
    await sayReady(context, input, ready);
    await aborted(signal);
    return undefined;
  } finally {
    await readyFile?.remove();
  }
}

function aborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    signal.addEventListener("abort", () => resolve(), { once: true });
  });
}

/** Variables that would point the command at another service or another key. */
const leadingElsewhere: readonly string[] = [
  "PAYCTL_PROFILE",
  "PAYCTL_PRIVATE_KEY",
  "PAYCTL_KEY_PASSPHRASE",
  "PAYCTL_TOKEN",
  "PAYCTL_TOKEN_FILE",
];

/** Runs a command against the server; resolves to the command's own exit code. */
async function runBeside(
  { host, interactive, output }: Context,
  words: readonly string[],
  ready: Ready,
): Promise<ExitCode> {
  // A new shell prompt looks as if nothing had happened.
  if (interactive) await output.note(`the reference server answers at ${ready.url} until ${words[0]} ends`);
  const { runCommand } = await import("../../server/running/run-command.ts");
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
  // The command's exit code is passed on unchanged.
  return code as ExitCode;
}
