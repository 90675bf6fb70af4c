import { join } from "node:path";
import { UsageError } from "../../../errors.ts";
import { disk } from "../../../files/disk.ts";
import type { Patient } from "../../../files/input.ts";
import type { HeldLock } from "../../../files/lock.ts";
import { isCount, type Note, openNote } from "../../../files/note.ts";
import { isRecord } from "../../../values/record.ts";

/** What an archive holds; the file `_manifest.json` in its folder. */
export interface Manifest {
  readonly version: 1;
  readonly service: string | null;
  readonly merchant_account: string | null;
  /** Every day up to this one is there, or had no entries; null until the first pass is complete. */
  readonly through: string | null;
  /** Those with entries, oldest first. */
  readonly days: readonly ArchivedDay[];
}

/** Whose entries an archive holds. */
export type ArchiveSource = Pick<Manifest, "service" | "merchant_account">;

/**
 * Entries of two services or accounts in one archive, or read as each other's, would be wrong without anyone noticing.
 */
export function refuseOther(folder: string, held: ArchiveSource, wanted: ArchiveSource): void {
  if (held.service === wanted.service && held.merchant_account === wanted.merchant_account) return;
  throw new UsageError(`${folder} is the archive of ${ownerText(held)}, not of ${ownerText(wanted)}`, {
    hint: "choose a folder for each service and account",
  });
}

function ownerText({ service, merchant_account: account }: ArchiveSource): string {
  return `${service ?? "another service"} (${account === null ? "no merchant account given" : `merchant account ${account}`})`;
}

/** A day in UTC that is never written again. */
export interface ArchivedDay {
  /** `2026-01-31`. */
  readonly date: string;
  readonly entries: number;
  /** Entries among those of this day whose time can't be read: they are in no file. */
  readonly undated: number;
  readonly files: readonly ArchivedFile[];
}

export interface ArchivedFile {
  /** Relative to the folder of the archive, with `/`. */
  readonly path: string;
  readonly bytes: number;
  readonly sha256: string;
}

const day = 86_400_000;

/** The day in UTC of a time in milliseconds since the epoch: `2026-01-31`. */
export function dayOf(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}

/** The first millisecond of a day. */
export function startOfUtcDay(date: string): number {
  return Date.parse(date);
}

export function dayAfter(date: string, count = 1): string {
  return dayOf(startOfUtcDay(date) + count * day);
}

/** Whether the service need not be asked about a day again. */
export function isFinished({ days, through }: Manifest, date: string): boolean {
  return (through !== null && date <= through) || days.some((known) => known.date === date);
}

/** The manifest with one more day. */
export function withDay(manifest: Manifest, added: ArchivedDay): Manifest {
  const days = [...manifest.days.filter(({ date }) => date !== added.date), added];
  return { ...manifest, days: days.toSorted((a, b) => (a.date < b.date ? -1 : 1)) };
}

export function manifestPath(folder: string): string {
  return join(folder, "_manifest.json");
}

/** What earlier runs wrote into a folder; a run that holds it may change it. */
export function openManifest(folder: string, patient: Patient, held?: HeldLock): Promise<Note<Manifest>> {
  const hint = "restore it, or start over in another folder: payctl audit archive DIR";
  return openNote(manifestPath(folder), { patient, held, hint, isValid: isManifest });
}

/** The days with a file that is missing or has another size: they are fetched again. */
export async function brokenDays(folder: string, { days }: Manifest): Promise<readonly string[]> {
  const broken = await Promise.all(
    days.map(async ({ date, files }) => {
      const sizes = await Promise.all(
        files.map(({ path }) =>
          disk.stat(join(folder, path)).then(
            ({ size }) => size,
            () => undefined,
          ),
        ),
      );
      return files.every(({ bytes }, index) => sizes[index] === bytes) ? [] : [date];
    }),
  );
  return broken.flat();
}

/** The manifest without some days, as if nothing from the first of them on had ever been complete. */
export function withoutDays(manifest: Manifest, dates: readonly string[]): Manifest {
  const [first] = dates;
  if (first === undefined) return manifest;
  const { through } = manifest;
  return {
    ...manifest,
    through: through !== null && through >= first ? dayAfter(first, -1) : through,
    days: manifest.days.filter(({ date }) => !dates.includes(date)),
  };
}

/** Whether a folder has days of an archive, whatever wrote them. */
export async function hasDays(folder: string): Promise<boolean> {
  const names = await disk.readdir(folder).catch(() => []);
  return names.some((name) => name.startsWith("date="));
}

function isManifest(value: unknown): value is Manifest {
  if (!isRecord(value)) return false;
  const { version, service, merchant_account, through, days } = value;
  const isBound = [service, merchant_account].every((text) => text === null || typeof text === "string");
  return (
    version === 1 &&
    isBound &&
    (through === null || isDate(through)) &&
    Array.isArray(days) &&
    days.every(isDay)
  );
}

function isDay(value: unknown): boolean {
  if (!isRecord(value)) return false;
  const { date, entries, undated, files } = value;
  return isDate(date) && isCount(entries) && isCount(undated) && Array.isArray(files) && files.every(isFile);
}

/** A path of another form could lead out of the folder. */
function isFile(value: unknown): boolean {
  if (!isRecord(value)) return false;
  const { path, bytes, sha256 } = value;
  const isInside = typeof path === "string" && /^date=\d{4}-\d\d-\d\d\/part-\d+\.parquet$/.test(path);
  return isInside && isCount(bytes) && typeof sha256 === "string";
}

function isDate(value: unknown): boolean {
  return typeof value === "string" && /^\d{4}-\d\d-\d\d$/.test(value) && !Number.isNaN(startOfUtcDay(value));
}
