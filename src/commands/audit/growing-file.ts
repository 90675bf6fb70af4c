import { createHash } from "node:crypto";
import { constants } from "node:fs";
import type { FileHandle } from "node:fs/promises";
import { disk } from "../../files/disk.ts";
import type { Note } from "../../files/note.ts";
import { writing } from "../../files/replace.ts";

/** Passes on bytes of a file, in order. */
export type WriteBytes = (bytes: Uint8Array) => Promise<void>;

/**
 * Opens a file that is written from its start to its end, by as many runs as it takes. Its first bytes are valid by its
 * note; anything after them was written by a run that was stopped.
 */
export async function openGrowingFile(path: string, valid: number, refusal: Note<unknown>["refusal"]) {
  const file = await (valid === 0 ? openNew(path) : disk.open(path, resuming)).catch((cause: unknown) => {
    throw refusal(`${path} can't be opened`, cause);
  });
  try {
    const { size } = await writing(path, file.stat());
    if (size < valid) throw refusal(`${path} is shorter than its note says`);
    await writing(path, file.truncate(valid));
  } catch (error) {
    await file.close();
    throw error;
  }
  let bytes = valid;
  return {
    /** The number of bytes so far. */
    bytes: () => bytes,
    async append(text: string): Promise<void> {
      const chunk = Buffer.from(text);
      await writing(path, writeAt(file, chunk, bytes));
      bytes += chunk.length;
    },
    /** Resolves once the disk has what was appended. */
    sync: () => writing(path, file.sync()),
    async empty(): Promise<void> {
      await writing(path, file.truncate(0));
      bytes = 0;
    },
    close: () => writing(path, file.close()),
  };
}

/** Writes a new file in place of any existing one; resolves once the disk has it. */
export async function makeFile(path: string, make: (write: WriteBytes) => Promise<void>): Promise<void> {
  const file = await writing(path, openNew(path));
  try {
    await make((bytes) => writing(path, file.writeFile(bytes)));
    await writing(path, file.sync());
  } finally {
    await file.close();
  }
}

/** Not through a link that somebody else put there; Windows has no such flag. */
const resuming = constants.O_RDWR | (constants.O_NOFOLLOW ?? 0);

async function openNew(path: string): Promise<FileHandle> {
  await disk.rm(path, { force: true });
  return disk.open(path, "wx", 0o600);
}

async function writeAt(file: FileHandle, chunk: Buffer, position: number): Promise<void> {
  for (let written = 0; written < chunk.length; ) {
    const { bytesWritten } = await file.write(chunk, written, chunk.length - written, position + written);
    written += bytesWritten;
  }
}

/** The digest of a file's content, in hex. */
export async function sha256(path: string): Promise<string> {
  const hash = createHash("sha256");
  for await (const chunk of disk.createReadStream(path)) hash.update(chunk);
  return hash.digest("hex");
}
