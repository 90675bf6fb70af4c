import { codeInBrackets, PayctlError, systemCode, UsageError } from "../../errors.ts";
import { disk } from "../../files/disk.ts";
import { type HeldLock, holdFile } from "../../files/lock.ts";
import { checkPlace, moveIntoPlace, replaceFile, writing } from "../../files/replace.ts";
import { isRecord } from "../../values/record.ts";
import { type GrowingFile, makeFile, openGrowingFile, sha256, type WriteBytes } from "./growing-file.ts";
import type { Window } from "./instant.ts";

/** An export in progress: what has been written, and a note of how much of it is valid. */
export interface ExportFile {
  readonly state: ExportState;
  /** Whether an earlier run started it. */
  readonly goesOn: boolean;
  append(text: string): Promise<void>;
  /** Makes what has been appended so far the point to resume from. */
  save(progress: Progress): Promise<void>;
  /** Moves the complete file, or what it is turned into, into place; resolves to its SHA-256 in hex. */
  finish(convert?: Convert): Promise<string>;
  close(): Promise<void>;
}

/** Converts a complete file; passes on the bytes of the new one in order. */
export type Convert = (path: string, write: WriteBytes) => Promise<void>;

type Progress = Pick<ExportState, "count" | "undated"> & { readonly cursor: string };

/** What an export should contain. */
interface WantedExport {
  /** Distinguishes this export from others. */
  readonly fingerprint: string;
  readonly window: Window;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/**
 * Opens an export at its start, or where an earlier run of the same export stopped; until it is closed,
 * no other run gets the same file.
 */
export async function openExportFile(path: string, wanted: WantedExport): Promise<ExportFile> {
  const out = await checkPlace(path, "--out");
  const fresh = beginning(wanted.fingerprint, wanted.window, wanted.now);
  const held = await holdFile(out).catch((cause: unknown) => {
    throw cause instanceof PayctlError ? cause : unlockable(out, cause);
  });
  try {
    const opened = await openHeld(out, fresh, held);
    return { ...opened, close: () => opened.close().finally(held.release) };
  } catch (error) {
    await held.release();
    throw error;
  }
}

function unlockable(out: string, cause: unknown): UsageError {
  return new UsageError(`${out}.lock can't be written${codeInBrackets(cause)}`, {
    cause,
    hint: "free some space, or choose a file in a folder that you can write to: --out FILE",
  });
}

async function openHeld(out: string, fresh: ExportState, held: HeldLock): Promise<ExportFile> {
  const paths = exportPaths(out);
  const earlier = await readState(paths, fresh.fingerprint);
  const state = earlier ?? fresh;
  const file = await openPart(paths, state.bytes);
  try {
    // Fixed at the first start, so that durations count back from there however often the export is resumed.
    if (earlier === undefined) await writeNote(paths, fresh);
  } catch (error) {
    await file.close();
    throw error;
  }
  return {
    state,
    goesOn: earlier !== undefined,
    async append(text) {
      held.confirm();
      await file.append(text);
    },
    async save(progress) {
      held.confirm();
      await file.sync();
      await writeNote(paths, { ...state, ...progress, bytes: file.bytes() });
    },
    async finish(convert) {
      held.confirm();
      await file.sync();
      await file.close();
      if (convert !== undefined) await makeFile(paths.made, (write) => convert(paths.part, write));
      const complete = convert === undefined ? paths.part : paths.made;
      const digest = await writing(complete, sha256(complete));
      held.confirm();
      // A stop between the two leaves a complete file without a note, and the next run starts it over.
      for (const path of [paths.note, passing(paths.note)]) {
        await writing(path, disk.rm(path, { force: true }));
      }
      await writing(out, moveIntoPlace(complete, out));
      await writing(paths.part, disk.rm(paths.part, { force: true }));
      return digest;
    },
    close: () => writing(paths.part, file.close()),
  };
}

function writeNote({ note }: ExportPaths, state: ExportState): Promise<void> {
  return writing(note, replaceFile(note, JSON.stringify(state), { temporary: passing(note) }));
}

/** The temporary path of a note: always the same, because notes are written often and may be interrupted. */
function passing(note: string): string {
  return `${note}.tmp`;
}

/** Anything after the last valid byte was written by a run that was stopped. */
async function openPart(paths: ExportPaths, bytes: number): Promise<GrowingFile> {
  const { part, note } = paths;
  const file = await openGrowingFile(part, bytes).catch((cause: unknown) => {
    throw cannotGoOn(`${part} can't be opened`, paths, cause);
  });
  if (file !== undefined) return file;
  throw cannotGoOn(`${part} is shorter than ${note} says`, paths);
}

/** How far an export got; everything in it refers to the bytes before `bytes`. */
interface ExportState {
  /** A digest of what is exported: a different export must not resume here. */
  readonly fingerprint: string;
  /** Milliseconds since the epoch; fixed when the export first started. */
  readonly since: number | null;
  /** Null only for an export without a window. */
  readonly until: number | null;
  /** Where the list continues; null at its start. */
  readonly cursor: string | null;
  readonly bytes: number;
  readonly count: number;
  /** How many entries were left out because their time can't be read. */
  readonly undated: number;
}

/** A new export; a window that only has a start ends now, `now` included. */
function beginning(fingerprint: string, { since, until }: Window, now: number): ExportState {
  const end = Number.isFinite(since) ? now + 1 : null;
  return {
    fingerprint,
    since: Number.isFinite(since) ? since : null,
    until: Number.isFinite(until) ? until : end,
    cursor: null,
    bytes: 0,
    count: 0,
    undated: 0,
  };
}

export function windowOf({ since, until }: ExportState): Window {
  return { since: since ?? Number.NEGATIVE_INFINITY, until: until ?? Number.POSITIVE_INFINITY };
}

/** The files of an export that is not finished. */
interface ExportPaths {
  /** What is written so far. */
  readonly part: string;
  /** How much of it is valid. */
  readonly note: string;
  /** What it is converted to, if that is another format. */
  readonly made: string;
}

function exportPaths(out: string): ExportPaths {
  return { part: `${out}.part`, note: `${out}.part.json`, made: `${out}.part.made` };
}

/** What an earlier run of the same export left behind; undefined if there was none. */
async function readState(paths: ExportPaths, fingerprint: string): Promise<ExportState | undefined> {
  const { note } = paths;
  const text = await disk.readFile(note, "utf8").catch((cause: unknown) => {
    if (systemCode(cause) === "ENOENT") return undefined;
    throw cannotGoOn(`${note} can't be read`, paths, cause);
  });
  if (text === undefined) return undefined;
  const state = stateOf(text);
  if (state === undefined) throw cannotGoOn(`${note} is damaged`, paths);
  if (state.fingerprint === fingerprint) return state;
  throw cannotGoOn(`${note} belongs to an export with other filters or from another service`, paths);
}

function cannotGoOn(message: string, { part, note }: ExportPaths, cause?: unknown): UsageError {
  return new UsageError(message, {
    cause,
    hint: `use the flags of the first run, or start over: rm -f '${part}' '${note}'`,
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
  const { fingerprint, since, until, cursor, bytes, count, undated } = value;
  const hasPlace = typeof fingerprint === "string" && (cursor === null || typeof cursor === "string");
  const hasWindow = [since, until].every((end) => end === null || typeof end === "number");
  return hasPlace && hasWindow && [bytes, count, undated].every(isCount);
}

function isCount(value: unknown): boolean {
  return typeof value === "number" && Number.isSafeInteger(value) && value >= 0;
}
