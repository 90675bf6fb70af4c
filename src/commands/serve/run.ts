import type { Context } from "../../context.ts";
import { ConfigurationError, type ExitCode, messageOf, ShutdownError } from "../../errors.ts";
import { trustVariables } from "../../server/running/ask-server.ts";
import { openReadyFile, type ReadyFile, takesErrors } from "../../server/running/files.ts";
import { type Registration, registerServer } from "../../server/running/registry.ts";
import { type RunningServer, startServer } from "../../server/running/serve.ts";
import { inMemory, isPostgresUrl } from "../../values/database-address.ts";
import { type Administrator, prepareAdministrator } from "./administrator.ts";
import { logFile, serversFolder, shownDatabase } from "./database-place.ts";
import type { ServeInput } from "./flags.ts";
import { findByDatabase } from "./known-servers.ts";
import { noteStart, planServer, type ServerPlan } from "./plan.ts";
import { type Ready, sayReady, warnOfOthers } from "./ready.ts";

/** Serves until a signal comes, or while the command after `--` runs. */
export async function runServe(context: Context, input: ServeInput): Promise<ExitCode | undefined> {
  // Listens from now on: anyone who reads that the server is ready may stop it at once.
  void context.host.signal;
  const plan = await planServer(context, input);
  if (context.globals.dryRun) return noteStart(context, plan);
  const readyFile = await findReadyFile(input);
  const administrator = await prepareAdministrator(context, input);
  try {
    let keyFile: string | undefined;
    const server = await startServer({
      ...plan,
      data: { ...plan.data, administrator: administrator.publicKey },
      // npm, npx, pnpm and yarn name themselves, and only what they start has payctl on its path.
      command: context.host.env["npm_execpath"] ? "npx payctl" : undefined,
      keyFile: () => keyFile,
    }).catch((error: unknown) => nameOwner(error, plan, context));
    try {
      await warnOfOthers(context, plan.host, server.control);
      const ready = await makeReady({ administrator, plan, server });
      keyFile = ready.key_file;
      const registration = await register(context, input, { plan, ready, server });
      const ends = await watchEnds(context, input);
      try {
        return await useServer(context, input, {
          control: server.control,
          ended: ends.signal,
          ready,
          readyFile,
        });
      } finally {
        ends.stop();
        await registration?.remove();
      }
    } finally {
      await stop(server, shownDatabase(plan.database));
    }
  } finally {
    await administrator.clean();
  }
}

/** Refused before anything starts, if nothing can be written. */
async function findReadyFile({ flags }: ServeInput): Promise<ReadyFile | undefined> {
  if (flags.readyFile === undefined) return undefined;
  return openReadyFile(flags.readyFile);
}

/** A port or a file is most often taken by the server that was started before, which is then ready to use. */
async function nameOwner(error: unknown, { database }: ServerPlan, { host }: Context): Promise<never> {
  // Several servers may use a database of PostgreSQL.
  const isFile = database !== inMemory && !isPostgresUrl(database);
  const [owner] = error instanceof ConfigurationError && isFile ? await findByDatabase(database, host) : [];
  if (owner === undefined) throw error;
  const message = `the database ${database} is in use by the server at ${owner.url}, process ${owner.pid}`;
  throw new ConfigurationError(message, {
    hint: "use that one, or start a second one: payctl serve --port 0 --database FILE",
    cause: error,
  });
}

/** A signal that asks for the end must not hide that something was not saved, as on a full disk. */
async function stop(server: RunningServer, database: string): Promise<void> {
  await server.stop().catch((cause: unknown) => {
    throw new ShutdownError(`the reference server did not stop cleanly: ${messageOf(cause)}`, {
      cause,
      hint: `check the disk and the folder of ${database}, then start it again: payctl serve`,
    });
  });
}

interface Started {
  readonly administrator: Administrator;
  readonly plan: ServerPlan;
  readonly server: RunningServer;
}

async function makeReady({ administrator, plan, server }: Started): Promise<Ready> {
  const { caFile } = server.trust;
  const { keyFile, profile } = await administrator.keep(server.url, caFile);
  return {
    event: "ready",
    url: server.url,
    pid: process.pid,
    database: shownDatabase(plan.database),
    profile,
    key_file: keyFile,
    thumbprint: administrator.thumbprint,
    ...(caFile === undefined ? {} : { ca_file: caFile }),
    ...(plan.journal === "full" ? { journal: "full" } : {}),
  };
}

/** A folder that can't be written does not keep a server from serving. */
async function register(
  { host, output }: Context,
  { rest }: ServeInput,
  { plan, ready, server }: Pick<Started, "plan" | "server"> & { readonly ready: Ready },
): Promise<Registration | undefined> {
  const { database, key_file: keyFile, pid, url } = ready;
  const { instance, trust } = server;
  const file = logFile(plan.database, host);
  const log = (await takesErrors(file)) ? file : undefined;
  const folder = serversFolder(host);
  try {
    return await registerServer(folder, { ...trust, database, instance, keyFile, log, pid, url });
  } catch {
    // The end of a command ends its server.
    const reason = `${folder} can't be written (XDG_STATE_HOME names another folder)`;
    if (rest.length === 0) await output.note(`serve status and serve stop won't find this server: ${reason}`);
    return undefined;
  }
}

/** What makes the server stop without being asked to. */
interface Ends {
  readonly signal: AbortSignal;
  stop(): void;
}

async function watchEnds({ output }: Context, { flags, rest }: ServeInput): Promise<Ends> {
  const controller = new AbortController();
  const { signal } = controller;
  if (!flags.exitWithParent) return { signal, stop: () => {} };
  const { isPiped, watchParent } = await import("../../server/running/ends.ts");
  // With a command, standard input belongs to the command, and a seed may have come that way.
  const isFree = rest.length === 0 && flags.seed !== "-" && flags.seed !== "/dev/stdin" && isPiped();
  const watch = watchParent({
    stdin: isFree ? process.stdin : undefined,
    parent: () => process.ppid,
    orphaned() {
      if (signal.aborted) return;
      controller.abort();
      void output.note("the reference server stops: the process that started it is gone");
    },
  });
  return { signal, stop: watch.stop };
}

interface Use {
  readonly control: RunningServer["control"];
  readonly ready: Ready;
  readonly readyFile: ReadyFile | undefined;
  /** Aborts when the server should stop without being asked to. */
  readonly ended: AbortSignal;
}

async function useServer(
  context: Context,
  input: ServeInput,
  { control, ended, ready, readyFile }: Use,
): Promise<ExitCode | undefined> {
  await readyFile?.write(JSON.stringify(ready));
  try {
    if (input.rest.length > 0) return await runBeside(context, input.rest, { ended, ready });
    await sayReady(context, input, ready, control);
    await aborted(AbortSignal.any([context.host.signal, ended]));
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
const leadingElsewhere: readonly string[] = ["PAYCTL_PROFILE", "PAYCTL_TOKEN_FILE"];

/** Runs a command against the server; resolves to the command's own exit code. */
async function runBeside(
  { host, interactive, output }: Context,
  words: readonly string[],
  { ended, ready }: Pick<Use, "ended" | "ready">,
): Promise<ExitCode> {
  // A new shell prompt looks as if nothing had happened.
  if (interactive) await output.note(`the reference server answers at ${ready.url} until ${words[0]} ends`);
  const { runCommand } = await import("../../server/running/run-command.ts");
  const kept = Object.entries(host.env).filter(([name]) => !leadingElsewhere.includes(name));
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
