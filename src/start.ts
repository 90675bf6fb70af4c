import { openHost } from "./host.ts";
import { main } from "./main.ts";

/** Runs the command line of this process; `argv` begins with the first word. */
export async function start(argv: readonly string[]): Promise<void> {
  process.exitCode = await main(argv, openHost());
}
