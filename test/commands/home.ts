import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "vitest";
import { type Ran, type RunOptions, run } from "../helpers/run.ts";
import { freshFolder } from "../helpers/shared.ts";

/** A configuration folder of its own, and command lines that run there with nothing in the environment. */
export function openHome(folder = freshFolder()) {
  const file = join(folder, "config.json");
  const text = () => readFile(file, "utf8");
  return {
    folder,
    /** Its `config.json`. */
    file,
    text,
    /** Runs a command line, or several one after the other; resolves to the result of the last. */
    async run(lines: string | readonly string[], options: RunOptions = {}): Promise<Ran> {
      const [first = "", ...more] = [lines].flat();
      let last = await run(first, { signedOut: true, configDirectory: folder, ...options });
      for (const line of more)
        last = await run(line, { signedOut: true, configDirectory: folder, ...options });
      return last;
    },
    saved: async () => JSON.parse(await text()),
    /** What `config.json` says about one profile. */
    profile: async (name: string): Promise<unknown> => JSON.parse(await text()).profiles[name],
    keys: () => readdir(join(folder, "keys")),
  };
}

/** Exit code, message and hint of a run that shows nothing else. */
export function failure({ code, stdout, stderr }: Ran): [code: number, message: string, hint?: string] {
  const { message, hint } = JSON.parse(stderr.slice(stderr.lastIndexOf('{"error"'))).error;
  expect(stdout).toBe("");
  return [code, message, hint];
}
