import { mkdtemp, rename, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ConfigurationError } from "../../errors.ts";

/** Whole or not at all: whoever waits for the file may read it at any moment. */
export async function writeReadyFile(path: string, line: string): Promise<void> {
  const temporary = `${path}.${process.pid}`;
  try {
    await writeFile(temporary, `${line}\n`);
    await rename(temporary, path);
  } catch (cause) {
    await removeReadyFile(temporary);
    throw new ConfigurationError(`${path} can't be written`, {
      hint: "name a file in a folder that exists: payctl serve --ready-file FILE",
      cause,
    });
  }
}

/** A file that can't be removed says that a server is ready which has ended; its process id tells. */
export async function removeReadyFile(path: string): Promise<void> {
  await rm(path, { force: true }).catch(() => {});
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
