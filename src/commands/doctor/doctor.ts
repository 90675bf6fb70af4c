import { command } from "../command.ts";
import { record, rowsOf, shapeOf, string, stringOrNull } from "../result.ts";

/** What was found out by each check. */
const findings = rowsOf(
  record({
    name: string("NAME"),
    result: string("RESULT"),
    message: string("MESSAGE", { shrinks: true }),
    hint: stringOrNull("HINT", { shrinks: true }),
  }),
  "checks",
);

export const doctor = command({
  effect: "read",
  document: true,
  about:
    "Checks, in order: which payctl this is and what runs it, the configuration folder and its modes, the profile and the settings, the key or token, " +
    "the base URL, the proxy, the host name, the connection and its certificate, the clock, whether the service accepts the token, " +
    "which public key it knows, and which scopes work. It also says that there is no telemetry. A command or agent that holds the key is asked to sign once more. " +
    "Checks that depend on a failed one are skipped. Only reads are sent; no secret is shown.\n\n" +
    "A warning leaves the exit code at 0: a key may lack a scope on purpose.",
  result: findings,
  arguments: {},
  flags: {},
  examples: [
    { command: "payctl doctor", about: "what works, what does not, and what to do about it" },
    {
      command: "payctl doctor -o json --query \"checks[?result=='failure'].name\"",
      about: "the names of the checks that failed",
    },
  ],
  exitCodes: { 3: "a check failed" },
  run: async (context) => (await import("./diagnose.ts")).diagnose(context, shapeOf(findings)),
});
