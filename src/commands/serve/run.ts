import type { Context } from "../../context.ts";
import type { ExitCode } from "../../exit-codes.ts";
import type { RunningServer } from "../../server/serve.ts";
import { type Administrator, prepareAdministrator } from "./administrator.ts";
import { planServer, type ServeInput } from "./plan.ts";
import { type Ready, sayReady } from "./ready.ts";
import { runBeside } from "./run-beside.ts";
import { warnOfOthers } from "./warn-of-others.ts";

/** Serves until a signal comes, or as long as the command behind `--` runs. */
export async function runServe(context: Context, input: ServeInput): Promise<ExitCode | undefined> {
  // Heard from now on: whoever reads that the server is ready may end it at once.
  const { signal } = context.host;
  const plan = await planServer(context, input);
  const administrator = await prepareAdministrator(context, input);
  try {
    const { serve } = await import("../../server/serve.ts");
    const server = await serve({ ...plan, data: { ...plan.data, administrator: administrator.publicKey } });
    try {
      await warnOfOthers(context, plan.host, server.control);
      const ready = await makeReady({ administrator, database: plan.database, server });
      return await useServer(context, input, { ready, signal });
    } finally {
      await server.stop();
    }
  } finally {
    await administrator.clean();
  }
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
  readonly signal: AbortSignal;
}

async function useServer(
  context: Context,
  input: ServeInput,
  { ready, signal }: Use,
): Promise<ExitCode | undefined> {
  const { readyFile } = input.flags;
  const { removeReadyFile, writeReadyFile } = await import("../../server/serve-files.ts");
  if (readyFile !== undefined) await writeReadyFile(readyFile, JSON.stringify(ready));
  try {
    if (input.rest.length > 0) return await runBeside(context, input.rest, ready);
    await sayReady(context, input, ready);
    await aborted(signal);
    return undefined;
  } finally {
    if (readyFile !== undefined) await removeReadyFile(readyFile);
  }
}

function aborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    signal.addEventListener("abort", () => resolve(), { once: true });
  });
}
