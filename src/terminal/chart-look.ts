import { type ColorChoice, type Environment, wantsColor } from "./color.ts";
import { openPaint, type Paint } from "./paint.ts";
import type { OutputStream } from "./streams.ts";
import { terminalWidth } from "./width.ts";

/** What charts are drawn with. */
export interface ChartLook {
  /** Cells in a line. */
  readonly width: number;
  /** Whether labels may be cut to make room; a file has room for all of them. */
  readonly cuts: boolean;
  /** Whether there are blocks and shades; a dumb terminal has ASCII alone. */
  readonly blocks: boolean;
  readonly paint: Paint;
}

export async function openChartLook(
  stream: OutputStream,
  env: Environment,
  color: ColorChoice,
): Promise<ChartLook> {
  return {
    width: terminalWidth(stream, env),
    cuts: stream.isTTY === true,
    blocks: env["TERM"] !== "dumb",
    paint: await openPaint(wantsColor(color, stream, env)),
  };
}
