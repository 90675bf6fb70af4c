import type { ListPage } from "../../../terminal/output.ts";
import { stringifyJson } from "../../../values/json.ts";
import { safeJson } from "../../../values/safe-text.ts";
import { timeOf } from "../entry.ts";
import { readBack } from "../window.ts";
import { dayAfter, dayOf, isFinished, startOfUtcDay } from "./manifest.ts";
import type { Archive, Pass } from "./open-archive.ts";

interface WalkParts {
  readonly archive: Archive;
  /** The list starting at a cursor; undefined means its start. */
  readonly pages: (cursor: string | undefined) => AsyncIterable<ListPage>;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Called with the number of entries of each page. */
  readonly read: (count: number) => Promise<void>;
}

/** Positions are synced to disk; four per second cost next to nothing. */
const millisecondsBetweenPlaces = 250;

/**
 * Walks back through the list from the newest day of a pass to its oldest, and finishes each missing day once an older
 * one begins. Resolves to the number of entries that could not be placed.
 */
export async function walkDays(started: Pass, { archive, pages, now, read }: WalkParts): Promise<number> {
  const isWanted = (date: string | null): boolean =>
    date !== null && date <= started.to && !isFinished(archive.manifest(), date);
  // A kill right after a day was finished leaves the position before that day.
  let isCollecting = isWanted(started.day);
  const pass = { ...started, ...(isCollecting ? {} : { bytes: 0, count: 0, undated: 0 }) };
  const file = await archive.openDay(pass.bytes);
  /** Taken between two pages, because a cursor leads to the start of one. */
  let unsaved: Pass | undefined;
  let savedAt = now();
  let lines = "";

  const save = async (): Promise<void> => {
    if (unsaved !== undefined) await archive.save(unsaved);
    unsaved = undefined;
    savedAt = now();
  };
  const flush = async (): Promise<void> => {
    if (lines !== "") await file.append(lines);
    lines = "";
  };
  const finishDay = async (): Promise<void> => {
    const { day, count, undated } = pass;
    await flush();
    if (isCollecting && day !== null) await archive.finishDay({ date: day, entries: count, undated });
    await file.empty();
  };
  const startDay = (day: string): void => {
    Object.assign(pass, { day, count: 0, undated: 0 });
    isCollecting = isWanted(day);
  };
  /** The day of an entry; undefined if the entry has to be left out. */
  const placeOf = (time: number): string | undefined => {
    // An entry without a time belongs to the day of the one before it.
    const day = Number.isNaN(time) ? pass.day : dayOf(time);
    if (day !== null && (pass.day === null || day <= pass.day)) return day;
    if (day === null || day <= pass.to) pass.lost += 1;
    return undefined;
  };
  const take = async (entry: unknown): Promise<void> => {
    const time = timeOf(entry);
    const day = placeOf(time);
    if (day === undefined) return;
    if (day !== pass.day) {
      await finishDay();
      startDay(day);
    }
    if (!isCollecting) return;
    if (Number.isNaN(time)) pass.undated += 1;
    else {
      pass.count += 1;
      lines += `${safeJson(stringifyJson(entry))}\n`;
    }
  };

  try {
    const since = pass.from === null ? Number.NEGATIVE_INFINITY : startOfUtcDay(pass.from);
    for await (const { items, nextCursor } of readBack(pages(pass.cursor ?? undefined), since)) {
      for (const item of items) await take(item);
      await flush();
      await read(items.length);
      if (nextCursor == null) continue;
      pass.cursor = nextCursor;
      unsaved = { ...pass, bytes: file.bytes() };
      if (now() - savedAt < millisecondsBetweenPlaces) continue;
      await file.sync();
      await save();
    }
    await finishDay();
  } catch (error) {
    // Report what ended the pass, whether or not its position could still be saved.
    await file
      .sync()
      .then(save)
      .catch(() => undefined);
    throw error;
  } finally {
    await file.close();
  }
  const { through } = archive.manifest();
  const isGapless = pass.from === null || (through !== null && pass.from <= dayAfter(through));
  await archive.finishPass(isGapless ? pass.to : through);
  return pass.lost;
}
