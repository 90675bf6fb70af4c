import { dirname, join } from "node:path";
import { UsageError } from "../../../errors.ts";
import { disk } from "../../../files/disk.ts";
import type { Patient } from "../../../files/input.ts";
import { type HeldLock, openHeld } from "../../../files/lock.ts";
import { isCount, type Note, openNote } from "../../../files/note.ts";
import { moveIntoPlace, writing } from "../../../files/replace.ts";
import { isRecord } from "../../../values/record.ts";
import { makeFile, openGrowingFile, sha256 } from "../growing-file.ts";
import {
  type ArchivedDay,
  type ArchivedFile,
  type ArchiveSource,
  brokenDays,
  hasDays,
  type Manifest,
  manifestPath,
  openManifest,
  refuseOther,
  withDay,
  withoutDays,
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
export type Archive = Awaited<ReturnType<typeof openDays>>;

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
  return openHeld(manifestPath(folder), (held) => openDays(folder, wanted, held));
}

async function openDays(folder: string, { owner, patient, signal }: WantedArchive, held: HeldLock) {
  const note = await openManifest(folder, patient, held);
  const stored = note.earlier ?? (await begin(folder, owner, note));
  refuseOther(folder, stored, owner);
  const broken = await brokenDays(folder, stored);
  let manifest = withoutDays(stored, broken);
  const [lines, made] = [join(folder, "_day.ndjson"), join(folder, "_day.parquet")];
  const place = join(folder, "_pass.json");
  const hint = `read the list from its start again, without the days that are there: rm -f '${place}'`;
  const pass = await openNote(place, { patient, held, hint, isValid: isPass });
  return {
    manifest: () => manifest,
    /** Days that were there once and now lack files. */
    broken,
    /** The pass that an earlier run did not finish. */
    unfinished: pass.earlier,
    /** The entries of one day, as lines of JSON. */
    openDay: (bytes: number) => openGrowingFile(lines, bytes, pass.refusal),
    save: pass.save,
    /** Makes a file of the collected lines, and the day finished. */
    async finishDay(day: Omit<ArchivedDay, "files">): Promise<void> {
      held.confirm();
      const files = day.entries === 0 ? [] : [await makeDay(folder, day.date, { lines, made, signal })];
      if (day.entries + day.undated === 0) return;
      manifest = withDay(manifest, { ...day, files });
      await note.save(manifest);
    },
    /** Records that every day up to this one is there. */
    async finishPass(through: string | null): Promise<void> {
      manifest = { ...manifest, through };
      await note.save(manifest);
      await pass.remove();
      for (const path of [lines, made]) await disk.rm(path, { force: true });
    },
    close: async () => {},
  };
}

async function makeDay(
  folder: string,
  date: string,
  { lines, made, signal }: { readonly lines: string; readonly made: string; readonly signal: AbortSignal },
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

async function begin(folder: string, owner: ArchiveSource, note: Note<Manifest>): Promise<Manifest> {
  if (await hasDays(folder)) {
    throw new UsageError(`${folder} has days, but no _manifest.json that says where they come from`, {
      hint: "restore it, or choose another folder",
    });
  }
  const manifest: Manifest = { version: 1, ...owner, through: null, days: [] };
  await note.save(manifest);
  return manifest;
}

function isPass(value: unknown): value is Pass {
  if (!isRecord(value)) return false;
  const { to, from, cursor, day, bytes, count, undated, lost } = value;
  const hasTexts = [from, cursor, day].every((text) => text === null || typeof text === "string");
  return typeof to === "string" && hasTexts && [bytes, count, undated, lost].every(isCount);
}
