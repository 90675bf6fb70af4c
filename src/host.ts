import { homedir, userInfo } from "node:os";
import type { Host } from "./context.ts";
import { once } from "./values/once.ts";

/** The real outside world. */
export function openHost(): Host {
  const { env, platform } = process;
  const homeDirectory = findHome([homedir, () => userInfo().homedir]);
  // The package that writes config.json asks for it while it loads, and Node throws if there is none.
  if (homeDirectory === "/") Object.assign(env, { HOME: homeDirectory });
  const stdout = once(() => ignoringClosedPipe(process.stdout));
  const stderr = once(() => ignoringClosedPipe(process.stderr));
  const signal = once(abortOnSignals);
  // Each of these takes Node time to load, and few commands need all of them.
  return {
    env,
    get stdin() {
      return process.stdin;
    },
    get stdout() {
      return stdout();
    },
    get stderr() {
      return stderr();
    },
    platform,
    homeDirectory,
    get signal() {
      return signal();
    },
    now: Date.now,
    timeZone: () => Intl.DateTimeFormat().resolvedOptions().timeZone,
    // The global `crypto` would load all of WebCrypto.
    randomUuid: () => process.getBuiltinModule("node:crypto").randomUUID(),
    random: Math.random,
    async sleep(milliseconds, signal) {
      const { setTimeout } = await import("node:timers/promises");
      await setTimeout(milliseconds, undefined, signal === undefined ? {} : { signal });
    },
    later(milliseconds, action) {
      const timer = setTimeout(action, milliseconds);
      return () => clearTimeout(timer);
    },
    async readFile(path, withDeadline, largest) {
      const { openInput } = await import("./files/input.ts");
      return (await openInput(path)).read(withDeadline, largest);
    },
    openFile: async (path) => (await import("./files/open-file.ts")).openFile(path, platform),
    connect: async (options) => (await import("./client/http.ts")).openExchange(options),
    openPager: async (command) => (await import("./open-pager.ts")).openPager(command),
    probes: async () => (await import("./open-probes.ts")).openProbes,
  };
}

/**
 * The first home that a source names; the root, as container runtimes choose, for a user who has none, and never the
 * working directory.
 */
export function findHome(sources: readonly (() => string)[]): string {
  for (const source of sources) {
    try {
      const home = source();
      if (home !== "") return home;
    } catch {
      // Node throws if the list of users does not contain this one.
    }
  }
  return "/";
}

/** The callback of each write reports a closed pipe; an unhandled `error` event would end the process. */
function ignoringClosedPipe<Stream extends NodeJS.WriteStream>(stream: Stream): Stream {
  return stream.on("error", () => {});
}

/**
 * Until this is first read, a signal ends the process. After that, the first one asks for an orderly end, and a second
 * one finds no listener and ends the process.
 */
function abortOnSignals(): AbortSignal {
  const controller = new AbortController();
  for (const name of ["SIGINT", "SIGTERM"] as const) {
    process.on(name, function end() {
      controller.abort(name);
      // A question ends the process itself, with the terminal as it is, if it finds no other listener now.
      setImmediate(() => process.off(name, end));
    });
  }
  return controller.signal;
}
