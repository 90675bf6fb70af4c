import { open } from "node:fs/promises";

/** Makes what was written to a file, or the names in a folder, survive the loss of power. */
export async function syncFile(path: string): Promise<void> {
  // Windows syncs only files opened for writing, and opens no folder: it preserves their entries itself.
  const file = await open(path, "r+").catch(() => open(path, "r").catch(() => undefined));
  try {
    await file?.sync().catch(() => undefined);
  } finally {
    await file?.close();
  }
}
