import { readFile } from "node:fs/promises";
import { systemCode, UsageError } from "../errors.ts";
import { isRecord } from "../values/json.ts";
import type { Window } from "./window.ts";

/** How far an export came; everything in it belongs to the bytes before `bytes`. */
export interface ExportState {
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
export function beginning(fingerprint: string, { since, until }: Window, now: number): ExportState {
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
export interface ExportPaths {
  /** What is written so far. */
  readonly part: string;
  /** How far that is good. */
  readonly note: string;
}

export function exportPaths(out: string): ExportPaths {
  return { part: `${out}.part`, note: `${out}.part.json` };
}

/** What an earlier run of the same export left; undefined where there was none. */
export async function readState(paths: ExportPaths, fingerprint: string): Promise<ExportState | undefined> {
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

export function cannotGoOn(message: string, { part, note }: ExportPaths, cause?: unknown): UsageError {
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
