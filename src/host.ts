import { readFile } from "node:fs/promises";
import { homedir } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import type { Host } from "./context.ts";
import { once } from "./once.ts";

/** The real outside world. */
export function openHost(): Host {
  const { env, platform } = process;
  const output = once(() => survivingItsReader(process.stdout));
  const aside = once(() => survivingItsReader(process.stderr));
  return {
    env,
    // Node makes each of its streams when it is first asked for, which takes time.
    get stdin() {
      return process.stdin;
    },
    get stdout() {
      return output();
    },
    get stderr() {
      return aside();
    },
    platform,
    homeDirectory: homedir(),
    signal: abortOnSignals(),
    now: Date.now,
    randomUuid: () => crypto.randomUUID(),
    random: Math.random,
    sleep: (milliseconds, signal) => sleep(milliseconds, undefined, signal === undefined ? {} : { signal }),
    readFile,
    connect: async (options) => (await import("./client/http.ts")).connect(options),
    probes: async () => (await import("./doctor/probes/open-probes.ts")).openProbes,
  };
}

/** The callback of each write reports a closed pipe; the event of the same name would end the process. */
function survivingItsReader<Stream extends NodeJS.WriteStream>(stream: Stream): Stream {
  return stream.on("error", () => {});
}

/** The first signal asks for an orderly end; a second one finds no listener and ends the process. */
function abortOnSignals(): AbortSignal {
  const controller = new AbortController();
  for (const name of ["SIGINT", "SIGTERM"] as const) {
    process.once(name, () => controller.abort(name));
  }
  return controller.signal;
}
