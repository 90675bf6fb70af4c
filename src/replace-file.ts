import { open, rename, rm } from "node:fs/promises";

/**
 * Puts a text in the place of a file, which its owner alone may read: a crash leaves the old file or the new one,
 * never half of one. A temporary file of a fixed name leaves nothing lying about after a kill, and asks for a lock.
 */
export async function replaceFile(
  path: string,
  text: string,
  temporary = `${path}.${crypto.randomUUID()}.tmp`,
): Promise<void> {
  try {
    await writeSynced(temporary, text);
    await rename(temporary, path);
  } catch (error) {
    // Where writing failed, there may be nothing that could be removed.
    await rm(temporary, { force: true }).catch(() => undefined);
    throw error;
  }
}

async function writeSynced(path: string, text: string): Promise<void> {
  const file = await open(path, "w", 0o600);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
}
