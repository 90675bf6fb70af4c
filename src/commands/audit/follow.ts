import type { Context, Host } from "../../context.ts";
import { operations } from "../../contract/operations.ts";
import { ApiError, type ExitCode, exitCodes, PayctlError } from "../../errors.ts";
import type { ListPage } from "../../terminal/output.ts";
import { shapeOf } from "../shape.ts";
import { noteDuplicates } from "../show-list.ts";
import { columnsIn, openAuditLogs } from "./audit-logs.ts";
import { createTimeline, identityOf } from "./entry.ts";
import { type AuditFilter, noteNamesakes } from "./filters.ts";
import type { Match } from "./match.ts";
import { readBack } from "./window.ts";

interface Following {
  readonly filter: AuditFilter;
  /** Milliseconds between two polls. */
  readonly interval: number;
  /** Entries from before the start. */
  readonly history: number;
}

/** Follows the list and shows what is new, until the command is stopped. */
export async function showNewEntries(context: Context, following: Following): Promise<undefined> {
  const { host, output } = context;
  const { filter, interval, history } = following;
  const { match } = filter;
  const shape = { ...shapeOf(operations.listAuditLogs, columnsIn(output.format)), endless: true } as const;
  const results = await output.results(shape);
  const read = await openAuditLogs(context, filter.queries);
  if (read === undefined) return undefined;
  const { deadline } = await context.settings();
  const pauses = createPauses({
    host,
    interval,
    end: deadline === undefined ? Number.POSITIVE_INFINITY : host.now() + deadline.value,
    note: output.note,
  });
  const watched = watchDuplicates((count) => noteDuplicates(context, count));
  const pages = () => {
    const onDuplicates = watched();
    return dropRepeated(read({ onDemand: true, onDuplicates }), onDuplicates);
  };
  const entries = follow({ pages, history, keeps: match?.keeps, ...pauses });
  await results.list(
    pagesOf(entries, async (shown) => {
      match?.see(shown);
      await noteNamesakes(context, filter);
    }),
  );
  return undefined;
}

/** For each poll, a count of its duplicates; polls overlap, so only what exceeds every earlier one is noted. */
function watchDuplicates(note: (count: number) => Promise<void>) {
  let most = 0;
  return () => {
    let found = 0;
    return async (count: number): Promise<void> => {
      found += count;
      const more = found - most;
      if (more <= 0) return;
      most = found;
      await note(more);
    };
  };
}

/** Drops rows that any earlier page of a poll had; the list itself only remembers the page before. */
async function* dropRepeated(
  pages: AsyncIterable<ListPage>,
  onDuplicates: (count: number) => Promise<void>,
): AsyncGenerator<ListPage> {
  const seen = new Set<string>();
  for await (const page of pages) {
    const items = page.items.filter((item) => {
      const before = seen.size;
      return seen.add(identityOf(item)).size > before;
    });
    if (items.length < page.items.length) await onDuplicates(page.items.length - items.length);
    yield { ...page, items };
  }
}

async function* pagesOf(
  entries: AsyncIterable<readonly unknown[]>,
  wasShown: (items: readonly unknown[]) => Promise<void>,
): AsyncGenerator<ListPage> {
  for await (const items of entries) {
    yield { items, limit: undefined, nextCursor: undefined };
    await wasShown(items);
  }
}

interface FollowOptions {
  /** The list from its newest entry on, read afresh. */
  readonly pages: () => AsyncIterable<ListPage>;
  /** How many existing entries are shown first. */
  readonly history: number;
  /** Whether an entry is shown; all are unless given. */
  readonly keeps?: Match["keeps"] | undefined;
  /** Waits for the next poll; `failures` is the number of failed polls in a row. */
  readonly wait: (failures: number) => Promise<void>;
  /** Called after each failed poll with the number of failures in a row; throws to give up. */
  readonly failed: (error: unknown, failures: number) => Promise<void>;
  /** Called when a poll succeeds after a failed one. */
  readonly recovered: () => Promise<void>;
}

/** How long after a newer entry an older one may appear and still be seen, in milliseconds. */
const overlap = 60_000;

/** New entries, oldest first, each once, until stopped. */
export async function* follow(options: FollowOptions): AsyncGenerator<readonly unknown[]> {
  const seen = new Map<string, number>();
  const { pages, history, keeps = () => true } = options;
  let begun = false;
  for (let failures = 0; ; ) {
    const polled = poll({ pages, keeps, seen, history: begun ? undefined : history });
    const fresh = await polled.catch(async (error: unknown) => {
      failures += 1;
      await options.failed(error, failures);
    });
    if (fresh !== undefined) {
      if (failures > 0) await options.recovered();
      const shown = begun ? fresh : fresh.slice(Math.max(0, fresh.length - history));
      begun = true;
      failures = 0;
      if (shown.length > 0) yield shown.map(({ item }) => item);
    }
    await options.wait(failures);
  }
}

interface Found {
  readonly item: unknown;
  /** Milliseconds since the epoch, by the list's timeline. */
  readonly time: number;
  readonly isKept: boolean;
}

interface Poll {
  readonly pages: FollowOptions["pages"];
  readonly keeps: Match["keeps"];
  /** Entries of earlier polls that may appear again, with their times. */
  readonly seen: Map<string, number>;
  /** How many entries the first poll has to find; it reaches further back than later ones for them. */
  readonly history: number | undefined;
}

/** What a poll finds that no earlier one did; remembers it, and forgets what can't appear again. */
async function poll(options: Poll): Promise<Found[]> {
  const { seen } = options;
  const since = floorOf(seen.values());
  const found = await readRecent(options, since);
  const fresh = [...found].filter(
    ([identity, { time, isKept }]) => isKept && time >= since && !seen.has(identity),
  );
  // Includes entries seen before: newer entries change the place of one without a time.
  for (const [identity, { time }] of found) if (time >= since) seen.set(identity, time);
  const floor = floorOf(seen.values());
  for (const [identity, time] of seen) if (time < floor) seen.delete(identity);
  // The list is newest first, and equal times keep the order in which they were listed.
  return fresh
    .map(([, entry]) => entry)
    .reverse()
    .sort((a, b) => a.time - b.time);
}

/** What the list holds back to a time, by identity: entries to show, and others that may appear again. */
async function readRecent({ pages, keeps, history }: Poll, since: number): Promise<Map<string, Found>> {
  const found = new Map<string, Found>();
  const timeline = createTimeline();
  let newest = Number.NEGATIVE_INFINITY;
  let kept = 0;
  for await (const { items } of readBack(pages(), since)) {
    let oldest = Number.POSITIVE_INFINITY;
    for (const item of items) {
      oldest = timeline(item);
      newest = laterOf(newest, oldest);
      const isKept = keeps(item);
      kept += Number(isKept);
      // Memory stays flat however far back the entries to show are.
      if (isKept || oldest >= newest - overlap) found.set(identityOf(item), { item, time: oldest, isKept });
    }
    if (history !== undefined && kept >= history && oldest < newest - overlap) break;
  }
  return found;
}

/** The time before which nothing new can appear. */
function floorOf(times: Iterable<number>): number {
  let newest = Number.NEGATIVE_INFINITY;
  for (const time of times) newest = laterOf(newest, time);
  return newest - overlap;
}

/** The later of two times; infinity stands for an unreadable one and does not count. */
function laterOf(newest: number, time: number): number {
  return Number.isFinite(time) ? Math.max(newest, time) : newest;
}

interface PauseParts {
  readonly host: Pick<Host, "now" | "signal" | "sleep">;
  /** Milliseconds between two successful polls. */
  readonly interval: number;
  /** Milliseconds since the epoch after which a failure is not retried. */
  readonly end: number;
  note(text: string): Promise<void>;
}

/** Pauses grow to this after failures, in milliseconds, unless the interval itself is longer. */
const longestPause = 60_000;

/** Failures that may be temporary; any other ends the command. */
const passing: readonly ExitCode[] = [exitCodes.service, exitCodes.limited, exitCodes.unreachable];

/** Waits between polls: longer after each failure in a row, and at least as long as the service asks for. */
function createPauses({ host, interval, end, note }: PauseParts) {
  let asked = 0;
  const pauseAfter = (failures: number): number => {
    const growing = Math.min(Math.max(longestPause, interval), interval * 2 ** failures);
    return Math.max(0, Math.min(Math.max(growing, asked), end - host.now()));
  };
  return {
    async wait(failures) {
      const pause = pauseAfter(failures);
      asked = 0;
      const isLast = host.now() + pause >= end;
      await host.sleep(pause, host.signal);
      // After a failure one more poll is due: its error says more than the deadline does.
      if (isLast && failures === 0) throw deadlineReached();
    },
    async failed(error, failures) {
      if (host.signal.aborted || host.now() >= end || !mayPass(error)) throw error;
      asked = error instanceof ApiError ? (error.retryAfter ?? 0) * 1000 : 0;
      await note(`${error.message}; trying again in ${Math.ceil(pauseAfter(failures) / 1000)} s`);
    },
    recovered: () => note("the service is answering again"),
  } satisfies Pick<FollowOptions, "failed" | "recovered" | "wait">;
}

function deadlineReached(): PayctlError {
  return new PayctlError(exitCodes.unreachable, "the deadline ended audit tail", {
    hint: "without a deadline it runs until Ctrl-C",
  });
}

function mayPass(error: unknown): error is PayctlError {
  return error instanceof PayctlError && passing.includes(error.exitCode);
}
