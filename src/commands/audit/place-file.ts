import { disk } from "../../files/disk.ts";
import type { Patient } from "../../files/input.ts";
import { type HeldLock, openHeld } from "../../files/lock.ts";
import { openNote } from "../../files/note.ts";
import { checkPlace, writing } from "../../files/replace.ts";
import { isRecord } from "../../values/record.ts";
import type { FeedPlace } from "./place.ts";

/** The file in which following is noted; no other run uses it meanwhile. */
export type PlaceFile = Awaited<ReturnType<typeof openNoted>>;

interface WantedPlace {
  /** What distinguishes the list from others. */
  readonly work: unknown;
  readonly patient: Patient;
}

/** Opens the file, or one that will be made; refuses that of another list, and a second run. */
export async function openPlaceFile(path: string, wanted: WantedPlace): Promise<PlaceFile> {
  const file = await checkPlace(path, "--state");
  return openHeld(file, (held) => openNoted(file, wanted, held));
}

async function openNoted(file: string, { work, patient }: WantedPlace, held: HeldLock) {
  const hint = `use another file, or start over at a time of your choice: rm -f '${file}', then add --since TIME`;
  const note = await openNote(file, { work, patient, held, hint, isValid: isStored });
  const spool = `${file}.spool`;
  // A killed run leaves its own.
  await writing(spool, disk.rm(spool, { force: true }));
  const earlier = note.earlier && readStored(note.earlier);
  let saved = earlier && JSON.stringify(toStored(earlier));
  return {
    /** Where an earlier run stopped; undefined if there was none. */
    earlier,
    confirm: held.confirm,
    /** Where new entries wait if they are many. */
    spool,
    /** Saves the place, unless that is what the file says. */
    async save(place: FeedPlace): Promise<void> {
      const stored = toStored(place);
      const text = JSON.stringify(stored);
      if (text === saved) return;
      await note.save(stored);
      saved = text;
    },
    close: async () => {},
  };
}

/** A place in JSON, where null stands for infinity. */
interface StoredPlace {
  readonly since: number | null;
  readonly newest: number | null;
  readonly seen: Readonly<Record<string, number | null>>;
}

function toStored({ since, newest, seen }: FeedPlace): StoredPlace {
  return {
    since: finite(since),
    newest: finite(newest),
    seen: Object.fromEntries([...seen].map(([key, time]) => [key, finite(time)])),
  };
}

function finite(time: number): number | null {
  return Number.isFinite(time) ? time : null;
}

function readStored({ since, newest, seen }: StoredPlace): FeedPlace {
  const times = Object.entries(seen).map(([key, time]) => [key, time ?? Number.POSITIVE_INFINITY] as const);
  return {
    since: since ?? Number.NEGATIVE_INFINITY,
    newest: newest ?? Number.NEGATIVE_INFINITY,
    seen: new Map(times),
  };
}

function isStored(value: unknown): value is StoredPlace {
  if (!isRecord(value) || !isRecord(value["seen"])) return false;
  const times = [value["since"], value["newest"], ...Object.values(value["seen"])];
  return times.every((time) => time === null || Number.isFinite(time));
}
