import { rm } from "node:fs/promises";
import { join } from "node:path";
import type { Context } from "../../context.ts";
import { operations } from "../../contract/operations.ts";
import { ApiError, type ExitCode, exitCodes, PayctlError } from "../../errors.ts";
import { createSpool } from "../../files/spool.ts";
import { makeTemporaryFolder } from "../../files/temporary-folder.ts";
import type { ListPage } from "../../terminal/output.ts";
import { answerShape } from "../result.ts";
import { noteDuplicates } from "../show-list.ts";
import { columnsIn } from "./columns.ts";
import { type Feed, handOver, poll, readNews } from "./feed.ts";
import type { AuditFilter } from "./filters.ts";
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
  const shape = answerShape(operations.listAuditLogs, columnsIn(output.format));
  const results = await output.results({ ...shape, endless: true });
  const since = wanted.since === undefined ? undefined : await readInstant(context, "--since", wanted.since);
  const read = await openAuditLogs(context, filter.queries);
  if (read === undefined) return;
  const file = state === undefined ? undefined : await openTailState(context, state, filter);
  if (file?.earlier === undefined) await noteUnits(context, [wanted.since]);
  const start = { since: since ?? Number.NEGATIVE_INFINITY, newest: Number.NEGATIVE_INFINITY };
  const position = file?.earlier ?? { ...start, seen: new Map<string, number>() };
  const changes = new Map<string, number>();
  let folder: string | undefined;
  const spool = createSpool({
    read: readNews,
    async choosePath() {
      if (file !== undefined) return file.spool;
      folder ??= await makeTemporaryFolder("tail");
      return join(folder, "entries");
    },
  });
  const reached = async (): Promise<void> => {
    await file?.save(position, changes);
    host.signal.throwIfAborted();
  };
  const repeated = (count: number) => noteDuplicates(context, count);
  const feed = { position, changes, settle: wanted.settle, match: filter.match, spool, reached, repeated };
  const isStarted = since !== undefined || file?.earlier !== undefined;
  const history = isStarted ? undefined : wanted.history;
  try {
    await results.list(follow(context, feed, { ...wanted, history, read, file }));
  } finally {
    await spool.clear();
    if (folder !== undefined) await rm(folder, { recursive: true, force: true });
    await file?.close();
  }
}

interface Following extends Pick<Tail, "interval" | "isOnce"> {
  readonly history: number | undefined;
  readonly read: NonNullable<Awaited<ReturnType<typeof openAuditLogs>>>;
  readonly file: TailState | undefined;
}

/** New entries, oldest first, each once, until stopped. */
async function* follow(context: Context, feed: Feed, following: Following): AsyncGenerator<ListPage> {
  const { file, isOnce, read } = following;
  const { deadline } = await context.settings();
  const { host } = context;
  const end = deadline === undefined ? Number.POSITIVE_INFINITY : host.now() + deadline.value;
  const pause = createPause(context, { ...following, end });
  const onDuplicates = countDuplicates((count) => noteDuplicates(context, count));
  for (let { history } = following; ; ) {
    let failure: unknown;
    const pages = noteStart(read({ onDemand: true, onDuplicates: onDuplicates() }), feed, file);
    const found = await poll(feed, pages, { history, now: host.now() }).catch((error: unknown) => {
      failure = error;
    });
    if (found !== undefined) {
      yield* pagesOf(context, handOver(feed, found, history), { feed, file });
      history = undefined;
      if (isOnce) return;
    }
    await pause(failure);
  }
}

async function* pagesOf(
  { output }: Context,
  parts: AsyncIterable<readonly unknown[]>,
  { feed, file }: { readonly feed: Feed; readonly file: TailState | undefined },
): AsyncGenerator<ListPage> {
  for await (const items of parts) {
    // Another run may follow the list in place of this one.
    file?.confirm();
    yield { items, limit: undefined, nextCursor: undefined };
    feed.match?.see(items);
    for (const text of feed.match?.namesakes() ?? []) await output.note(text);
  }
}

/** Notes where a first run starts once the service has answered, so that no later one starts elsewhere. */
async function* noteStart(
  pages: AsyncIterable<ListPage>,
  { position }: Feed,
  file: TailState | undefined,
): AsyncGenerator<ListPage> {
  for await (const page of pages) {
    if (Number.isFinite(position.since)) await file?.save(position, new Map());
    yield page;
  }
}

/** For each poll, a count of its duplicates; polls overlap, so only what exceeds every earlier one is noted. */
function countDuplicates(note: (count: number) => Promise<void>) {
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

interface PauseParts extends Pick<Tail, "interval" | "isOnce"> {
  /** Milliseconds since the epoch after which a failure is not retried. */
  readonly end: number;
}

/** Pauses grow to this after failures, in milliseconds, unless the interval itself is longer. */
const longestPause = 60_000;

/** Waits between polls: longer after each failure in a row, and at least as long as the service asks for. */
function createPause({ host, output }: Context, { interval, isOnce, end }: PauseParts) {
  let failures = 0;
  return async (failure: unknown): Promise<void> => {
    failures = failure === undefined ? 0 : failures + 1;
    const asked = failure instanceof ApiError ? (failure.retryAfter ?? 0) * 1000 : 0;
    const growing = Math.min(Math.max(longestPause, interval), interval * 2 ** failures);
    const pause = Math.max(0, Math.min(Math.max(growing, asked), end - host.now()));
    if (failure !== undefined) {
      if (isOnce || host.signal.aborted || host.now() >= end || !isTemporary(failure)) throw failure;
      await output.note(`${failure.message}; trying again in ${Math.ceil(pause / 1000)} s`);
    }
    const isLast = host.now() + pause >= end;
    await host.sleep(pause, host.signal);
    // After a failure one more poll is due: its error says more than the deadline does.
    if (!isLast || failures > 0) return;
    throw new PayctlError(exitCodes.unreachable, "the deadline ended audit tail", {
      hint: "without a deadline it runs until Ctrl-C",
    });
  };
}

/** Failures that may be temporary; any other ends the command. */
const temporary: readonly ExitCode[] = [exitCodes.service, exitCodes.limited, exitCodes.unreachable];

function isTemporary(error: unknown): error is PayctlError {
  return error instanceof PayctlError && temporary.includes(error.exitCode);
}
