import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { type FileHandle, open, readFile, rename, rm } from "node:fs/promises";
import { systemCode, UsageError } from "../../errors.ts";
import { holdFile } from "../../files/lock.ts";
import { checkPlace, replaceFile, writing } from "../../files/replace.ts";
import { isRecord } from "../../values/json.ts";
import type { Window } from "./window.ts";

/** An export under way: what is written so far, and a note of how far that is good. */
export interface ExportFile {
  readonly state: ExportState;
  /** Whether an earlier run began it. */
  readonly goesOn: boolean;
  append(text: string): Promise<void>;
  /** Makes what was appended so far the place to go on from. */
  save(cursor: string, count: number): Promise<void>;
  /** Puts the file in its place, whole; resolves to its SHA-256 in hex. */
  finish(): Promise<string>;
  close(): Promise<void>;
}

/** What an export is to hold. */
interface WantedExport {
  /** Tells this export from others. */
  readonly fingerprint: string;
  readonly window: Window;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/**
 * Opens an export at its beginning, or where an earlier run of the same export was stopped; until it is closed,
 * no other run gets the same file.
 */
export async function openExportFile(out: string, wanted: WantedExport): Promise<ExportFile> {
  await checkPlace(out, "--out");
  const fresh = beginning(wanted.fingerprint, wanted.window, wanted.now);
  const giveBack = await holdFile(out);
  try {
    const opened = await openHeld(out, fresh);
    return { ...opened, close: () => opened.close().finally(giveBack) };
  } catch (error) {
    await giveBack();
    throw error;
  }
}

async function openHeld(out: string, fresh: ExportState): Promise<ExportFile> {
  const paths = exportPaths(out);
  const earlier = await readState(paths, fresh.fingerprint);
  const state = earlier ?? fresh;
  const file = await openPart(paths, state.bytes);
  // Known from the start, so that durations count back from the first start whenever it was stopped.
  if (earlier === undefined) await writeNote(paths, fresh);
  let { bytes } = state;
  return {
    state,
    goesOn: earlier !== undefined,
    async append(text) {
      const chunk = Buffer.from(text);
      await writing(paths.part, writeAt(file, chunk, bytes));
      bytes += chunk.length;
    },
    async save(cursor, count) {
      await writing(paths.part, file.sync());
      await writeNote(paths, { ...state, cursor, bytes, count });
    },
    async finish() {
      await writing(paths.part, file.sync());
      await file.close();
      const digest = await sha256(paths.part);
      // A stop between the two leaves a whole part without a note, which the next run begins anew.
      for (const path of [paths.note, passing(paths.note)]) await rm(path, { force: true });
      await writing(out, rename(paths.part, out));
      return digest;
    },
    close: () => file.close(),
  };
}

function writeNote({ note }: ExportPaths, state: ExportState): Promise<void> {
  return writing(note, replaceFile(note, JSON.stringify(state), passing(note)));
}

/** Where a note stands while it is written: always the same place, for a note is often written and may be killed. */
function passing(note: string): string {
  return `${note}.tmp`;
}

/** What lies behind the last good byte was written by a run that was stopped. */
async function openPart(paths: ExportPaths, bytes: number): Promise<FileHandle> {
  const { part } = paths;
  const file = await open(part, bytes === 0 ? "w" : "r+", 0o600).catch((cause: unknown) => {
    throw cannotGoOn(`${part} can't be opened`, paths, cause);
  });
  const { size } = await file.stat();
  if (size >= bytes) {
    await file.truncate(bytes);
    return file;
  }
  await file.close();
  throw cannotGoOn(`${part} is shorter than ${paths.note} says`, paths);
}

async function writeAt(file: FileHandle, chunk: Buffer, position: number): Promise<void> {
  for (let written = 0; written < chunk.length; ) {
    const { bytesWritten } = await file.write(chunk, written, chunk.length - written, position + written);
    written += bytesWritten;
  }
}

async function sha256(path: string): Promise<string> {
  const hash = createHash("sha256");
  for await (const chunk of createReadStream(path)) hash.update(chunk);
  return hash.digest("hex");
}

/** How far an export came; everything in it belongs to the bytes before `bytes`. */
interface ExportState {
  /** What is exported, as a digest: another export must not go on here. */
  readonly fingerprint: string;
  /** Milliseconds since the epoch; fixed when the export first began. */
  readonly since: number | null;
  readonly until: number;
  /** Where the list goes on; null at its beginning. */
  readonly cursor: string | null;
  readonly bytes: number;
  readonly count: number;
}

/** An export at its beginning; what is asked for without an end ends now, and `now` is still within. */
function beginning(fingerprint: string, { since, until }: Window, now: number): ExportState {
  return {
    fingerprint,
    since: Number.isFinite(since) ? since : null,
    until: Number.isFinite(until) ? until : now + 1,
    cursor: null,
    bytes: 0,
    count: 0,
  };
}

export function windowOf({ since, until }: ExportState): Window {
  return { since: since ?? Number.NEGATIVE_INFINITY, until };
}

/** The files of an export that is not finished. */
interface ExportPaths {
  /** What is written so far. */
  readonly part: string;
  /** How far that is good. */
  readonly note: string;
}

function exportPaths(out: string): ExportPaths {
  return { part: `${out}.part`, note: `${out}.part.json` };
}

/** What an earlier run of the same export left; undefined where there was none. */
async function readState(paths: ExportPaths, fingerprint: string): Promise<ExportState | undefined> {
  const { note } = paths;
  const text = await readFile(note, "utf8").catch((cause: unknown) => {
    if (systemCode(cause) === "ENOENT") return undefined;
    throw cannotGoOn(`${note} can't be read`, paths, cause);
  });
  if (text === undefined) return undefined;
  const state = stateOf(text);
  if (state === undefined) throw cannotGoOn(`${note} is damaged`, paths);
  if (state.fingerprint === fingerprint) return state;
  throw cannotGoOn(`${note} belongs to an export with other filters or of another service`, paths);
}

function cannotGoOn(message: string, { part, note }: ExportPaths, cause?: unknown): UsageError {
  return new UsageError(message, {
    cause,
    hint: `give the flags of the first start, or start anew: rm -f '${part}' '${note}'`,
  });
}

function stateOf(text: string): ExportState | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isState(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isState(value: unknown): value is ExportState {
  if (!isRecord(value)) return false;
  const { fingerprint, since, until, cursor, bytes, count } = value;
  const hasPlace = typeof fingerprint === "string" && (cursor === null || typeof cursor === "string");
  const hasWindow = typeof until === "number" && (since === null || typeof since === "number");
  return hasPlace && hasWindow && isCount(bytes) && isCount(count);
}

function isCount(value: unknown): boolean {
  return typeof value === "number" && Number.isSafeInteger(value) && value >= 0;
}
