import { setTimeout as sleep } from "node:timers/promises";
import type { Patience } from "./probes.ts";

/** What the work comes to, unless the time or the command ends first; the work itself may go on, unheard. */
export async function within<Value>(work: Promise<Value>, { timeout, signal }: Patience): Promise<Value> {
  const ended = new AbortController();
  const late = sleep(timeout, undefined, { signal: AbortSignal.any([signal, ended.signal]) }).then(() => {
    // The code that the system uses for its own limits.
    throw Object.assign(new Error("timed out"), { code: "ETIMEDOUT" });
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    ended.abort();
  }
}
