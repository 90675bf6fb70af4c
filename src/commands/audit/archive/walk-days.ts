import { savingPlaces } from "../../../files/note.ts";
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

/**
 * Walks back through the list from the newest day of a pass to its oldest, and finishes each missing day once an older
 * one begins. Resolves to the number of entries that could not be placed.
 */
export async function walkDays(started: Pass, { archive, pages, now, read }: WalkParts): Promise<number> {
  const days = await openDays(started, archive);
  const { pass } = days;
  const since = pass.from === null ? Number.NEGATIVE_INFINITY : startOfUtcDay(pass.from);
  try {
    await savingPlaces({ now, save: days.save }, async (reached) => {
      for await (const { items, nextCursor } of readBack(pages(pass.cursor ?? undefined), since)) {
        for (const item of items) await days.take(item);
        const place = await days.flush();
        await read(items.length);
        if (nextCursor == null) continue;
        // Taken between two pages, because a cursor leads to the start of one.
        await reached({ ...place, cursor: nextCursor });
      }
      await days.finish();
    });
  } finally {
    await days.close();
  }
  const { through } = archive.manifest();
  const isGapless = pass.from === null || (through !== null && pass.from <= dayAfter(through));
  await archive.finishPass(isGapless ? pass.to : through);
  return pass.lost;
}

/** The days of a pass, whose entries are collected one day after the other. */
async function openDays(started: Pass, archive: Archive) {
  const isWanted = (date: string | null): boolean =>
    date !== null && date <= started.to && !isFinished(archive.manifest(), date);
  // A kill right after a day was finished leaves the position before that day.
  let isCollecting = isWanted(started.day);
  const pass = { ...started, ...(isCollecting ? {} : { bytes: 0, count: 0, undated: 0 }) };
  const file = await archive.openDay(pass.bytes);
  let lines = "";

  const flush = async (): Promise<Pass> => {
    if (lines !== "") await file.append(lines);
    lines = "";
    return { ...pass, bytes: file.bytes() };
  };
  const finish = async (): Promise<void> => {
    const { day, count, undated } = pass;
    await flush();
    if (isCollecting && day !== null) await archive.finishDay({ date: day, entries: count, undated });
    await file.empty();
  };
  /** The day of an entry; undefined if the entry has to be left out. */
  const placeOf = (time: number): string | undefined => {
    // An entry without a time belongs to the day of the one before it.
    const day = Number.isNaN(time) ? pass.day : dayOf(time);
    if (day !== null && (pass.day === null || day <= pass.day)) return day;
    if (day === null || day <= pass.to) pass.lost += 1;
    return undefined;
  };
  return {
    pass,
    async take(entry: unknown): Promise<void> {
      const time = timeOf(entry);
      const day = placeOf(time);
      if (day === undefined) return;
      if (day !== pass.day) {
        await finish();
        Object.assign(pass, { day, count: 0, undated: 0 });
        isCollecting = isWanted(day);
      }
      if (!isCollecting) return;
      if (Number.isNaN(time)) pass.undated += 1;
      else {
        pass.count += 1;
        lines += `${safeJson(stringifyJson(entry))}\n`;
      }
    },
    flush,
    finish,
    async save(place: Pass): Promise<void> {
      await file.sync();
      await archive.save(place);
    },
    close: file.close,
  };
}
