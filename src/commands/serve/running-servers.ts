import type { Context } from "../../context.ts";
import { changingScope } from "../../contract/control/operations.ts";
import { ConfigurationError, type ExitCode, exitCodes, UsageError } from "../../errors.ts";
import { instanceAt } from "../../server/running/ask-server.ts";
import { isThere } from "../../server/running/files.ts";
import { endServer, type KnownServer } from "../../server/running/registry.ts";
import { rootOf } from "../../server/world.ts";
import { inMemory } from "../../values/database-address.ts";
import { shellWord } from "../../values/text.ts";
import { recordShape } from "../shape.ts";
import { onePage } from "../show-list.ts";
import { isDatabaseNamed, logFile, namedDatabase, serversFolder, shownDatabase } from "./database-place.ts";
import { answersAt, checkUrl, urlInUse } from "./find-target.ts";
import { confirmServer, refuseScopesAbove } from "./guard.ts";
import { findByDatabase, findDetached, findKnown } from "./known-servers.ts";

const columns = [
  { title: "RUNNING", field: "running" },
  { title: "URL", field: "url" },
  { title: "PID", field: "pid" },
  { title: "DATABASE", field: "database" },
  { title: "LOG", field: "log" },
];

/** Describes the server of an address or a database, or lists every one of this user; exits with 3 if there is none. */
export async function showServers(context: Context, which: Which): Promise<ExitCode> {
  refuseSeveral(which);
  const { all, database, url } = which;
  if (all) return showAll(context);
  const { output } = context;
  const results = await output.results({ ...recordShape(columns), idField: "url" });
  const status = await (url === undefined ? statusOf(context, database) : statusAt(context, checkUrl(url)));
  const isFound = status.running || status.pid !== null;
  if (!isFound && url === undefined && !isDatabaseNamed(database, context.host)) {
    await noteOthers(context, "see payctl serve status --all");
  }
  if (output.format !== "table") await noteSilent(context, [status]);
  if (output.format === "table") await output.text(describe(status));
  // As with --all, an id is that of a server that runs.
  else if (status.running || output.format !== "id") await results.record(status);
  return status.running ? exitCodes.done : exitCodes.configuration;
}

interface Status {
  readonly running: boolean;
  readonly url: string | null;
  readonly pid: number | null;
  readonly database: string | null;
  readonly log: string | null;
}

async function statusOf(context: Context, name: string | undefined): Promise<Status> {
  const { host } = context;
  const database = namedDatabase(name, host);
  const [server, ...others] = await findServers(database, host);
  const unnamed = isDatabaseNamed(name, host) ? undefined : await findUnnamed(context, server);
  if (unnamed !== undefined) return statusAt(context, unnamed);
  if (others.length > 0) await noteOthers(context, "see payctl serve status --all", others);
  if (server !== undefined) return readStatus(server);
  const log = await findLog(database, host);
  return { running: false, url: null, pid: null, database: shownDatabase(database), log };
}

function readStatus({ answers, database, log, pid, url }: KnownServer): Status {
  return { running: answers, url, pid, database, log: log ?? null };
}

/**
 * The address of the server that other verbs talk to if no option names one: that of the profile in use, or the only
 * one that runs; undefined if that is the server of the usual database, or none.
 */
async function findUnnamed(context: Context, usual: KnownServer | undefined): Promise<string | undefined> {
  const inUse = await urlInUse(context);
  const root = inUse === undefined ? undefined : rootOf(inUse);
  if (root !== undefined && root !== usual?.url && (await answersAt(context, root))) return root;
  if (usual !== undefined) return undefined;
  const [only, ...others] = await findKnown(context.host);
  return others.length === 0 ? only?.url : undefined;
}

/** A statement about one database, or one server, does not hold for all. */
async function noteOthers(
  { host, output }: Pick<Context, "host" | "output">,
  command: string,
  servers?: readonly KnownServer[],
): Promise<void> {
  const urls = (servers ?? (await findKnown(host))).map(({ url }) => url);
  if (urls.length === 0) return;
  await output.note(`others are running: ${urls.join(", ")}; ${command}`);
}

/** A server of somebody else reveals only that it answers. */
async function statusAt(context: Context, url: string): Promise<Status> {
  const [server] = await findKnown(context.host, (known) => known.url === url);
  if (server !== undefined) return readStatus(server);
  return { running: await answersAt(context, url), url, pid: null, database: null, log: null };
}

/** The log of the last detached server of a database. */
async function findLog(database: string, host: Context["host"]): Promise<string | null> {
  const file = logFile(database, host);
  return (await isThere(file)) ? file : null;
}

function describe({ database, pid, running, url }: Status): string {
  if (!running && pid !== null) return `The reference server at ${url}, process ${pid}, does not answer.`;
  if (!running) return `No reference server is running on ${url ?? database}.`;
  return `The reference server answers at ${url}${pid === null ? "" : `, process ${pid}`}.`;
}

async function showAll(context: Context): Promise<ExitCode> {
  const { host, output } = context;
  const results = await output.results({ ...recordShape(columns), idField: "url" });
  const rows = (await findKnown(host)).map(readStatus);
  await noteSilent(context, rows);
  const isAnswering = ({ running }: Status) => running;
  await results.list(onePage(output.format === "id" ? rows.filter(isAnswering) : rows));
  return rows.some(isAnswering) ? exitCodes.done : exitCodes.configuration;
}

/** A server that is busy for seconds, or stopped by a signal, is there all the same. */
async function noteSilent({ output }: Pick<Context, "output">, servers: readonly Status[]): Promise<void> {
  for (const { pid, running, url } of servers) {
    if (!running && pid !== null) await output.note(`the server at ${url}, process ${pid}, does not answer`);
  }
}

/** What a database stands for here: of the servers in memory, only the one in the background. */
function findServers(database: string, host: Context["host"]): Promise<readonly KnownServer[]> {
  return database === inMemory ? findDetached(host) : findByDatabase(database, host);
}

interface Which {
  readonly database: string | undefined;
  readonly url: string | undefined;
  readonly all: boolean | undefined;
}

function refuseSeveral({ all, database, url }: Which): void {
  if ([all || undefined, database, url].filter((chosen) => chosen !== undefined).length > 1) {
    throw new UsageError("only one of --all, --url and --database can be used");
  }
}

/** Stops the server of an address or a database, or every one of this user; resolves when they are gone. */
export async function stopServers(context: Context, which: Which): Promise<undefined> {
  refuseSeveral(which);
  await refuseScopesAbove(context, [changingScope]);
  if (which.all) return stopAll(context);
  return which.url === undefined ? stopOf(context, which.database) : stopAt(context, checkUrl(which.url));
}

async function stopAll(context: Context): Promise<undefined> {
  const servers = await findKnown(context.host);
  if (servers.length === 0) await context.output.note("no reference server is running");
  await Promise.all(servers.filter(({ answers }) => answers).map((server) => end(context, server)));
  const silent = servers.find(({ answers }) => !answers);
  if (silent !== undefined) throw doesNotAnswer(silent);
}

async function stopOf(context: Context, name: string | undefined): Promise<undefined> {
  const { host, output } = context;
  const database = namedDatabase(name, host);
  const servers = await findServers(database, host);
  for (const server of servers) await end(context, server);
  if (servers.length > 0) return;
  await output.note(`no reference server is running on ${shownDatabase(database)}`);
  if (isDatabaseNamed(name, host)) return;
  await noteOthers({ host, output }, "to stop one: payctl serve stop --url URL");
}

async function stopAt(context: Context, address: string): Promise<undefined> {
  const { host, output } = context;
  const root = rootOf(address);
  const server = await findAt(root, await findKnown(host));
  if (server !== undefined && root !== address) throw isWorld(address, server);
  if (server !== undefined) await end(context, server);
  else if (await answersAt(context, root)) throw notStartedHere(address, host);
  else await output.note(`no reference server is running at ${address}`);
}

/** The server of an address, which may be recorded in another spelling, such as 127.0.0.1 for localhost. */
async function findAt(url: string, servers: readonly KnownServer[]): Promise<KnownServer | undefined> {
  const named = servers.find((server) => server.url === url);
  if (named !== undefined) return named;
  const instances = await Promise.all(servers.map((server) => instanceAt(url, server)));
  return servers.find(({ instance }, index) => instances[index] === instance);
}

function isWorld(address: string, { url }: KnownServer): UsageError {
  return new UsageError(`${address} is a world, and not a server`, {
    hint: `to stop the whole server: payctl serve stop --url ${shellWord(url)}`,
  });
}

/** Its process id would be needed, and one that it reported could be that of a process in a container. */
function notStartedHere(address: string, host: Context["host"]): ConfigurationError {
  const message = `the server at ${address} was not started here: ${serversFolder(host)} has no record of it`;
  return new ConfigurationError(message, {
    hint: "stop it where it was started: as the same user, with the same XDG_STATE_HOME and XDG_DATA_HOME",
  });
}

/** A test runner that had a server may do something else by now. */
function doesNotAnswer({ pid, url }: KnownServer): ConfigurationError {
  return new ConfigurationError(`the server at ${url}, process ${pid}, does not answer and was not stopped`, {
    hint: `to end the process: kill ${pid}`,
  });
}

/** The server itself gives requests in progress 5 seconds. */
const patience = 15_000;

async function end(context: Context, server: KnownServer): Promise<void> {
  const { globals, host, output } = context;
  const { pid, url } = server;
  if (globals.dryRun) return output.note(`would stop the server at ${url}`);
  if (!server.answers) throw doesNotAnswer(server);
  await confirmServer(context, { value: url, source: context.command });
  if (!(await endServer(server, { patience, sleep: host.sleep, signal: host.signal }))) {
    throw new ConfigurationError(`the server at ${url} does not stop`, { hint: `kill -9 ${pid}` });
  }
  await output.note(`the server at ${url} has stopped`);
}
