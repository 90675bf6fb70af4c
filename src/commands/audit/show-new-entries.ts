import { follow } from "../../audit/follow.ts";
import type { ListQuery } from "../../client/pages.ts";
import type { Context } from "../../context.ts";
import { operations } from "../../contract/operations.ts";
import { PayctlError } from "../../errors.ts";
import { type ExitCode, exitCodes } from "../../exit-codes.ts";
import type { ListPage } from "../../terminal/output.ts";
import { shapeOf } from "../shape.ts";
import { auditLogColumns } from "./columns.ts";

interface Following {
  readonly query: ListQuery;
  /** Milliseconds between two looks. */
  readonly interval: number;
  /** Entries from before the start. */
  readonly history: number;
}

/** Pauses grow to this after failures, in milliseconds. */
const longestPause = 60_000;

/** What may pass by itself; everything else ends the command. */
const passing: readonly ExitCode[] = [exitCodes.service, exitCodes.limited, exitCodes.unreachable];

/** Follows the list and shows what is new, until the command is stopped. */
export async function showNewEntries(context: Context, following: Following): Promise<undefined> {
  const { globals, host, output } = context;
  const operation = operations.listAuditLogs;
  const results = await output.results({ ...shapeOf(operation, auditLogColumns), endless: true });
  const [api, { listPages }] = await Promise.all([context.api(), import("../../client/pages.ts")]);
  if (globals.dryRun) {
    await api.call(operation, { query: { ...following.query, limit: 100 } });
    return undefined;
  }
  const entries = follow({
    pages: () => listPages(api, operation, { query: following.query, pageSize: 100 }),
    history: following.history,
    wait: (failures) => host.sleep(Math.min(longestPause, following.interval * 2 ** failures), host.signal),
    failed: async (error) => {
      if (!(error instanceof PayctlError) || !passing.includes(error.exitCode)) throw error;
      await output.note(`${error.message}; looking again`);
    },
  });
  await results.list(pagesOf(entries));
  return undefined;
}

async function* pagesOf(entries: AsyncIterable<readonly unknown[]>): AsyncGenerator<ListPage> {
  for await (const items of entries) yield { items, limit: undefined, nextCursor: undefined };
}
