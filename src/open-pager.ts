import { spawn } from "node:child_process";
import { once } from "node:events";
import type { Host, PagerCommand } from "./context.ts";
import { UsageError } from "./errors.ts";
import type { Pager } from "./terminal/paging.ts";
import { write } from "./terminal/streams.ts";
import { childEnvironment, type Environment } from "./values/environment.ts";
import { splitCommand } from "./values/split-command.ts";

/** Starts the pager that the environment names, or `less`; undefined if it can't be started. */
export async function startPager(host: Host): Promise<Pager | undefined> {
  const words = pagerWords(host.env);
  return words.length === 0 ? undefined : host.openPager({ words, env: habits(host.env) });
}

/** An empty variable is unset; `PAGER` belongs to other programs too, so one that we can't parse is skipped. */
function pagerWords(env: Environment): readonly string[] {
  const own = env["PAYCTL_PAGER"];
  if (own) return splitCommand(own);
  try {
    return splitCommand(env["PAGER"] || "less -FRX");
  } catch (error) {
    if (error instanceof UsageError) return [];
    throw error;
  }
}

/**
 * As other programs do for a `PAGER` without options: colours stay, what fits the screen is simply shown, and less says how
 * to leave it. The prompt is in lower case, because that of BusyBox takes each letter for an option, which it ignores.
 */
function habits(env: Environment): PagerCommand["env"] {
  const less = "FRXPs?e(end) .press q to leave, h for help$";
  return { ...(env["LESS"] ? {} : { LESS: less }), ...(env["LV"] ? {} : { LV: "-c" }) };
}

/** Starts a pager on the terminal of this process, without a shell; resolves to undefined if it can't be started. */
export async function openPager({ words, env }: PagerCommand): Promise<Pager | undefined> {
  const [name = "", ...args] = words;
  const child = spawn(name, args, {
    env: { ...childEnvironment(process.env), ...env },
    stdio: ["pipe", "inherit", "inherit"],
  });
  const ended = new Promise<void>((resolve) => child.once("close", () => resolve()));
  // Each write has a callback that reports a closed pager.
  child.stdin.on("error", () => {});
  const started = await once(child, "spawn").catch(() => undefined);
  if (started === undefined) return undefined;
  // Ctrl-C belongs to the pager, which may stay: ending here would leave two programs reading one keyboard.
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
