import { rm } from "node:fs/promises";
import { join } from "node:path";
import type { Context, Host } from "../../context.ts";
import { operations } from "../../contract/operations.ts";
import { ApiError, type ExitCode, exitCodes, PayctlError } from "../../errors.ts";
import { makePassingFolder } from "../../files/passing-folder.ts";
import type { ListPage } from "../../terminal/output.ts";
import { answerShape } from "../result.ts";
import { noteDuplicates } from "../show-list.ts";
import { columnsIn } from "./columns.ts";
import { type AuditFilter, noteNamesakes } from "./filters.ts";
import { type FeedPlace, type FollowOptions, follow, placeAt } from "./follow.ts";
import { openAuditLogs } from "./pages.ts";
import { openTailState, type TailState } from "./tail-state.ts";
import { noteUnits, readInstant } from "./window.ts";

interface Tail {
  /** Milliseconds between two successful polls. */
  readonly interval: number;
  /** How many existing entries are shown first, unless a time or a file says where to start. */
  readonly history: number;
  readonly since: string | undefined;
  /** The file that says how far earlier runs got. */
  readonly state: string | undefined;
  /** How late an entry may appear, in milliseconds. */
  readonly settle: number;
  readonly isOnce: boolean;
  readonly filter: AuditFilter;
}

/** Follows the list and shows what is new, until the command is stopped. */
export async function tailAuditLogs(context: Context, wanted: Tail): Promise<void> {
  const { host, output } = context;
  const { filter, state } = wanted;
  const shape = {
    ...answerShape(operations.listAuditLogs, columnsIn(output.format)),
    endless: true,
  } as const;
  const results = await output.results(shape);
  const since = await startOf(context, wanted.since);
  const read = await openAuditLogs(context, filter.queries);
  if (read === undefined) return;
  const { deadline } = await context.settings();
  const file = state === undefined ? undefined : await openTailState(context, state, filter);
  const place = file?.earlier ?? placeAt(since ?? Number.NEGATIVE_INFINITY);
  if (file?.earlier === undefined) await noteUnits(context, [wanted.since]);
  const isStarted = since !== undefined || file?.earlier !== undefined;
  let folder: string | undefined;
  const watched = watchDuplicates((count) => noteDuplicates(context, count));
  const end = deadline === undefined ? Number.POSITIVE_INFINITY : host.now() + deadline.value;
  const entries = follow({
    ...wanted,
    ...createPauses({ ...wanted, host, end, note: output.note, isWatched: isWatched(context) }),
    pages: () => noteStart(read({ onDemand: true, onDuplicates: watched() }), place, file),
    place,
    history: isStarted ? undefined : wanted.history,
    now: host.now,
    keeps: filter.match?.keeps,
    async spoolPlace() {
      if (file !== undefined) return file.spool;
      folder ??= await makePassingFolder("tail");
      return join(folder, "entries");
    },
    async reached(changes) {
      await file?.save(place, changes);
      host.signal.throwIfAborted();
    },
    repeated: (count) => noteDuplicates(context, count),
  });
  try {
    await results.list(
      pagesOf(entries, {
        confirm: () => file?.confirm(),
        async wasShown(shown) {
          filter.match?.see(shown);
          await noteNamesakes(context, filter);
        },
      }),
    );
  } finally {
    if (folder !== undefined) await rm(folder, { recursive: true, force: true });
    await file?.close();
  }
}

/** Whether somebody sees both what is shown and what is noted. */
function isWatched({ host, output }: Context): boolean {
  return output.interactive && host.stderr.isTTY === true;
}

async function startOf(context: Context, since: string | undefined): Promise<number | undefined> {
  return since === undefined ? undefined : readInstant(context, "--since", since);
}

/** Notes where a first run starts once the service has answered, so that no later one starts elsewhere. */
async function* noteStart(
  pages: AsyncIterable<ListPage>,
  place: FeedPlace,
  file: TailState | undefined,
): AsyncGenerator<ListPage> {
  for await (const page of pages) {
    if (Number.isFinite(place.since)) await file?.save(place, new Map());
    yield page;
  }
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

interface Showing {
  /** Throws if another run follows the list in place of this one. */
  readonly confirm: () => void;
  readonly wasShown: (items: readonly unknown[]) => Promise<void>;
}

async function* pagesOf(
  entries: AsyncIterable<readonly unknown[]>,
  { confirm, wasShown }: Showing,
): AsyncGenerator<ListPage> {
  for await (const items of entries) {
    confirm();
    yield { items, limit: undefined, nextCursor: undefined };
    await wasShown(items);
  }
}

interface PauseParts {
  readonly host: Pick<Host, "now" | "signal" | "sleep">;
  /** Milliseconds between two successful polls. */
  readonly interval: number;
  /** Milliseconds since the epoch after which a failure is not retried. */
  readonly end: number;
  /** Whether the first failure is the last. */
  readonly isOnce: boolean;
  /** Whether what was there is to be told from what follows. */
  readonly isWatched: boolean;
  note(text: string): Promise<void>;
}

/** Pauses grow to this after failures, in milliseconds, unless the interval itself is longer. */
const longestPause = 60_000;

/** Failures that may be temporary; any other ends the command. */
const passing: readonly ExitCode[] = [exitCodes.service, exitCodes.limited, exitCodes.unreachable];

/** Waits between polls: longer after each failure in a row, and at least as long as the service asks for. */
function createPauses({ host, interval, end, isOnce, isWatched, note }: PauseParts) {
  let asked = 0;
  let isTold = !isWatched;
  const pauseAfter = (failures: number): number => {
    const growing = Math.min(Math.max(longestPause, interval), interval * 2 ** failures);
    return Math.max(0, Math.min(Math.max(growing, asked), end - host.now()));
  };
  return {
    async wait(failures) {
      const pause = pauseAfter(failures);
      asked = 0;
      if (!isTold && failures === 0) {
        isTold = true;
        await note("waiting for new entries; Ctrl-C ends it");
      }
      const isLast = host.now() + pause >= end;
      await host.sleep(pause, host.signal);
      // After a failure one more poll is due: its error says more than the deadline does.
      if (isLast && failures === 0) throw deadlineReached();
    },
    async failed(error, failures) {
      if (isOnce || host.signal.aborted || host.now() >= end || !mayPass(error)) throw error;
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
