import type { Context } from "../../context.ts";
import { ConfigurationError, type ExitCode, exitCodes } from "../../errors.ts";
import { recordShape } from "../shape.ts";
import { logFile, namedDatabase, notesPlace } from "./database-place.ts";

const columns = [
  { title: "RUNNING", field: "running" },
  { title: "URL", field: "url" },
  { title: "PID", field: "pid" },
  { title: "DATABASE", field: "database" },
  { title: "LOG", field: "log" },
];

/** Describes the server of a database: in words on a terminal, else as a record. */
export async function showStatus(context: Context, name: string | undefined): Promise<ExitCode> {
  const { host, output } = context;
  const results = await output.results(recordShape(columns));
  const database = namedDatabase(name, host);
  const file = logFile(database, host);
  const { findServer } = await import("../../server/running/find-server.ts");
  const { isThere } = await import("../../server/running/files.ts");
  const owner = await findServer(notesPlace(database, host));
  const log = (await isThere(file)) ? file : null;
  const status = { running: owner !== undefined, url: owner?.url ?? null, pid: owner?.pid ?? null };
  if (output.format !== "table") await results.record({ ...status, database, log });
  else if (owner === undefined) await output.text(`No reference server is running on ${database}.`);
  else await output.text(`The reference server answers at ${owner.url}, process ${owner.pid}.`);
  return owner === undefined ? exitCodes.configuration : exitCodes.done;
}

/** The server itself gives requests in progress 5 seconds. */
const patience = 15_000;

/** Ends the server of a database; resolves when it is gone. */
export async function stopServer({ host, output }: Context, name: string | undefined): Promise<undefined> {
  const database = namedDatabase(name, host);
  const place = notesPlace(database, host);
  const [{ endProcess, findServer }, { removeOwner }] = await Promise.all([
    import("../../server/running/find-server.ts"),
    import("../../server/running/owner.ts"),
  ]);
  const owner = await findServer(place);
  if (owner === undefined) {
    await output.note(`no reference server is running on ${database}`);
    return;
  }
  if (!(await endProcess(owner.pid, { patience, sleep: host.sleep, signal: host.signal }))) {
    throw new ConfigurationError(`the server at ${owner.url} does not stop`, {
      hint: `kill -9 ${owner.pid}`,
    });
  }
  await removeOwner(place);
  await output.note(`the server at ${owner.url} has stopped`);
}
