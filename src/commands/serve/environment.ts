import type { Context } from "../../context.ts";
import { trustVariables } from "../../server/running/ask-server.ts";
import { shellWord } from "../../values/text.ts";
import { recordShape } from "../shape.ts";
import { openControl, rehearse } from "./control.ts";
import type { Target } from "./find-target.ts";
import { callOf } from "./steering.ts";

/** A server elsewhere keeps its key to itself; a token that it signs for a day stands in. */
const token = callOf("issueToken", {
  body: { scopes: ["*.read", "*.write", "embed"], expires_in: "24h" },
});

/** Prints what points a program at a running server: export lines, or an object. */
export async function printEnvironment(context: Context, flags: Target): Promise<undefined> {
  const { globals, output } = context;
  if (globals.dryRun) return rehearse(context, flags, [token]);
  const control = await openControl(context, flags);
  const { keyFile, url } = control.server;
  const trust = trustVariables(control.server);
  const credential =
    keyFile === undefined
      ? { PAYCTL_TOKEN: (await control.call(token)).token }
      : { PAYCTL_PRIVATE_KEY_FILE: keyFile };
  const variables = { PAYCTL_BASE_URL: url, ...trust, ...credential, PAYCTL_MERCHANT_ACCOUNT: "default" };
  const results = await output.results(
    recordShape(Object.keys(variables).map((name) => ({ title: name, field: name }))),
  );
  const lines = Object.entries(variables).map(([name, value]) => `export ${name}=${shellWord(value)}`);
  if (output.format === "table") await output.text(lines.join("\n"));
  else await results.record(variables);
  return undefined;
}
