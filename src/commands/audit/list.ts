import type { Context } from "../../context.ts";
import { operations } from "../../contract/operations.ts";
import { UsageError } from "../../errors.ts";
import type { FlagValues } from "../../terminal/flags.ts";
import { command } from "../command.ts";
import { listFlags, showList } from "../show-list.ts";
import { archiveFlag, columnsIn } from "./audit-logs.ts";
import { aboutWindowedFilters, filterFlags, openFilter, openWholeFilter, refusePlaces } from "./filters.ts";
import { merge } from "./merge.ts";
import { aboutWindow, narrowTo, openNarrowing, openWindow, windowFlags, windowIdentity } from "./window.ts";

type ListValues = FlagValues<typeof filterFlags & typeof listFlags & typeof windowFlags>;

/** Lists what an archive has, without asking the service. */
async function listStored(context: Context, folder: string, flags: ListValues) {
  if (flags.cursor !== undefined || flags.checkpoint !== undefined) {
    throw new UsageError("--from can't be used with --cursor or --checkpoint", {
      hint: "choose entries of an archive by --since and --until",
    });
  }
  const filter = await openWholeFilter(context, flags);
  const window = await openWindow(context, flags);
  const { openStoredArchive } = await import("./archive/read-archive.ts");
  const archive = await openStoredArchive(context, folder);
  return showList(context, {
    operation: operations.listAuditLogs,
    query: {},
    columns: columnsIn(context.output.format),
    paging: flags,
    source: archive.pages(window),
    narrow: narrowTo(context, window, filter),
  });
}

export const auditList = command({
  about: `${aboutWindowedFilters}\n\n${aboutWindow}`,
  operation: operations.listAuditLogs,
  arguments: {},
  flags: {
    ...archiveFlag,
    ...windowFlags,
    ...filterFlags,
    ...listFlags,
  },
  examples: [
    { command: "payctl audit list --limit 20", about: "the twenty newest entries" },
    {
      command: "payctl audit list --since 7d --action deleted --all -o json",
      about: "every deletion of the last seven days, as JSON",
    },
  ],
  run: async (context, { flags }) => {
    if (flags.from !== undefined) return listStored(context, flags.from, flags);
    const filter = await openFilter(context, flags);
    const { queries, criteria, match } = filter;
    refusePlaces(queries, flags);
    const [query = {}] = queries;
    return showList(context, {
      operation: operations.listAuditLogs,
      query,
      columns: columnsIn(context.output.format),
      paging: flags,
      merge: queries.length > 1 ? (list) => merge(queries.map(list)) : undefined,
      narrow: await openNarrowing(context, flags, filter),
      narrowedBy: [await windowIdentity(context, flags), criteria],
      isSparse: match !== undefined,
    });
  },
});
