import { createHash } from "node:crypto";
import { constants } from "node:fs";
import type { FileHandle } from "node:fs/promises";
import { disk } from "../../files/disk.ts";
import { openProgress, type ProgressFile, type Purpose } from "../../files/progress.ts";
import { checkWritable, moveIntoPlace, writing } from "../../files/replace.ts";
import { isRecord } from "../../values/record.ts";
import type { Window } from "./calendar.ts";

/** Makes another file of a complete one, whose path it gets. */
export type Convert = (path: string) => AsyncIterable<Uint8Array>;

/** An export in progress: what has been written, and how much of it is valid. */
export type ExportFile = Awaited<ReturnType<typeof openParts>>;

/** What an export should contain. */
interface WantedExport {
  readonly purpose: Purpose;
  readonly window: Window;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

/**
 * Opens an export at its start, or where an earlier run of the same export stopped; until it is closed,
 * no other run gets the same file.
 */
export async function openExportFile(path: string, wanted: WantedExport): Promise<ExportFile> {
  const out = await checkWritable(path, "--out");
  const progress = await openProgress(`${out}.progress`, {
    purpose: wanted.purpose,
    kind: "the progress of an export",
    mode: 0o600,
    hint: {
      text: "use the flags of the first run, or start over",
      command: `rm -f '${out}.part' '${out}.progress'`,
    },
    lockOf: out,
    isRow: isState,
  });
  try {
    return await openParts(out, progress, wanted);
  } catch (error) {
    await progress.close();
    throw error;
  }
}

async function openParts(
  out: string,
  progress: ProgressFile<ExportState>,
  { window, now }: Omit<WantedExport, "purpose">,
) {
  const [part, made] = [`${out}.part`, `${out}.part.made`];
  const earlier = progress.rows.at(-1);
  const start = earlier ?? beginning(window, now());
  const file = await openPart(part, start.bytes, progress.refusal);
  const saver = createSaver(start, { part, file, progress, now });
  try {
    // Fixed at the first start, so that durations count back from there however often the export is resumed.
    if (earlier === undefined) progress.append([start]);
  } catch (error) {
    await file.close();
    throw error;
  }
  const { since, until } = start;
  return {
    state: saver.state,
    window: { since: since ?? Number.NEGATIVE_INFINITY, until: until ?? Number.POSITIVE_INFINITY },
    /** Appends a text, and says how far the export then is; a later run may go on there if there is a cursor. */
    async append(text: string, position: Position): Promise<void> {
      progress.confirm();
      const chunk = Buffer.from(text);
      await writing(part, file.writeFile(chunk));
      await saver.advance(position, chunk.length);
    },
    /** Moves the complete file, or what it is turned into, into place; resolves to its SHA-256 in hex. */
    async finish(convert?: Convert): Promise<string> {
      progress.confirm();
      await writing(part, file.sync());
      await writing(part, file.close());
      if (convert !== undefined) await makeFile(made, convert(part));
      const complete = convert === undefined ? part : made;
      const digest = await writing(complete, sha256(complete));
      // A stop between the two leaves a complete file without progress, and the next run starts it over.
      await progress.remove();
      await writing(out, moveIntoPlace(complete, out));
      await writing(part, disk.rm(part, { force: true }));
      return digest;
    },
    /** After a failure: whether the same command goes on from here. Otherwise nothing stays. */
    async stop(isHopeless: boolean): Promise<boolean> {
      // What ended the work is reported, whether or not its position could still be saved.
      await saver.save().catch(() => undefined);
      if (saver.savedCursor() !== null && !isHopeless) return true;
      await writing(part, file.close());
      await progress.remove();
      for (const each of [part, made]) await writing(each, disk.rm(each, { force: true }));
      return false;
    },
    close: () => writing(part, file.close()).finally(progress.close),
  };
}

/** Progress is synced to disk; four times a second cost next to nothing, once a page would dominate the cost. */
const millisecondsBetweenSaves = 250;

interface SaverParts {
  readonly part: string;
  readonly file: FileHandle;
  readonly progress: ProgressFile<ExportState>;
  readonly now: () => number;
}

/** Keeps the state of an export, and notes it in the progress file once the disk has what was written up to there. */
function createSaver(start: ExportState, { part, file, progress, now }: SaverParts) {
  let state = start;
  let { cursor } = start;
  let unsaved: ExportState | undefined;
  let savedAt = now();
  const save = async (): Promise<void> => {
    savedAt = now();
    if (unsaved === undefined) return;
    await writing(part, file.sync());
    progress.append([unsaved]);
    progress.sync();
    cursor = unsaved.cursor;
    unsaved = undefined;
  };
  return {
    state: () => state,
    /** Where a later run would go on; null if it would start over. */
    savedCursor: () => cursor,
    save,
    async advance(position: Position, bytes: number): Promise<void> {
      state = { ...state, ...position, bytes: state.bytes + bytes };
      unsaved = position.cursor === null ? undefined : state;
      if (now() - savedAt >= millisecondsBetweenSaves) await save();
    },
  };
}

/** How far an export got, a row of its progress; everything in it refers to the bytes before `bytes`. */
interface ExportState {
  /** Milliseconds since the epoch, fixed when the export first started; JSON makes null of infinity. */
  readonly since: number | null;
  readonly until: number | null;
  /** Where the list continues; null at its start. */
  readonly cursor: string | null;
  readonly bytes: number;
  readonly count: number;
  /** How many entries were left out because their time can't be read. */
  readonly undated: number;
}

type Position = Pick<ExportState, "count" | "cursor" | "undated">;

/** A new export; a window that only has a start ends now, `now` included. */
function beginning({ since, until }: Window, now: number): ExportState {
  const isOpen = Number.isFinite(since) && !Number.isFinite(until);
  return { since, until: isOpen ? now + 1 : until, cursor: null, bytes: 0, count: 0, undated: 0 };
}

function isState(value: unknown): value is ExportState {
  if (!isRecord(value)) return false;
  const { since, until, cursor, bytes, count, undated } = value;
  const hasWindow = [since, until].every((end) => end === null || typeof end === "number");
  const hasCursor = cursor === null || typeof cursor === "string";
  return hasWindow && hasCursor && [bytes, count, undated].every(isCount);
}

function isCount(value: unknown): boolean {
  return typeof value === "number" && Number.isSafeInteger(value) && value >= 0;
}

type Refusal = ProgressFile<ExportState>["refusal"];

/** Not through a link that somebody else put there; Windows has no such flag. */
const resuming = constants.O_WRONLY | constants.O_APPEND | (constants.O_NOFOLLOW ?? 0);

/** Opens the file after its valid bytes: what follows them was written by a run that was stopped. */
async function openPart(path: string, valid: number, refusal: Refusal): Promise<FileHandle> {
  const file = await (valid === 0 ? openNew(path) : disk.open(path, resuming)).catch((cause: unknown) => {
    throw refusal(`${path} can't be opened`, cause);
  });
  try {
    const { size } = await writing(path, file.stat());
    if (size < valid) throw refusal(`${path} is shorter than its progress says`);
    await writing(path, file.truncate(valid));
    return file;
  } catch (error) {
    await file.close();
    throw error;
  }
}

/** Writes a new file in place of any existing one; resolves once the disk has it. */
async function makeFile(path: string, content: AsyncIterable<Uint8Array>): Promise<void> {
  const file = await writing(path, openNew(path));
  try {
    for await (const bytes of content) await writing(path, file.writeFile(bytes));
    await writing(path, file.sync());
  } finally {
    await file.close();
  }
}

async function openNew(path: string): Promise<FileHandle> {
  await disk.rm(path, { force: true });
  return disk.open(path, "ax", 0o600);
}

/** The digest of a file's content, in hex. */
async function sha256(path: string): Promise<string> {
  const hash = createHash("sha256");
  for await (const chunk of disk.createReadStream(path)) hash.update(chunk);
  return hash.digest("hex");
}
