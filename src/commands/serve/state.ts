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
import { callOf, statusResult } from "./steering.ts";

interface Status {
  readonly running: boolean;
  readonly url: string;
  readonly pid: number | null;
  readonly database: string | null;
  readonly log: string | null;
}

/** Says whether a server answers at an address, and which one; exits with 3 if there is none. */
export async function showStatus(context: Context, target: Target): Promise<ExitCode> {
  const { output } = context;
  const results = await output.results(shapeOf(statusResult));
  const place = await chooseServer(context, target.url);
  const isThere = (await findInstance(context, place)) !== undefined;
  // The address alone needs no call, and a health check leaves no line in the log.
  const isAsked = isThere && output.format !== "id";
  const state = isAsked ? await readState(context, target) : { ...nothing, running: isThere };
  const status = { ...state, url: place.address.value };
  if (output.format === "table") await output.text(describe(status));
  else if (isThere || output.format !== "id") await results.record(status);
  return isThere ? exitCodes.done : exitCodes.configuration;
}

const nothing = { running: false, pid: null, database: null, log: null } as const;

/** A server whose control interface is closed to us reveals only that it answers. */
async function readState(context: Context, target: Target): Promise<Omit<Status, "url">> {
  try {
    const control = await openControl(context, target, []);
    const { database, log = null, pid = null } = await control.call(callOf("readHealth", {}));
    return { running: true, pid, database, log };
  } catch (error) {
    if (isRefused(error)) return { ...nothing, running: true };
    throw error;
  }
}

function isRefused(error: unknown): boolean {
  if (!(error instanceof PayctlError)) return false;
  return error.exitCode === exitCodes.unauthorized || error.exitCode === exitCodes.notFound;
}

function describe({ pid, running, url }: Status): string {
  if (!running) return `No reference server answers at ${url}.`;
  return `The reference server answers at ${url}${pid === null ? "" : `, process ${pid}`}.`;
}

/** Stops the server of an address; resolves when it is gone. */
export async function endServer(context: Context, target: Target): Promise<undefined> {
  const { globals, output } = context;
  const calls = [callOf("stopServer", {})] as const;
  await refuseCallsAbove(context, calls);
  const place = await chooseServer(context, target.url);
  const { value: url } = place.address;
  if (rootOf(url) !== url) throw isWorld(url);
  if (globals.dryRun) return rehearse(context, target, calls);
  const instance = await findInstance(context, place);
  if (instance === undefined)
    return output.note(`no reference server answers at ${url}`).then(() => undefined);
  const control = await openControl(context, target, calls);
  await control.call(calls[0]).catch((error: unknown) => {
    if (isRefused(error)) throw isClosed(url);
    throw error;
  });
  if (!(await hasEnded(context, place, instance))) {
    throw new ConfigurationError(`the server at ${url} does not stop`, {
      hint: "kill -9 and the pid of its ready line",
    });
  }
  await output.note(`the server at ${url} (${sourceText(place.address.source)}) has stopped`);
}

function isWorld(url: string): UsageError {
  return new UsageError(`${url} is a world, and not a server`, {
    hint: { text: "to stop the whole server", command: `payctl serve stop --url ${shellWord(rootOf(url))}` },
  });
}

function isClosed(url: string): ConfigurationError {
  return new ConfigurationError(`the control interface of the server at ${url} is closed to this command`, {
    hint: "name its token with --control-token-file FILE, or end the process by kill and the pid of its ready line",
  });
}

/** Milliseconds; the server itself gives requests in progress 5 seconds. */
const longestWait = 15_000;
const pause = 50;

/** Another server that answers there by now has taken the place of the one that ended. */
async function hasEnded(context: Context, place: ServerAddress, instance: string): Promise<boolean> {
  const { now, sleep } = context.host;
  for (const end = now() + longestWait; now() < end; await sleep(pause)) {
    const found = await findInstance(context, place).catch((error: unknown) => {
      if (error instanceof ConfigurationError || error instanceof UnreachableError) return undefined;
      throw error;
    });
    if (found !== instance) return true;
  }
  return false;
}
