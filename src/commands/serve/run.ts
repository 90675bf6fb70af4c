import type { Context } from "../../context.ts";
import { type ExitCode, messageOf, ShutdownError } from "../../errors.ts";
import { disk } from "../../files/disk.ts";
import { trustVariables } from "../../server/running/ask-server.ts";
import { openReadyFile, takesErrors } from "../../server/running/files.ts";
import { type RunningServer, startServer } from "../../server/running/serve.ts";
import { inMemory } from "../../values/database-address.ts";
import { prepareAdministrator } from "./administrator.ts";
import { logFile, shownDatabase } from "./database.ts";
import { isStandardInput, type ServeInput } from "./flags.ts";
import { noteStart, planServer, type ServerPlan } from "./plan.ts";
import { type Ready, sayReady, warnOfOthers } from "./ready.ts";

/** Serves until a signal comes, or while the command after `--` runs. */
export async function runServe(context: Context, input: ServeInput): Promise<ExitCode | undefined> {
  const { host, globals } = context;
  // Listens from now on: anyone who reads that the server is ready may stop it at once.
  void host.signal;
  const plan = await planServer(context, input);
  if (globals.dryRun) return noteStart(context, plan);
  const file = logFile(plan.database, host, process.ppid);
  const log = (await takesErrors(file)) ? file : undefined;
  const ends = await watchEnds(context, input);
  try {
    const code = await serveUntilEnd(context, input, { plan, log, ends });
    // Each start in memory has a log of its own, which tells nothing once all went well.
    if (log !== undefined && plan.database === inMemory) await disk.rm(log).catch(() => {});
    return code;
  } finally {
    ends.stop();
  }
}

interface Start {
  readonly plan: ServerPlan;
  /** The file that standard error goes to, if it is the log of a detached server. */
  readonly log: string | undefined;
  readonly ends: Ends;
}

async function serveUntilEnd(
  context: Context,
  input: ServeInput,
  { ends, log, plan }: Start,
): Promise<ExitCode | undefined> {
  const { readyFile: path } = input.flags;
  // Refused before anything starts, if nothing can be written.
  const readyFile = path === undefined ? undefined : await openReadyFile(path);
  const administrator = await prepareAdministrator(context, input, plan.database);
  let keyFile: string | undefined;
  let server: RunningServer | undefined;
  try {
    server = await startServer({
      ...plan,
      data: { ...plan.data, administrator: administrator.publicKey },
      // npm, npx, pnpm and yarn name themselves, and only what they start has payctl on its path.
      command: context.host.env["npm_execpath"] ? "npx payctl" : undefined,
      keyFile: () => keyFile,
      logFile: log,
      stopWanted: ends.end,
    });
    await warnOfOthers(context, plan.host, server.control);
    const { caFile } = server.trust;
    const kept = await administrator.keep(server.url, caFile);
    keyFile = kept.keyFile;
    const ready: Ready = {
      event: "ready",
      url: server.url,
      pid: process.pid,
      database: shownDatabase(plan.database),
      profile: kept.profile,
      key_file: keyFile,
      thumbprint: administrator.thumbprint,
      ...(caFile === undefined ? {} : { ca_file: caFile }),
      ...(log === undefined ? {} : { log }),
    };
    await readyFile?.write(JSON.stringify(ready));
    if (input.rest.length > 0) return await runBeside(context, input.rest, { ended: ends.signal, ready });
    await sayReady(context, input, { ...server, ready });
    await aborted(AbortSignal.any([context.host.signal, ends.signal]));
    return undefined;
  } finally {
    await readyFile?.remove();
    await stop(server, shownDatabase(plan.database)).finally(() => administrator.clean());
  }
}

/** A signal that asks for the end must not hide that something was not saved, as on a full disk. */
async function stop(server: RunningServer | undefined, database: string): Promise<void> {
  await server?.stop().catch((cause: unknown) => {
    throw new ShutdownError(`the reference server did not stop cleanly: ${messageOf(cause)}`, {
      cause,
      hint: {
        text: `check the disk and the folder of ${database}, then start it again`,
        command: "payctl serve",
      },
    });
  });
}

/** What makes the server stop besides a signal. */
interface Ends {
  readonly signal: AbortSignal;
  end(): void;
  stop(): void;
}

async function watchEnds({ output }: Context, { flags, rest }: ServeInput): Promise<Ends> {
  const controller = new AbortController();
  const { signal } = controller;
  const end = () => controller.abort();
  if (!flags.exitWithParent) return { signal, end, stop: () => {} };
  const { watchParent } = await import("../../server/running/watch-parent.ts");
  // With a command, standard input belongs to the command, and a seed may have come that way.
  const isFree = rest.length === 0 && !isStandardInput(flags.seed);
  const stop = watchParent(isFree, () => {
    if (signal.aborted) return;
    end();
    void output.note("the reference server stops: the process that started it is gone");
  });
  return { signal, end, stop };
}

function aborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    signal.addEventListener("abort", () => resolve(), { once: true });
  });
}

/** Variables that would point the command at another service or another key. */
const conflictingVariables: readonly string[] = ["PAYCTL_PROFILE", "PAYCTL_TOKEN_FILE"];

/** Runs a command against the server; resolves to the command's own exit code. */
async function runBeside(
  { host, interactive, output }: Context,
  words: readonly string[],
  { ended, ready }: { readonly ended: AbortSignal; readonly ready: Ready },
): Promise<ExitCode> {
  // A new shell prompt looks as if nothing had happened.
  if (interactive) await output.note(`the reference server answers at ${ready.url} until ${words[0]} ends`);
  const { runCommand } = await import("../../server/running/run-command.ts");
  const kept = Object.entries(host.env).filter(([name]) => !conflictingVariables.includes(name));
  const code = await runCommand(words, {
    env: {
      ...Object.fromEntries(kept),
      ...trustVariables({ caFile: ready.ca_file }),
      PAYCTL_BASE_URL: ready.url,
      PAYCTL_PRIVATE_KEY_FILE: ready.key_file,
      PAYCTL_MERCHANT_ACCOUNT: "default",
    },
    signals: process,
    ended,
    sharesTerminal: host.stdin.isTTY === true,
  });
  // The command's exit code is passed on unchanged.
  return code as ExitCode;
}
