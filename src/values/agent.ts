import type { Environment } from "./environment.ts";

/** Whether an agent runs the command, judging by the variables that agents set; PAYCTL_AGENT decides if it is set. */
export function isAgent(env: Environment): boolean {
  const asked = env["PAYCTL_AGENT"];
  if (asked) return !/^(?:0|false|off)$/.test(asked);
  return Boolean(env["AI_AGENT"] || env["CLAUDECODE"] || env["CODEX_SANDBOX"] || env["CURSOR_AGENT"]);
}
