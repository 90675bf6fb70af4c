import type { Context, Host } from "../../context.ts";
import { operations } from "../../contract/operations.ts";
import { ApiError, type ExitCode, exitCodes, PayctlError } from "../../errors.ts";
import { durationFlag, type FlagValues, integerFlag } from "../../terminal/flags.ts";
import type { ListPage } from "../../terminal/output.ts";
import { pauseBounds } from "../../values/duration.ts";
import { command } from "../command.ts";
import { shapeOf } from "../shape.ts";
import { noteDuplicates } from "../show-list.ts";
import { columnsIn, openAuditLogs } from "./audit-logs.ts";
import { identityOf } from "./entry.ts";
import { aboutFilters, filterFlags, noteNamesakes, openFilter } from "./filters.ts";
import { type FollowOptions, follow } from "./follow.ts";

const flags = {
  interval: durationFlag("time between requests", { usual: "5s" }, pauseBounds),
  limit: integerFlag(
    "existing entries to show first",
    { minimum: 0, maximum: 100 },
    { short: "L", usual: "10" },
  ),
  ...filterFlags,
} as const;

export const auditTail = command({
  about: [
    "Shows the newest entries, then every new one once, oldest first, until it is stopped. In a pipe or a file,",
    "each entry is one JSON object on a line. After a failure it retries with growing pauses. An entry that appears",
    `more than a minute after a newer one is missed.\n\n${aboutFilters}`,
  ].join(" "),
  operation: operations.listAuditLogs,
  shape: "{id?, type, timestamp, action, merchant_account_id?, resource:object, user?:object}, one per line",
  arguments: {},
  flags,
  examples: [
    { command: "payctl audit tail", about: "the last ten entries, then new ones" },
    {
      command: "payctl audit tail --resource-type api-key-pair --interval 1m -o ndjson",
      about: "for another program to read",
    },
  ],
  exitCodes: {
    10: "the deadline ended it, or no answer came before it",
    130: "stopped by Ctrl-C, the usual way to end it",
  },
  run: (context, { flags }) => showNewEntries(context, flags),
});

/** Follows the list and shows what is new, until the command is stopped. */
async function showNewEntries(context: Context, wanted: FlagValues<typeof flags>): Promise<void> {
  const { host, output } = context;
  const { interval = 5000, limit: history = 10 } = wanted;
  const filter = await openFilter(context, wanted);
  const { match } = filter;
  const shape = {
    ...shapeOf(operations.listAuditLogs, columnsIn(output.format, filter.queries)),
    endless: true,
  } as const;
  const results = await output.results(shape);
  const read = await openAuditLogs(context, filter.queries);
  if (read === undefined) return;
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
