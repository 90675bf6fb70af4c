import type { Context } from "../../context.ts";
import { ConfigurationError, type ExitCode, exitCodes, UsageError } from "../../errors.ts";
import type { FoundOwner } from "../../server/running/find-server.ts";
import { rootOf } from "../../server/world.ts";
import { inMemory, isPostgresUrl } from "../../values/database-address.ts";
import { shellWord } from "../../values/text.ts";
import { recordShape } from "../shape.ts";
import { onePage } from "../show-list.ts";
import {
  isDatabaseNamed,
  logFile,
  namedDatabase,
  notesPlace,
  serversFolder,
  shownDatabase,
} from "./database-place.ts";
import { answersAt, checkUrl, urlInUse } from "./find-target.ts";

const columns = [
  { title: "RUNNING", field: "running" },
  { title: "URL", field: "url" },
  { title: "PID", field: "pid" },
  { title: "DATABASE", field: "database" },
  { title: "LOG", field: "log" },
];

/** Describes the server of an address or a database, or lists every one of this user; exits with 3 if there is none. */
export async function showServers(context: Context, { all, database, url }: Which): Promise<ExitCode> {
  if ([all || undefined, database, url].filter((chosen) => chosen !== undefined).length > 1) throw tooMany();
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
  const [owner, ...others] = await findServers(database, host);
  const unnamed = isDatabaseNamed(name, host) ? undefined : await findUnnamed(context, owner);
  if (unnamed !== undefined) return statusAt(context, unnamed);
  if (others.length > 0) await noteOthers(context, "see payctl serve status --all", others);
  const status = { running: owner?.answers ?? false, url: owner?.url ?? null, pid: owner?.pid ?? null };
  const log = await (owner === undefined ? findLog(database, host) : logOf(owner, host));
  return { ...status, database: shownDatabase(database), log };
}

/** Only the note among those of all servers names it. */
async function logOf({ instance, log }: FoundOwner, host: Context["host"]): Promise<string | null> {
  const noted = log ?? (await runningServers(host)).find((known) => known.instance === instance)?.log;
  return noted ?? null;
}

/**
 * The address of the server that other verbs talk to if no option names one: that of the profile in use, or the only
 * one that runs; undefined if that is the server of the usual database, or none.
 */
async function findUnnamed(context: Context, usual: FoundOwner | undefined): Promise<string | undefined> {
  const inUse = await urlInUse(context);
  const root = inUse === undefined ? undefined : rootOf(inUse);
  if (root !== undefined && root !== usual?.url && (await answersAt(context, root))) return root;
  if (usual !== undefined) return undefined;
  const [only, ...others] = await runningServers(context.host);
  return others.length === 0 ? only?.url : undefined;
}

async function runningServers(host: Context["host"]): Promise<readonly FoundOwner[]> {
  const { listServers } = await import("../../server/running/registry.ts");
  return listServers(serversFolder(host));
}

/** A statement about one database, or one server, does not hold for all. */
async function noteOthers(
  { host, output }: Pick<Context, "host" | "output">,
  command: string,
  servers?: readonly FoundOwner[],
): Promise<void> {
  const urls = (servers ?? (await runningServers(host))).map(({ url }) => url);
  if (urls.length === 0) return;
  await output.note(`others are running: ${urls.join(", ")}; ${command}`);
}

/** A server of somebody else reveals only that it answers. */
async function statusAt(context: Context, url: string): Promise<Status> {
  const { host } = context;
  const server = (await runningServers(host)).find((known) => known.url === url);
  const running = server?.answers ?? (await answersAt(context, url));
  const { database = null, log = null, pid = null } = server ?? {};
  return { running, url, pid, database, log };
}

/** The log of the last detached server of a database. */
async function findLog(database: string, host: Context["host"]): Promise<string | null> {
  const { isThere } = await import("../../server/running/files.ts");
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
  const rows = (await runningServers(host)).map(
    ({ answers, database = null, log = null, pid, url }): Status => {
      return { running: answers, url, pid, database, log };
    },
  );
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

/** The server itself gives requests in progress 5 seconds. */
const patience = 15_000;

/** Stops the server of a database; resolves when it is gone. */
export async function stopServer(context: Context, name: string | undefined): Promise<undefined> {
  const { globals, host, output } = context;
  const database = namedDatabase(name, host);
  const { removeOwner } = await import("../../server/running/owner.ts");
  const owners = await findServers(database, host);
  if (owners.length === 0) {
    await output.note(`no reference server is running on ${shownDatabase(database)}`);
    if (!isDatabaseNamed(name, host))
      await noteOthers({ host, output }, "to stop one: payctl serve stop --url URL");
    return;
  }
  for (const owner of owners) await end(context, owner);
  if (!isPostgresUrl(database) && !globals.dryRun) await removeOwner(notesPlace(database, host));
}

/** The server recorded next to a database, or those of this user with that database. */
async function findServers(database: string, host: Context["host"]): Promise<readonly FoundOwner[]> {
  if (!isPostgresUrl(database)) {
    const { findServer } = await import("../../server/running/find-server.ts");
    const owner = await findServer(notesPlace(database, host));
    if (owner !== undefined) return [owner];
    // Each of them has a database of its own.
    if (database === inMemory) return [];
  }
  const servers = await runningServers(host);
  return servers.filter((server) => server.database === shownDatabase(database));
}

interface Which {
  readonly database: string | undefined;
  readonly url: string | undefined;
  readonly all: boolean | undefined;
}

/** Stops the server of an address, or every one of this user; resolves when they are gone. */
export async function stopServers(context: Context, { all, database, url }: Which): Promise<undefined> {
  if (database !== undefined || (all && url !== undefined)) throw tooMany();
  const { host, output } = context;
  const servers = await runningServers(host);
  if (url === undefined) {
    if (servers.length === 0) await output.note("no reference server is running");
    const silent = servers.find(({ answers }) => !answers);
    await Promise.all(servers.filter(({ answers }) => answers).map((server) => end(context, server)));
    if (silent !== undefined) throw doesNotAnswer(silent);
    return;
  }
  const address = checkUrl(url);
  const root = rootOf(address);
  const chosen = await findAt(root, servers);
  if (chosen !== undefined && root !== address) throw isWorld(address, chosen);
  if (chosen !== undefined) await end(context, chosen);
  else if (await answersAt(context, root)) throw notStartedHere(address, host);
  else await output.note(`no reference server is running at ${url}`);
}

/** The server of an address, which may be recorded in another spelling, such as 127.0.0.1 for localhost. */
async function findAt(url: string, servers: readonly FoundOwner[]): Promise<FoundOwner | undefined> {
  const named = servers.find((server) => server.url === url);
  if (named !== undefined) return named;
  const { instanceAt } = await import("../../server/running/find-server.ts");
  const instance = await instanceAt(url);
  return servers.find((server) => instance !== undefined && server.instance === instance);
}

function isWorld(address: string, { url }: FoundOwner): UsageError {
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

type Ending = Pick<Context, "globals" | "host" | "output">;

function tooMany(): UsageError {
  return new UsageError("only one of --all, --url and --database can be used");
}

/** A test runner that had a server may do something else by now. */
function doesNotAnswer({ pid, url }: FoundOwner): ConfigurationError {
  return new ConfigurationError(`the server at ${url}, process ${pid}, does not answer and was not stopped`, {
    hint: `to end the process: kill ${pid}`,
  });
}

async function end({ globals, host, output }: Ending, server: FoundOwner): Promise<void> {
  const { pid, url } = server;
  if (globals.dryRun) return output.note(`would stop the server at ${url}`);
  if (!server.answers) throw doesNotAnswer(server);
  const [{ endServer }, { findOwner, removeOwner }] = await Promise.all([
    import("../../server/running/find-server.ts"),
    import("../../server/running/owner.ts"),
  ]);
  // A detached server in memory has a note that it does not know about.
  const place = notesPlace(inMemory, host);
  const isNoted = (await findOwner(place))?.pid === pid;
  if (!(await endServer(server, { patience, sleep: host.sleep, signal: host.signal }))) {
    throw new ConfigurationError(`the server at ${url} does not stop`, { hint: `kill -9 ${pid}` });
  }
  if (isNoted) await removeOwner(place);
  await output.note(`the server at ${url} has stopped`);
}
