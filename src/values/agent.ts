import type { Environment } from "./environment.ts";

/** What coding agents set for the commands that they run. */
const marks = ["AI_AGENT", "CLAUDECODE", "CODEX_SANDBOX", "CURSOR_AGENT"];

/** Whether an agent runs the command; PAYCTL_AGENT decides where it is set. */
export function isAgent(env: Environment): boolean {
  const asked = env["PAYCTL_AGENT"];
  if (asked) return !/^(?:0|false|off)$/.test(asked);
  return marks.some((name) => env[name]);
}
