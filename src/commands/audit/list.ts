import type { Context } from "../../context.ts";
import { operations } from "../../contract/operations.ts";
import { UsageError } from "../../errors.ts";
import type { FlagValues } from "../../terminal/flags.ts";
import type { ListPage } from "../../terminal/output.ts";
import { command } from "../command.ts";
import { listFlags, showList } from "../show-list.ts";
import {
  archiveFlag,
  bomFlag,
  columnsIn,
  openEvents,
  openStored,
  orderFlag,
  outputFlag,
  refuseBom,
} from "./audit-logs.ts";
import {
  type AuditFilter,
  aboutWindowedFilters,
  filterFlags,
  openFilter,
  openWholeFilter,
  refusePlaces,
} from "./filters.ts";
import type { Window } from "./instant.ts";
import { merge } from "./merge.ts";
import { aboutWindow, hasWindow, narrowTo, openWindow, windowFlags, windowIdentity } from "./window.ts";

const flags = {
  ...archiveFlag,
  ...windowFlags,
  ...orderFlag,
  ...filterFlags,
  ...listFlags,
  ...bomFlag,
  ...outputFlag,
} as const;

type ListValues = FlagValues<typeof flags>;

/** What a list from either source asks for. */
interface Reading {
  readonly filter: AuditFilter;
  readonly window: Window;
  readonly flags: ListValues;
}

/** What both have in common. */
async function listParts(context: Context, { filter, window, flags }: Reading) {
  return {
    operation: operations.listAuditLogs,
    columns: columnsIn(context.output.format, filter.queries),
    paging: flags,
    bom: flags.bom,
    toEvent: await openEvents(flags.output),
    ...(flags.oldestFirst && {
      order: (pages: AsyncIterable<ListPage>) => inOrder(context, pages),
    }),
    tell: async (rows: number) => {
      const { tellLooked } = await import("./looked.ts");
      await tellLooked(context, { window, filter, flags, from: flags.from }, rows);
    },
  };
}

async function* inOrder(context: Context, pages: AsyncIterable<ListPage>) {
  yield* (await import("./oldest-first.ts")).oldestFirst(context, pages);
}

/** Lists what an archive has, without asking the service. */
async function listStored(context: Context, folder: string, flags: ListValues) {
  if (flags.cursor !== undefined || flags.checkpoint !== undefined) {
    throw new UsageError("--from can't be used with --cursor or --checkpoint", {
      hint: "choose entries of an archive by --since and --until",
    });
  }
  const filter = await openWholeFilter(context, flags);
  const window = await openWindow(context, flags);
  const archive = await openStored(context, folder, filter.queries);
  return showList(context, {
    ...(await listParts(context, { filter, window, flags })),
    query: {},
    source: archive.pages(window),
    narrow: narrowTo(context, window, filter),
  });
}

export const auditList = command({
  about: `${aboutWindowedFilters}\n\n${aboutWindow}`,
  operation: operations.listAuditLogs,
  arguments: {},
  flags,
  examples: [
    { command: "payctl audit list --limit 20", about: "the twenty newest entries" },
    {
      command: "payctl audit list --since 7d --action deleted --all -o json",
      about: "every deletion of the last seven days, as JSON",
    },
  ],
  run: async (context, { flags }) => {
    refuseBom(flags.bom, context.output.format);
    if (flags.from !== undefined) return listStored(context, flags.from, flags);
    const filter = await openFilter(context, flags);
    const { queries, criteria, match } = filter;
    refusePlaces(queries, flags);
    if (flags.oldestFirst && flags.checkpoint !== undefined) {
      throw new UsageError("--oldest-first can't be used with --checkpoint, which goes on with older rows", {
        hint: "for many rows: payctl audit export --oldest-first, which continues after a failure",
      });
    }
    const window = await openWindow(context, flags);
    const isNarrowed = hasWindow(flags) || match !== undefined;
    return showList(context, {
      ...(await listParts(context, { filter, window, flags })),
      query: queries[0]?.query ?? {},
      merge: queries.length > 1 ? (list) => merge(queries.map(list)) : undefined,
      narrow: isNarrowed ? narrowTo(context, window, filter) : undefined,
      narrowedBy: [await windowIdentity(context, flags), criteria],
      isSparse: match !== undefined,
    });
  },
});
