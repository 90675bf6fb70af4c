import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { type FileHandle, open, readFile, rename, rm } from "node:fs/promises";
import { UsageError } from "../errors.ts";

/** How far an export came; everything in it belongs to the bytes before `bytes`. */
export interface ExportState {
  /** What is exported, as a digest: another export must not go on here. */
  readonly fingerprint: string;
  /** Milliseconds since the epoch; fixed when the export first began. */
  readonly since: number | null;
  readonly until: number;
  /** Where the list goes on. */
  readonly cursor: string | null;
  readonly bytes: number;
  readonly count: number;
}

/** The files of an export under way: what is written so far, and a note of how far that is good. */
export interface ExportFile {
  readonly state: ExportState;
  append(text: string): Promise<void>;
  /** Makes what was appended so far the place to go on from. */
  save(cursor: string, count: number): Promise<void>;
  /** Puts the file in its place, whole; resolves to its SHA-256 in hex. */
  finish(): Promise<string>;
  close(): Promise<void>;
}

/** Opens an export at its beginning, or where an earlier run of the same export was stopped. */
export async function openExportFile(path: string, fresh: ExportState): Promise<ExportFile> {
  const part = `${path}.part`;
  const note = `${path}.part.json`;
  const state = (await readState(note, fresh.fingerprint)) ?? fresh;
  const file = await openPart(part, state.bytes);
  let { bytes } = state;
  return {
    state,
    async append(text) {
      const { bytesWritten } = await file.write(text, bytes, "utf8");
      bytes += bytesWritten;
    },
    async save(cursor, count) {
      await file.sync();
      await replaceFile(note, JSON.stringify({ ...state, cursor, bytes, count }));
    },
    async finish() {
      await file.sync();
      const digest = await sha256(part);
      await rename(part, path);
      await rm(note, { force: true });
      return digest;
    },
    close: () => file.close(),
  };
}

async function readState(path: string, fingerprint: string): Promise<ExportState | undefined> {
  const text = await readFile(path, "utf8").catch(() => undefined);
  if (text === undefined) return undefined;
  const state = parseState(text);
  if (state?.fingerprint === fingerprint) return state;
  const what = state === undefined ? "is damaged" : "belongs to an export with other filters";
  const part = path.replace(/\.json$/, "");
  throw new UsageError(`${path} ${what}`, { hint: `to start that export anew: rm '${part}' '${path}'` });
}

function parseState(text: string): ExportState | undefined {
  try {
    const state: ExportState = JSON.parse(text);
    return Number.isSafeInteger(state.bytes) && Number.isSafeInteger(state.count) ? state : undefined;
  } catch {
    return undefined;
  }
}

/** What lies behind the last good byte was written by a run that was stopped. */
async function openPart(path: string, bytes: number): Promise<FileHandle> {
  const file = await open(path, bytes === 0 ? "w" : "r+", 0o600).catch((cause: unknown) => {
    throw new UsageError(`${path} can't be written`, {
      cause,
      hint: "name a file in a folder that exists: --out FILE",
    });
  });
  const { size } = await file.stat();
  if (size >= bytes) {
    await file.truncate(bytes);
    return file;
  }
  await file.close();
  throw new UsageError(`${path} is shorter than its note says`, {
    hint: `to start the export anew: rm '${path}' '${path}.json'`,
  });
}

/** A crash leaves the old text or the new one, never half of one. */
async function replaceFile(path: string, text: string): Promise<void> {
  const file = await open(`${path}.tmp`, "w", 0o600);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(`${path}.tmp`, path);
}

async function sha256(path: string): Promise<string> {
  const hash = createHash("sha256");
  for await (const chunk of createReadStream(path)) hash.update(chunk);
  return hash.digest("hex");
}
