import { join } from "node:path";
import { expect, onTestFinished } from "vitest";
import type { Host } from "../../../src/context.ts";
import { main } from "../../../src/main.ts";
import { createHost, type Written } from "../../helpers/host.ts";
import { splitWords } from "../../helpers/words.ts";

export interface ServingOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly files?: Readonly<Record<string, string>>;
  readonly terminal?: number;
}

/** A `payctl serve` in process; its folders belong to the test, with which it ends. */
export interface Serving {
  readonly written: Written;
  readonly code: Promise<number>;
  /** Standard output when signal handlers were first installed; until then, a signal ends the process at once. */
  readonly heardBehind: () => string | undefined;
  /** Ends it as a signal would. */
  stop(): Promise<number>;
}

export function serveIn(
  folder: string,
  line: string,
  { env = {}, files = {}, terminal }: ServingOptions = {},
): Serving {
  const { host, written } = createHost({
    env: {
      PAYCTL_CONFIG_DIR: join(folder, "config"),
      XDG_DATA_HOME: join(folder, "data"),
      ...(terminal === undefined ? { PAYCTL_OUTPUT: "json" } : {}),
      ...env,
    },
    stdin: "",
    terminal,
    files,
    exchange: () => Promise.reject(new Error("unexpected request")),
  });
  const controller = new AbortController();
  let heardBehind: string | undefined;
  const ended: Host = {
    ...host,
    get signal() {
      heardBehind ??= written.stdout;
      return controller.signal;
    },
    now: Date.now,
    randomUuid: () => crypto.randomUUID(),
  };
  const code = main(splitWords(line), ended);
  const stop = () => {
    controller.abort("SIGTERM");
    return code;
  };
  onTestFinished(async () => void (await stop()));
  return { written, code, heardBehind: () => heardBehind, stop };
}

/** What it says once it is ready. */
export async function ready({ written }: Serving) {
  await expect.poll(() => written.stdout).not.toBe("");
  return JSON.parse(written.stdout);
}
