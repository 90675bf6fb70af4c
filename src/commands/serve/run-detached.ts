import type { Context } from "../../context.ts";
import { createExchange } from "../../server/running/ask-server.ts";
import type { ServerState } from "../../server/running/serve.ts";
import { healthPath } from "../../server/world.ts";
import { flagWords } from "../../terminal/words.ts";
import { isPostgresUrl } from "../../values/database-address.ts";
import { isLoopbackAddress } from "../../values/loopback.ts";
import { databaseVariable, logFile } from "./database.ts";
import type { ServeInput } from "./flags.ts";
import { noteStart, planServer } from "./plan.ts";
import { type Ready, sayReady, stopCommand, warnOfOthers } from "./ready.ts";

/** Starts a server that outlives this command, and says that it answers, as any server does. */
export async function runDetached(context: Context, input: ServeInput): Promise<undefined> {
  // Problems with the flags or the seed are reported here, before a process starts.
  const plan = await planServer(context, input);
  if (context.globals.dryRun) return noteStart(context, plan);
  const isOpen = plan.controlToken !== undefined || isLoopbackAddress(plan.host);
  const control = isOpen ? "on" : "off";
  await warnOfOthers(context, plan.host, control);
  const { startDetached } = await import("../../server/running/detach.ts");
  const log = logFile(plan.database, context.host, process.pid);
  const { detach: _, ...all } = input.flags;
  // Its arguments are visible to everyone, but its environment is not.
  const isSecret = isPostgresUrl(plan.database);
  const flags = isSecret ? { ...all, database: undefined } : all;
  const secret = isSecret ? { [databaseVariable]: plan.database } : {};
  const line = await startDetached({
    words: ["serve", ...flagWords(flags)],
    env: { ...context.host.env, PAYCTL_OUTPUT: "json", ...secret },
    log,
    signal: context.host.signal,
  });
  // The server wrote the line itself.
  const ready: Ready = JSON.parse(line);
  await context.output.note(
    `the log goes to ${log}; to stop the server: ${await stopCommand(context, ready.url)}`,
  );
  const state = async (): Promise<ServerState> => {
    const headers = { authorization: `Bearer ${plan.controlToken}` };
    const exchange = createExchange(ready.url, { caFile: ready.ca_file });
    return JSON.parse((await exchange({ method: "GET", target: healthPath, headers })).body);
  };
  await sayReady(context, input, { ready, control, ...(isOpen ? { state } : {}) });
}
