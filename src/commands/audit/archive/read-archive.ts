import { getDeadline } from "../../../connect-api.ts";
import type { Context } from "../../../context.ts";
import { exitCodes, PayctlError, UsageError } from "../../../errors.ts";
import type { ListPage } from "../../../terminal/output.ts";
import { shellWord } from "../../../values/text.ts";
import type { ArchiveExtent, Source } from "../facts.ts";
import type { Window } from "../instant.ts";
import { merge } from "../merge.ts";
import { readInstant } from "../window.ts";
import { type Look, openDayFile, unusableDay } from "./day-file.ts";
import {
  type ArchivedDay,
  dayAfter,
  type Manifest,
  openManifest,
  refuseOther,
  startOfUtcDay,
} from "./manifest.ts";

/** Opens the archive in a folder without asking the service. */
export async function openStoredArchive(
  context: Context,
  folder: string,
  merchantAccount: string | undefined,
): Promise<Source> {
  const look = await startLooking(context);
  const manifest = (await openManifest(folder, context.patient)).earlier;
  if (manifest === undefined) throw await notAnArchive(context, folder);
  if (merchantAccount !== undefined) {
    refuseOther(folder, manifest, { service: manifest.service, merchant_account: merchantAccount });
  }
  const archive = { through: manifest.through };
  return {
    service: manifest.service,
    merchantAccounts: manifest.merchant_account === null ? [] : [manifest.merchant_account],
    archive,
    async *pages(window) {
      await noteEnd(context, manifest, window);
      yield* labelled(readDays({ folder, days: manifest.days, look }, window), archive);
    },
  };
}

/** Several archives as one. */
export function joinArchives(archives: readonly Source[]): Source {
  const [first] = archives;
  const ends = archives.map(({ archive }) => archive?.through ?? null);
  // Complete up to where each of them is.
  const archive = { through: ends.includes(null) ? null : (ends.toSorted()[0] ?? null) };
  return {
    service: first?.service ?? null,
    merchantAccounts: archives.flatMap(({ merchantAccounts }) => merchantAccounts),
    archive,
    pages: (window) => labelled(merge(archives.map(({ pages }) => pages(window))), archive),
  };
}

/** Pages that say from which archive they are. */
async function* labelled(pages: AsyncIterable<ListPage>, archive: ArchiveExtent): AsyncGenerator<ListPage> {
  for await (const page of pages) yield { ...page, about: { archive } };
}

async function notAnArchive(context: Context, folder: string): Promise<UsageError> {
  const isTime = await readInstant(context, "--from", folder).then(
    () => true,
    () => false,
  );
  return new UsageError(`${folder} is not an archive: it has no _manifest.json`, {
    hint: isTime
      ? `for entries from that time on: --since ${shellWord(folder)}`
      : "payctl audit archive DIR makes one",
  });
}

/** An archive has no pages; its lists look like those of the service with the largest pages. */
const limit = 100;

interface Days {
  readonly folder: string;
  readonly days: readonly ArchivedDay[];
  readonly look: Look;
}

async function* readDays({ folder, days, look }: Days, window: Window): AsyncGenerator<ListPage> {
  for (const day of days.filter(({ date }) => isTouched(date, window)).toReversed()) {
    try {
      yield* readDay({ folder, day, look });
    } catch (error) {
      look();
      throw unusableDay(folder, day.date, error);
    }
  }
  yield { items: [], limit, nextCursor: null };
}

async function* readDay({ folder, day, look }: Omit<Days, "days"> & { readonly day: ArchivedDay }) {
  const { readParquet } = await import("./parquet-reader.ts");
  for (const wanted of day.files) {
    const file = await openDayFile(folder, wanted, look);
    try {
      for await (const items of readParquet(file, { look })) yield { items, limit, nextCursor: null };
    } finally {
      await file.close();
    }
  }
}

/** Reading is work without a wait that a deadline or a signal could end, so it looks from time to time. */
async function startLooking(context: Context): Promise<Look> {
  const { host } = context;
  const deadline = getDeadline(context);
  const end = host.now() + (deadline?.value ?? Number.POSITIVE_INFINITY);
  return () => {
    host.signal.throwIfAborted();
    if (host.now() < end) return;
    throw new PayctlError(exitCodes.unreachable, "the deadline passed before all of the archive was read", {
      hint: "allow more time: --deadline 10m, or ask for fewer days: --since 7d",
    });
  };
}

function isTouched(date: string, { since, until }: Window): boolean {
  return startOfUtcDay(date) < until && startOfUtcDay(dayAfter(date)) > since;
}

/** An archive always ends before today; if more was asked for, the missing part should not look empty. */
async function noteEnd({ output }: Context, manifest: Manifest, { until }: Window): Promise<void> {
  const { through, days, merchant_account: account } = manifest;
  const archive = account === null ? "the archive" : `the archive of ${account}`;
  if (through === null) {
    await output.note(`${archive} is not complete: it has only ${days.length} days so far`);
  } else if (startOfUtcDay(dayAfter(through)) < until) {
    await output.note(`${archive} ends with ${through} (UTC)`);
  }
}
