import { createHash } from "node:crypto";
import { constants } from "node:fs";
import type { FileHandle } from "node:fs/promises";
import { join } from "node:path";
import { ConfigurationError, systemCode } from "../../../errors.ts";
import { disk } from "../../../files/disk.ts";
import type { ArchivedFile } from "./manifest.ts";

/** Bytes of a file, read where they are needed. */
export interface ByteSource {
  readonly byteLength: number;
  slice(start: number, end?: number): ArrayBuffer | Promise<ArrayBuffer>;
}

interface DayFile extends ByteSource {
  close(): Promise<void>;
}

/** Throws if nothing more may be read: the deadline has passed, or the command was interrupted. */
export type Look = () => void;

/** Opens a file of a day, which has to be the one that the manifest describes. */
export async function openDayFile(folder: string, wanted: ArchivedFile, look: Look): Promise<DayFile> {
  const path = join(folder, wanted.path);
  // A pipe in its place would keep a blocking call waiting for a writer.
  const file = await disk.open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    const stats = await file.stat();
    const isSame =
      stats.isFile() && stats.size === wanted.bytes && (await digest(file, look)) === wanted.sha256;
    if (!isSame) throw new ChangedFileError("is not the file that _manifest.json describes");
  } catch (error) {
    await file.close();
    throw error;
  }
  return {
    byteLength: wanted.bytes,
    slice: (start, end = wanted.bytes) => readSlice(file, start, Math.min(end, wanted.bytes)),
    close: () => file.close(),
  };
}

class ChangedFileError extends Error {}

const chunkSize = 1 << 20;

async function digest(file: FileHandle, look: Look): Promise<string> {
  const hash = createHash("sha256");
  const chunk = new Uint8Array(chunkSize);
  for (let position = 0; ; ) {
    look();
    const { bytesRead } = await file.read(chunk, 0, chunk.length, position);
    if (bytesRead === 0) return hash.digest("hex");
    hash.update(chunk.subarray(0, bytesRead));
    position += bytesRead;
  }
}

async function readSlice(file: FileHandle, start: number, end: number): Promise<ArrayBuffer> {
  if (start < 0 || start > end) throw new RangeError("a part of the file lies outside it");
  const bytes = new Uint8Array(end - start);
  for (let read = 0; read < bytes.length; ) {
    const { bytesRead } = await file.read(bytes, read, bytes.length - read, start + read);
    if (bytesRead === 0) throw new RangeError("the file became shorter while it was read");
    read += bytesRead;
  }
  return bytes.buffer;
}

/** What is wrong with a file of a day, and the way out. */
export function unusableDay(folder: string, date: string, cause: unknown): ConfigurationError {
  const reason = systemCode(cause) === "ENOENT" ? "is missing" : "can't be read";
  const problem = cause instanceof ChangedFileError ? cause.message : reason;
  return new ConfigurationError(`the archive's file of ${date} ${problem}`, {
    cause,
    hint: `remove ${join(folder, `date=${date}`)} if it is there; payctl audit archive DIR then fetches that day again`,
  });
}
