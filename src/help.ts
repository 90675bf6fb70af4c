import type { Command } from "./commands/command.ts";

/** What help says below the options: scope, exit codes beyond the usual, examples. */
export function helpTail(command: Command): string {
  const { operation, exitCodes = {}, examples } = command;
  const codes = Object.entries(exitCodes).map(([code, meaning]) => `  ${code.padEnd(4)}${meaning}`);
  const shown = examples.flatMap(({ command: line, about }) => [`  # ${about}`, `  ${line}`]);
  return [
    "",
    ...(operation === undefined ? [] : ["Scope:", `  ${operation.scope}`, ""]),
    ...(codes.length === 0 ? [] : ["Exit codes beyond the usual:", ...codes, ""]),
    "Examples:",
    ...shown,
    "",
    "Options of every command: payctl --help",
  ].join("\n");
}
