import { dirname, join } from "node:path";
import { PayctlError, UsageError } from "../../../errors.ts";
import { disk } from "../../../files/disk.ts";
import type { Patient } from "../../../files/input.ts";
import { holdFile } from "../../../files/lock.ts";
import { moveIntoPlace, replaceFile, writing } from "../../../files/replace.ts";
import { isRecord } from "../../../values/record.ts";
import { type GrowingFile, makeFile, openGrowingFile, sha256 } from "../growing-file.ts";
import {
  type ArchivedFile,
  type ArchiveSource,
  brokenDays,
  hasDays,
  isCount,
  type Manifest,
  manifestPath,
  readManifest,
  readNote,
  refuseOther,
  withDay,
  withoutDays,
  writeManifest,
} from "./manifest.ts";
import { toParquet } from "./parquet-writer.ts";

/** The position of a pass over the list; it refers to the first bytes of the collected day. */
export interface Pass {
  /** The newest day of the pass. */
  readonly to: string;
  /** The oldest; null for the start of the list. */
  readonly from: string | null;
  /** Where the list continues; null at its start. */
  readonly cursor: string | null;
  /** The day that is being collected; null before the first. */
  readonly day: string | null;
  readonly bytes: number;
  readonly count: number;
  readonly undated: number;
  /** Entries that belong to a day already finished, or whose place in time is unknown. */
  readonly lost: number;
}

/** A folder of days that this run alone may write to. */
export interface Archive {
  manifest(): Manifest;
  /** Days that were there once and now lack files. */
  readonly broken: readonly string[];
  /** The pass that an earlier run did not finish. */
  readonly unfinished: Pass | undefined;
  /** The entries of one day, as lines of JSON. */
  openDay(bytes: number): Promise<GrowingFile>;
  save(pass: Pass): Promise<void>;
  /** Makes a file of the collected lines, and the day finished. */
  finishDay(day: DayCount): Promise<void>;
  /** Records that every day up to this one is there. */
  finishPass(through: string | null): Promise<void>;
  close(): Promise<void>;
}

interface DayCount {
  readonly date: string;
  readonly entries: number;
  readonly undated: number;
}

interface WantedArchive {
  readonly owner: ArchiveSource;
  /** Stops the conversion early. */
  readonly signal: AbortSignal;
  readonly patient: Patient;
}

/** Opens or creates an archive; refuses that of another service or account, and a second run. */
export async function openArchive(folder: string, wanted: WantedArchive): Promise<Archive> {
  await disk.mkdir(folder, { recursive: true, mode: 0o700 }).catch((cause: unknown) => {
    throw new UsageError(`${folder} can't be used`, { cause, hint: "choose a folder that you can write to" });
  });
  const held = await holdFile(manifestPath(folder));
  try {
    const archive = await openHeld(folder, wanted);
    return {
      ...archive,
      async save(pass) {
        held.confirm();
        await archive.save(pass);
      },
      async finishDay(day) {
        held.confirm();
        await archive.finishDay(day);
      },
      close: held.release,
    };
  } catch (error) {
    await held.release();
    throw error;
  }
}

async function openHeld(
  folder: string,
  { owner, patient, signal }: WantedArchive,
): Promise<Omit<Archive, "close">> {
  const stored = (await readManifest(folder, patient)) ?? (await begin(folder, owner));
  refuseOther(folder, stored, owner);
  const broken = await brokenDays(folder, stored);
  let manifest = withoutDays(stored, broken);
  const lines = join(folder, "_day.ndjson");
  const made = join(folder, "_day.parquet");
  const note = join(folder, "_pass.json");
  return {
    manifest: () => manifest,
    broken,
    unfinished: await readPass(note, patient),
    async openDay(bytes) {
      const file = await openGrowingFile(lines, bytes);
      if (file !== undefined) return file;
      throw startOver(`${lines} is shorter than ${note} says`, note);
    },
    save: (pass) => writing(note, replaceFile(note, JSON.stringify(pass), { temporary: `${note}.tmp` })),
    async finishDay(day) {
      const files = day.entries === 0 ? [] : [await makeDay(folder, day.date, { lines, made, signal })];
      if (day.entries + day.undated === 0) return;
      manifest = withDay(manifest, { ...day, files });
      await writeManifest(folder, manifest);
    },
    async finishPass(through) {
      manifest = { ...manifest, through };
      await writeManifest(folder, manifest);
      for (const path of [note, `${note}.tmp`, lines, made]) await disk.rm(path, { force: true });
    },
  };
}

interface DayFiles {
  readonly lines: string;
  readonly made: string;
  readonly signal: AbortSignal;
}

async function makeDay(
  folder: string,
  date: string,
  { lines, made, signal }: DayFiles,
): Promise<ArchivedFile> {
  const path = `date=${date}/part-0.parquet`;
  const place = join(folder, path);
  await makeFile(made, (write) => toParquet({ signal })(lines, write));
  const [digest, { size }] = await Promise.all([sha256(made), disk.stat(made)]);
  await writing(
    place,
    disk.mkdir(dirname(place), { recursive: true, mode: 0o700 }).then(() => moveIntoPlace(made, place)),
  );
  return { path, bytes: size, sha256: digest };
}

async function begin(folder: string, owner: ArchiveSource): Promise<Manifest> {
  if (await hasDays(folder)) {
    throw new UsageError(`${folder} has days, but no _manifest.json that says where they come from`, {
      hint: "restore it, or choose another folder",
    });
  }
  const manifest: Manifest = { version: 1, ...owner, through: null, days: [] };
  await writeManifest(folder, manifest);
  return manifest;
}

async function readPass(path: string, patient: Patient): Promise<Pass | undefined> {
  const text = await readNote(path, patient).catch((cause: unknown) => {
    if (cause instanceof PayctlError) throw cause;
    throw startOver(`${path} can't be read`, path, cause);
  });
  if (text === undefined) return undefined;
  const pass = passOf(text);
  if (pass !== undefined) return pass;
  throw startOver(`${path} is damaged`, path);
}

function startOver(message: string, path: string, cause?: unknown): UsageError {
  return new UsageError(message, {
    cause,
    hint: `read the list from its start again, without the days that are there: rm -f '${path}'`,
  });
}

function passOf(text: string): Pass | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isPass(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isPass(value: unknown): value is Pass {
  if (!isRecord(value)) return false;
  const { to, from, cursor, day, bytes, count, undated, lost } = value;
  const hasTexts = [from, cursor, day].every((text) => text === null || typeof text === "string");
  return typeof to === "string" && hasTexts && [bytes, count, undated, lost].every(isCount);
}
