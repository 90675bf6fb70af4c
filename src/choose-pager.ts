import type { Host, PagerCommand } from "./context.ts";
import { UsageError } from "./errors.ts";
import type { Pager } from "./terminal/paging.ts";
import type { Environment } from "./values/environment.ts";
import { splitCommand } from "./values/split-command.ts";

/** Starts the pager that the environment names, or `less`; undefined where it can't be started. */
export async function startPager(host: Host): Promise<Pager | undefined> {
  const words = pagerWords(host.env);
  return words.length === 0 ? undefined : host.openPager({ words, env: habits(host.env) });
}

/** An empty variable is unset; `PAGER` belongs to other programs too, so that one we can't read is passed over. */
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

/** As other programs do it for a `PAGER` without options: colours stay, and what fits the screen is just shown. */
function habits(env: Environment): PagerCommand["env"] {
  return { ...(env["LESS"] ? {} : { LESS: "FRX" }), ...(env["LV"] ? {} : { LV: "-c" }) };
}
