import { rm } from "node:fs/promises";
import { join } from "node:path";
import type { Context } from "../../context.ts";
import { operations } from "../../contract/operations.ts";
import { ApiError, type ExitCode, exitCodes, PayctlError } from "../../errors.ts";
import { makePassingFolder } from "../../files/passing-folder.ts";
import type { ListPage } from "../../terminal/output.ts";
import { answerShape } from "../result.ts";
import { noteDuplicates } from "../show-list.ts";
import { columnsIn } from "./columns.ts";
import type { AuditFilter } from "./filters.ts";
import { type FeedPosition, follow, positionAt } from "./follow.ts";
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
  const { filter, isOnce, settle } = wanted;
  const shape = answerShape(operations.listAuditLogs, columnsIn(output.format));
  const results = await output.results({ ...shape, endless: true });
  const since = wanted.since === undefined ? undefined : await readInstant(context, "--since", wanted.since);
  const read = await openAuditLogs(context, filter.queries);
  if (read === undefined) return;
  const { deadline } = await context.settings();
  const file = wanted.state === undefined ? undefined : await openTailState(context, wanted.state, filter);
  const position = file?.earlier ?? positionAt(since ?? Number.NEGATIVE_INFINITY);
  if (file?.earlier === undefined) await noteUnits(context, [wanted.since]);
  const isStarted = since !== undefined || file?.earlier !== undefined;
  const end = deadline === undefined ? Number.POSITIVE_INFINITY : host.now() + deadline.value;
  const onDuplicates = countDuplicates((count) => noteDuplicates(context, count));
  let folder: string | undefined;
  const entries = follow({
    pages: () => noteStart(read({ onDemand: true, onDuplicates: onDuplicates() }), position, file),
    position,
    history: isStarted ? undefined : wanted.history,
    settle,
    now: host.now,
    isOnce,
    keeps: filter.match?.keeps,
    async spoolPath() {
      if (file !== undefined) return file.spool;
      folder ??= await makePassingFolder("tail");
      return join(folder, "entries");
    },
    async reached(changes) {
      await file?.save(position, changes);
      host.signal.throwIfAborted();
    },
    repeated: (count) => noteDuplicates(context, count),
    pause: createPause(context, { ...wanted, end }),
  });
  try {
    await results.list(pagesOf(context, entries, { filter, file }));
  } finally {
    if (folder !== undefined) await rm(folder, { recursive: true, force: true });
    await file?.close();
  }
}

/** Notes where a first run starts once the service has answered, so that no later one starts elsewhere. */
async function* noteStart(
  pages: AsyncIterable<ListPage>,
  position: FeedPosition,
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

async function* pagesOf(
  { output }: Context,
  entries: AsyncIterable<readonly unknown[]>,
  { filter, file }: { readonly filter: AuditFilter; readonly file: TailState | undefined },
): AsyncGenerator<ListPage> {
  const told = new Set<string>();
  for await (const items of entries) {
    // Another run may follow the list in place of this one.
    file?.confirm();
    yield { items, limit: undefined, nextCursor: undefined };
    filter.match?.see(items);
    for (const text of filter.match?.namesakes() ?? []) {
      if (!told.has(text)) await output.note(text);
      told.add(text);
    }
  }
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
