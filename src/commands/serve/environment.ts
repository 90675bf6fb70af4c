import { constants } from "node:fs";
import type { Context } from "../../context.ts";
import { commonScopes } from "../../credentials/ceiling.ts";
import { disk } from "../../files/disk.ts";
import { trustVariables } from "../../server/running/ask-server.ts";
import { isLoopback } from "../../values/loopback.ts";
import { shellWord } from "../../values/text.ts";
import { record, shapeOf, string } from "../result.ts";
import { openControl, rehearse } from "./control.ts";
import type { Target } from "./find-target.ts";
import { callOf } from "./steering.ts";

/** Prints what points a program at a running server: export lines, or an object. */
export async function printEnvironment(context: Context, flags: Target): Promise<undefined> {
  const { globals, output } = context;
  const token = await dayToken(context);
  if (globals.dryRun) return rehearse(context, flags, [token]);
  const control = await openControl(context, flags, [token]);
  const { ca_file, key_file: keyFile } = await control.call(callOf("readHealth", {}));
  const { caFile = ca_file, url } = control.server;
  const trust = trustVariables({ caFile });
  const credential =
    keyFile !== undefined && isLoopback(new URL(url).hostname) && (await isReadable(keyFile))
      ? { PAYCTL_PRIVATE_KEY_FILE: keyFile }
      : { PAYCTL_TOKEN: (await control.call(token)).token };
  const variables = { PAYCTL_BASE_URL: url, ...trust, ...credential, PAYCTL_MERCHANT_ACCOUNT: "default" };
  const results = await output.results(
    shapeOf(record(Object.fromEntries(Object.keys(variables).map((name) => [name, string(name)])))),
  );
  const lines = Object.entries(variables).map(([name, value]) => `export ${name}=${shellWord(value)}`);
  if (output.format === "table") await output.text(lines.join("\n"));
  else await results.record(variables);
  return undefined;
}

/** A server in a container has its files elsewhere. */
function isReadable(path: string): Promise<boolean> {
  return disk.access(path, constants.R_OK).then(
    () => true,
    () => false,
  );
}

/** A server elsewhere keeps its key to itself; a token that it signs for a day, for all that may be, stands in. */
async function dayToken(context: Context) {
  const allowed = commonScopes((await context.settings()).ceilings) ?? ["*.read", "*.write", "embed"];
  // Ceilings that leave nothing refuse the least of them.
  const scopes = allowed.length === 0 ? ["*.read"] : allowed;
  return { ...callOf("issueToken", { body: { scopes, expires_in: "24h" } }), scopes };
}
