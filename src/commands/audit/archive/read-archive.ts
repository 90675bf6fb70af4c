import { join } from "node:path";
import type { Context } from "../../../context.ts";
import { systemCode, UsageError } from "../../../errors.ts";
import type { ListPage } from "../../../terminal/output.ts";
import { shellWord } from "../../../values/text.ts";
import type { Origin } from "../open-page.ts";
import { readInstant, type Window } from "../window.ts";
import { dayAfter, type Manifest, readManifest, refuseOther, startOfUtcDay } from "./manifest.ts";

/** An archive that is read instead of a service, and where its entries came from. */
export interface StoredArchive extends Origin {
  /** The entries of the days that overlap a window, newest first. */
  pages(window: Window): AsyncGenerator<ListPage>;
}

/** Opens the archive in a folder without asking the service. */
export async function openStoredArchive(context: Context, folder: string): Promise<StoredArchive> {
  const manifest = await readManifest(folder);
  if (manifest === undefined) throw await notAnArchive(context, folder);
  const { merchantAccount } = context.globals;
  if (merchantAccount !== undefined) {
    refuseOther(folder, manifest, { service: manifest.service, merchant_account: merchantAccount });
  }
  return {
    service: manifest.service,
    merchantAccount: manifest.merchant_account,
    archive: { through: manifest.through },
    async *pages(window) {
      await noteEnd(context, manifest, window);
      yield* readDays(folder, manifest, window);
    },
  };
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

async function* readDays(folder: string, { days }: Manifest, window: Window): AsyncGenerator<ListPage> {
  const { readParquet } = await import("./parquet-reader.ts");
  const wanted = days.filter(({ date }) => isTouched(date, window)).toReversed();
  for (const { path } of wanted.flatMap(({ files }) => files)) {
    try {
      for await (const items of readParquet(join(folder, path))) {
        yield { items, limit, nextCursor: null };
      }
    } catch (cause) {
      throw unreadable(join(folder, path), cause);
    }
  }
  yield { items: [], limit, nextCursor: null };
}

function unreadable(path: string, cause: unknown): UsageError {
  const reason = systemCode(cause) === "ENOENT" ? "is missing" : "can't be read";
  return new UsageError(`${path} ${reason}`, {
    cause,
    hint: "remove it if it is there; payctl audit archive DIR then fetches its day again",
  });
}

function isTouched(date: string, { since, until }: Window): boolean {
  return startOfUtcDay(date) < until && startOfUtcDay(dayAfter(date)) > since;
}

/** An archive always ends before today; if more was asked for, the missing part should not look empty. */
async function noteEnd({ output }: Context, { through, days }: Manifest, { until }: Window): Promise<void> {
  if (through === null) {
    await output.note(`the archive is not complete: it has only ${days.length} days so far`);
  } else if (startOfUtcDay(dayAfter(through)) < until) {
    await output.note(`the archive ends with ${through} (UTC)`);
  }
}
