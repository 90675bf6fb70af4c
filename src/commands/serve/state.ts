import type { Context } from "../../context.ts";
import { sourceText } from "../../credentials/settings.ts";
import {
  ConfigurationError,
  type ExitCode,
  exitCodes,
  PayctlError,
  UnreachableError,
  UsageError,
} from "../../errors.ts";
import { rootOf } from "../../server/world.ts";
import { shellWord } from "../../values/text.ts";
import { shapeOf } from "../result.ts";
import { openControl, refuseCallsAbove, rehearse } from "./control.ts";
import { chooseServer, findInstance, type ServerAddress, type Target } from "./find-target.ts";
import { callOf, statusResult } from "./server-verb.ts";

/** Says whether a server answers at an address, and which one; exits with 3 if there is none. */
export async function showStatus(context: Context, target: Target): Promise<ExitCode> {
  const { output } = context;
  const results = await output.results(shapeOf(statusResult));
  const server = await chooseServer(context, target.url);
  const running = (await findInstance(context, server)) !== undefined;
  // The address alone needs no call.
  const isAsked = running && output.format !== "id";
  const { database, log = null, pid = null } = isAsked ? await readHealth(context, target) : unknownHealth;
  const url = server.address.value;
  if (output.format === "table") {
    const answers = `The reference server answers at ${url}${pid === null ? "" : `, process ${pid}`}.`;
    await output.text(running ? answers : `No reference server answers at ${url}.`);
  } else if (running || output.format !== "id") {
    await results.record({ running, url, pid, database, log });
  }
  return running ? exitCodes.done : exitCodes.configuration;
}

const unknownHealth = { pid: null, database: null, log: null } as const;

/** A server whose control interface is closed to us reveals only that it answers. */
async function readHealth(context: Context, target: Target) {
  const control = await openControl(context, target, []);
  return control.call(callOf("readHealth", {})).catch((error: unknown) => {
    if (isClosed(error)) return unknownHealth;
    throw error;
  });
}

function isClosed(error: unknown): boolean {
  if (!(error instanceof PayctlError)) return false;
  return error.exitCode === exitCodes.unauthorized || error.exitCode === exitCodes.notFound;
}

/** Stops the server of an address; resolves when it is gone. */
export async function endServer(context: Context, target: Target): Promise<undefined> {
  const { globals, output } = context;
  const call = callOf("stopServer", {});
  await refuseCallsAbove(context, [call]);
  const server = await chooseServer(context, target.url);
  const url = server.address.value;
  if (rootOf(url) !== url) {
    throw new UsageError(`${url} is a world, and not a server`, {
      hint: {
        text: "to stop the whole server",
        command: `payctl serve stop --url ${shellWord(rootOf(url))}`,
      },
    });
  }
  if (globals.dryRun) return rehearse(context, target, [call]);
  const instance = await findInstance(context, server);
  if (instance === undefined) {
    await output.note(`no reference server answers at ${url}`);
    return undefined;
  }
  const control = await openControl(context, target, [call]);
  await control.call(call).catch((error: unknown) => {
    if (!isClosed(error)) throw error;
    throw new ConfigurationError(`the control interface of the server at ${url} is closed to this command`, {
      hint: "name its token with --control-token-file FILE, or end the process by kill and the pid of its ready line",
    });
  });
  if (!(await hasEnded(context, server, instance))) {
    throw new ConfigurationError(`the server at ${url} does not stop`, {
      hint: "kill -9 and the pid of its ready line",
    });
  }
  await output.note(`the server at ${url} (${sourceText(server.address.source)}) has stopped`);
  return undefined;
}

/** Milliseconds; the server itself gives requests in progress 5 seconds. */
const longestWait = 15_000;
const pause = 50;

/** Another server that answers there by now has taken the place of the one that ended. */
async function hasEnded(context: Context, server: ServerAddress, instance: string): Promise<boolean> {
  const { now, sleep } = context.host;
  for (const end = now() + longestWait; now() < end; await sleep(pause)) {
    const found = await findInstance(context, server).catch((error: unknown) => {
      if (error instanceof ConfigurationError || error instanceof UnreachableError) return undefined;
      throw error;
    });
    if (found !== instance) return true;
  }
  return false;
}
