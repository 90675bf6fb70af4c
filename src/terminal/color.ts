import type { OutputStream } from "./streams.ts";

export type ColorChoice = "auto" | "always" | "never";

export type Environment = Readonly<Record<string, string | undefined>>;

/** Whether to colour what goes to the stream; `--color` beats every variable, an empty variable is unset. */
export function wantsColor(choice: ColorChoice, stream: OutputStream, env: Environment): boolean {
  if (choice !== "auto") return choice === "always";
  const forced = env["FORCE_COLOR"];
  if (forced) return forced !== "0" && forced !== "false";
  if (env["NO_COLOR"] || env["TERM"] === "dumb" || env["CI"]) return false;
  return stream.isTTY === true;
}
