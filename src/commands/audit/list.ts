import { operations } from "../../contract/operations.ts";
import { command } from "../command.ts";
import { listFlags, showList } from "../show-list.ts";
import { auditLogColumns } from "./audit-logs.ts";
import { aboutFilters, filterFlags, openFilter, refusePlaces } from "./filters.ts";
import { merge } from "./merge.ts";
import { aboutTimes, openNarrowing, windowFlags, windowIdentity } from "./window.ts";

export const auditList = command({
  about: `${aboutFilters}\n\n${aboutTimes}`,
  operation: operations.listAuditLogs,
  arguments: {},
  flags: {
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
    const filter = await openFilter(context, flags);
    const { queries, criteria, match } = filter;
    refusePlaces(queries, flags);
    const [query = {}] = queries;
    return showList(context, {
      operation: operations.listAuditLogs,
      query,
      columns: auditLogColumns,
      paging: flags,
      merge: queries.length > 1 ? (list) => merge(queries.map(list)) : undefined,
      narrow: await openNarrowing(context, flags, filter),
      narrowedBy: [await windowIdentity(context, flags), criteria],
      isSparse: match !== undefined,
    });
  },
});
