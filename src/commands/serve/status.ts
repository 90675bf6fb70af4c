import type { Context } from "../../context.ts";
import { type ExitCode, exitCodes } from "../../errors.ts";
import { recordShape } from "../shape.ts";
import { logFile, namedDatabase, notesPlace } from "./database-place.ts";

const columns = [
  { title: "RUNNING", field: "running" },
  { title: "URL", field: "url" },
  { title: "PID", field: "pid" },
  { title: "DATABASE", field: "database" },
  { title: "LOG", field: "log" },
];

/** Tells of the server of a database: in words where people read, else as a record. */
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
  else if (owner === undefined) await output.text(`No reference server runs on ${database}.`);
  else await output.text(`The reference server answers at ${owner.url}, process ${owner.pid}.`);
  return owner === undefined ? exitCodes.configuration : exitCodes.done;
}
