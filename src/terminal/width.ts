import type { Environment } from "./color.ts";
import type { OutputStream } from "./streams.ts";

const usualWidth = 80;

/** Cells in a line: COLUMNS, what the terminal says, or 80. */
export function terminalWidth(stream: OutputStream, env: Environment): number {
  const asked = env["COLUMNS"] ?? "";
  if (/^[1-9]\d{0,4}$/.test(asked)) return Number(asked);
  return stream.columns || usualWidth;
}

/** Cells in which a line must find room: those of a terminal, while the lines of a file may be of any length. */
export function roomInLine(stream: OutputStream, env: Environment): number {
  return stream.isTTY ? terminalWidth(stream, env) : Number.POSITIVE_INFINITY;
}
