import { mkdtemp, realpath, rename, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ConfigurationError } from "../../errors.ts";

/** Whole or not at all: whoever waits for the file may read it at any moment. */
export async function writeReadyFile(path: string, line: string): Promise<void> {
  const temporary = `${path}.${crypto.randomUUID()}`;
  try {
    // A pipe or a device is written through, and what a link leads to is replaced, not the link.
    if (await isOther(path)) return await writeFile(path, `${line}\n`);
    await writeFile(temporary, `${line}\n`, { flag: "wx" });
    await rename(temporary, await realpath(path).catch(() => path));
  } catch (cause) {
    await rm(temporary, { force: true }).catch(() => {});
    throw new ConfigurationError(`${path} can't be written`, {
      hint: "name a file in a folder that exists: payctl serve --ready-file FILE",
      cause,
    });
  }
}

/** A file that can't be removed says that a server is ready which has ended; its process id tells. */
export async function removeReadyFile(path: string): Promise<void> {
  if (await isOther(path)) return;
  await rm(await realpath(path).catch(() => path), { force: true }).catch(() => {});
}

async function isOther(path: string): Promise<boolean> {
  const there = await stat(path).catch(() => undefined);
  return there !== undefined && !there.isFile();
}

/** A folder for this process alone, and its removal. */
export async function makePassingFolder(): Promise<{ readonly path: string; remove(): Promise<void> }> {
  const path = await mkdtemp(join(tmpdir(), "payctl-serve-"));
  return { path, remove: () => rm(path, { recursive: true, force: true }) };
}

export async function isThere(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}
