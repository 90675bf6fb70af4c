import type { Context } from "../../context.ts";
import { ConfigurationError } from "../../errors.ts";
import { namedDatabase, notesPlace } from "./database-place.ts";

/** The server itself gives running requests 5 seconds. */
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
    await output.note(`no reference server runs on ${database}`);
    return;
  }
  if (!(await endProcess(owner.pid, { patience, sleep: host.sleep, signal: host.signal }))) {
    throw new ConfigurationError(`the server at ${owner.url} does not end`, {
      hint: `kill -9 ${owner.pid}`,
    });
  }
  await removeOwner(place);
  await output.note(`the server at ${owner.url} has ended`);
}
