import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";

const program = "/usr/bin/chromium";

/** Whether pages can be opened here; asked while tests are collected. */
export const hasChromium = existsSync(program);

export interface Opened {
  /** The document after its scripts ran, as HTML. */
  readonly dom: string;
  /** What the page wrote to the console, refusals by its policy among it. */
  readonly console: readonly string[];
}

/** Opens a file in a browser without a window and without a network. */
export async function openPage(path: string, hash = ""): Promise<Opened> {
  const folder = await mkdtemp(join(tmpdir(), "payctl-chromium-"));
  const options = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--no-first-run",
    "--host-resolver-rules=MAP * ~NOTFOUND",
    "--enable-logging=stderr",
    `--user-data-dir=${folder}`,
    "--dump-dom",
  ];
  try {
    const words = [...options, `${pathToFileURL(path)}${hash}`];
    const { stdout, stderr } = await promisify(execFile)(program, words, { maxBuffer: 64 * 2 ** 20 });
    return { dom: stdout, console: stderr.split("\n").filter((line) => line.includes(":CONSOLE")) };
  } finally {
    await rm(folder, { recursive: true, maxRetries: 5 });
  }
}
