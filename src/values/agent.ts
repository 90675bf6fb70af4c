import { type Environment, isOn } from "./environment.ts";

/** Whether an agent runs the command, judging by the variables that agents set; PAYCTL_AGENT decides if it is set. */
export function isAgent(env: Environment): boolean {
  if (env["PAYCTL_AGENT"]) return isOn(env["PAYCTL_AGENT"]);
  const agents = [env["AI_AGENT"], env["CLAUDECODE"], env["CODEX_SANDBOX"], env["CURSOR_AGENT"]];
  return agents.some((value) => isOn(value));
}
