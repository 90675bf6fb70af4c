import { disk } from "../../files/disk.ts";
import type { Patient } from "../../files/input.ts";
import { type HeldLock, openHeld } from "../../files/lock.ts";
import { isCount, openNote } from "../../files/note.ts";
import { checkPlace, moveIntoPlace, writing } from "../../files/replace.ts";
import { isRecord } from "../../values/record.ts";
import type { Convert } from "./converting.ts";
import { makeFile, openGrowingFile, sha256 } from "./growing-file.ts";
import type { Window } from "./instant.ts";

/** An export in progress: what has been written, and a note of how much of it is valid. */
export type ExportFile = Awaited<ReturnType<typeof openParts>>;

type Progress = Pick<ExportState, "count" | "undated"> & { readonly cursor: string };

/** What an export should contain. */
interface WantedExport {
  /** What distinguishes this export from others. */
  readonly work: unknown;
  readonly window: Window;
  /** Milliseconds since the epoch. */
  readonly now: number;
  readonly patient: Patient;
}

/**
 * Opens an export at its start, or where an earlier run of the same export stopped; until it is closed,
 * no other run gets the same file.
 */
export async function openExportFile(path: string, wanted: WantedExport): Promise<ExportFile> {
  const out = await checkPlace(path, "--out");
  return openHeld(out, (held) => openParts(out, wanted, held));
}

async function openParts(out: string, { work, window, now, patient }: WantedExport, held: HeldLock) {
  const [part, notePath, made] = [`${out}.part`, `${out}.part.json`, `${out}.part.made`];
  const hint = `use the flags of the first run, or start over: rm -f '${part}' '${notePath}'`;
  const note = await openNote(notePath, { work, patient, held, hint, isValid: isState });
  const state = note.earlier ?? beginning(window, now);
  const file = await openGrowingFile(part, state.bytes, note.refusal);
  try {
    // Fixed at the first start, so that durations count back from there however often the export is resumed.
    if (note.earlier === undefined) await note.save(state);
  } catch (error) {
    await file.close();
    throw error;
  }
  let hasPlace = state.cursor !== null;
  return {
    state,
    /** Whether an earlier run started it. */
    goesOn: note.earlier !== undefined,
    /** Whether the complete file will replace another. */
    replaces: (await disk.stat(out).catch(() => undefined)) !== undefined,
    /** Whether there is a place to resume from: none before the first page, nor ever in several lists. */
    canGoOn: () => hasPlace,
    async append(text: string): Promise<void> {
      held.confirm();
      await file.append(text);
    },
    /** Makes what has been appended so far the point to resume from. */
    async save(progress: Progress): Promise<void> {
      await file.sync();
      await note.save({ ...state, ...progress, bytes: file.bytes() });
      hasPlace = true;
    },
    /** Moves the complete file, or what it is turned into, into place; resolves to its SHA-256 in hex. */
    async finish(convert?: Convert): Promise<string> {
      held.confirm();
      await file.sync();
      await file.close();
      if (convert !== undefined) await makeFile(made, (write) => convert(part, write));
      const complete = convert === undefined ? part : made;
      const digest = await writing(complete, sha256(complete));
      // A stop between the two leaves a complete file without a note, and the next run starts it over.
      await note.remove();
      await writing(out, moveIntoPlace(complete, out));
      await writing(part, disk.rm(part, { force: true }));
      return digest;
    },
    /** Forgets an export that no run can continue. */
    async discard(): Promise<void> {
      await file.close();
      await note.remove();
      for (const each of [part, made]) await writing(each, disk.rm(each, { force: true }));
    },
    close: () => writing(part, file.close()),
  };
}

/** How far an export got; everything in it refers to the bytes before `bytes`. */
interface ExportState {
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
function beginning({ since, until }: Window, now: number): ExportState {
  const end = Number.isFinite(since) ? now + 1 : null;
  return {
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

function isState(value: unknown): value is ExportState {
  if (!isRecord(value)) return false;
  const { since, until, cursor, bytes, count, undated } = value;
  const hasWindow = [since, until].every((end) => end === null || typeof end === "number");
  const hasPlace = cursor === null || typeof cursor === "string";
  return hasWindow && hasPlace && [bytes, count, undated].every(isCount);
}
