import type { Context } from "../../context.ts";
import { ConfigurationError, type ExitCode, exitCodes } from "../../errors.ts";
import { recordShape } from "../shape.ts";
import { logFile, namedDatabase, notesPlace } from "./database-place.ts";
import { type FoundServer, findRunning, type ServerChoice } from "./reach-server.ts";

const columns = [
  { title: "RUNNING", field: "running" },
  { title: "URL", field: "url" },
  { title: "PID", field: "pid" },
  { title: "DATABASE", field: "database" },
  { title: "LOG", field: "log" },
];

/** Describes the server that the words mean: in words on a terminal, else as a record. */
export async function showStatus(context: Context, choice: ServerChoice): Promise<ExitCode> {
  const { host, output } = context;
  const results = await output.results(recordShape(columns));
  const server = await findRunning(context, choice);
  const database = databaseOf(context, server, choice);
  const { isThere } = await import("../../server/running/files.ts");
  const file = database === null ? undefined : logFile(database, host);
  const log = file !== undefined && (await isThere(file)) ? file : null;
  const status = { running: server !== undefined, url: server?.url ?? null, pid: server?.pid ?? null };
  if (output.format !== "table") await results.record({ ...status, database, log });
  else if (server === undefined)
    await output.text(`No reference server is running ${placeOf(database, choice)}.`);
  else await output.text(`The reference server answers at ${server.url}${processOf(server)}.`);
  return server === undefined ? exitCodes.configuration : exitCodes.done;
}

/** Null where only an address is known. */
function databaseOf({ host }: Context, server: FoundServer | undefined, choice: ServerChoice): string | null {
  if (server?.database !== undefined) return server.database;
  return choice.url === undefined && server === undefined ? namedDatabase(choice.database, host) : null;
}

function placeOf(database: string | null, { url }: ServerChoice): string {
  return database === null ? `at ${url}` : `on ${database}`;
}

function processOf({ pid }: FoundServer): string {
  return pid === undefined ? "" : `, process ${pid}`;
}

/** The server itself gives requests in progress 5 seconds. */
const patience = 15_000;

/** Ends the server that the words mean; resolves when it is gone. */
export async function stopServer(context: Context, choice: ServerChoice): Promise<undefined> {
  const { host, output } = context;
  const [{ endProcess }, { removeOwner }] = await Promise.all([
    import("../../server/running/find-server.ts"),
    import("../../server/running/owner.ts"),
  ]);
  const server = await findRunning(context, choice);
  if (server === undefined) {
    await output.note(
      `no reference server is running ${placeOf(databaseOf(context, server, choice), choice)}`,
    );
    return;
  }
  if (server.pid === undefined) {
    throw new ConfigurationError(`the server at ${server.url} does not tell its process`, {
      hint: "stop it where it was started",
    });
  }
  if (!(await endProcess(server.pid, { patience, sleep: host.sleep, signal: host.signal }))) {
    throw new ConfigurationError(`the server at ${server.url} does not stop`, {
      hint: `kill -9 ${server.pid}`,
    });
  }
  const { database } = server;
  // A detached server in memory does not know of its note.
  if (database !== undefined) await removeOwner(notesPlace(database, host));
  await output.note(`the server at ${server.url} has stopped`);
}
