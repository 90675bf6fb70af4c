import type { Context } from "../../context.ts";
import { operations } from "../../contract/operations.ts";
import { disk } from "../../files/disk.ts";
import { openProgress } from "../../files/progress.ts";
import { checkWritable, writing } from "../../files/replace.ts";
import { isRecord } from "../../values/record.ts";
import { purposeOf } from "../purpose.ts";
import type { FeedPosition } from "./feed.ts";
import type { AuditFilter } from "./filters.ts";

/** The file that says how far following got; no other run uses it meanwhile. */
export type TailState = Awaited<ReturnType<typeof openTailState>>;

/** Opens the file, or one that will be made; refuses that of another list, and a second run. */
export async function openTailState(context: Context, path: string, { queries, criteria }: AuditFilter) {
  const file = await checkWritable(path, "--state");
  const spool = `${file}.spool`;
  // The order in which filters were given does not matter.
  const lists = queries.map((query) => JSON.stringify(query)).toSorted();
  const progress = await openProgress(file, {
    purpose: await purposeOf(context, operations.listAuditLogs, [lists, criteria]),
    kind: "a file of audit tail --state",
    mode: 0o600,
    hint: { text: "use another file, or start over, with --since TIME", command: `rm -f '${file}'` },
    isRow,
  });
  const earlier = readPosition(progress.rows);
  let saved = earlier && { ...earlier };
  try {
    // A killed run leaves its own.
    await writing(spool, disk.rm(spool, { force: true }));
    if (earlier !== undefined && progress.rows.length > 1)
      await progress.rewrite([rowOf(earlier, earlier.seen)]);
  } catch (error) {
    await progress.close();
    throw error;
  }
  return {
    /** Where an earlier run stopped; undefined if there was none. */
    earlier,
    /** Throws if another run has taken over. */
    confirm: progress.confirm,
    /** Where new entries wait if they are many. */
    spool,
    /** Saves the position, and what was seen since it was saved, unless the file says the same. */
    async save(position: FeedPosition, changes: FeedPosition["seen"]): Promise<void> {
      if (changes.size === 0 && saved?.since === position.since && saved.newest === position.newest) return;
      progress.append([rowOf(position, changes)]);
      progress.sync();
      saved = { ...position };
      if (progress.isLong()) await progress.rewrite([rowOf(position, position.seen)]);
    },
    close: progress.close,
  };
}

/** A position, and what was seen since the row before; JSON writes infinity as null. */
interface StateRow {
  readonly since: number | null;
  readonly newest: number | null;
  readonly seen: Readonly<Record<string, number | null>>;
}

function rowOf({ since, newest }: FeedPosition, seen: FeedPosition["seen"]): StateRow {
  return { since, newest, seen: Object.fromEntries(seen) };
}

/** The position that rows lead to; undefined if there are none. */
function readPosition(rows: readonly StateRow[]): FeedPosition | undefined {
  const last = rows.at(-1);
  if (last === undefined) return undefined;
  const since = last.since ?? Number.NEGATIVE_INFINITY;
  const times = rows.flatMap(({ seen }) => Object.entries(seen));
  const seen = new Map(times.map(([key, time]) => [key, time ?? Number.POSITIVE_INFINITY]));
  for (const [key, time] of seen) if (time < since) seen.delete(key);
  return { since, newest: last.newest ?? Number.NEGATIVE_INFINITY, seen };
}

function isRow(value: unknown): value is StateRow {
  if (!isRecord(value) || !isRecord(value["seen"])) return false;
  const times = [value["since"], value["newest"], ...Object.values(value["seen"])];
  return times.every((time) => time === null || Number.isFinite(time));
}
