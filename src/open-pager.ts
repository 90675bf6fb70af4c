import { spawn } from "node:child_process";
import { once } from "node:events";
import type { PagerCommand } from "./context.ts";
import type { Pager } from "./terminal/paging.ts";
import { write } from "./terminal/streams.ts";

/** Starts a pager on the terminal of this process, without a shell; resolves to undefined if it can't be started. */
export async function openPager({ words, env }: PagerCommand): Promise<Pager | undefined> {
  const [name = "", ...args] = words;
  const child = spawn(name, args, { env: { ...process.env, ...env }, stdio: ["pipe", "inherit", "inherit"] });
  const ended = new Promise<void>((resolve) => child.once("close", () => resolve()));
  // Each write has a callback that reports a pager that was left.
  child.stdin.on("error", () => {});
  const started = await once(child, "spawn").catch(() => undefined);
  if (started === undefined) return undefined;
  // Ctrl-C is the pager's, which may stay: ending here would leave two programs reading one keyboard.
  const ignore = (): void => {};
  process.on("SIGINT", ignore);
  return {
    write: (text) => write(child.stdin, text),
    async end() {
      child.stdin.end();
      await ended;
      process.off("SIGINT", ignore);
    },
  };
}
