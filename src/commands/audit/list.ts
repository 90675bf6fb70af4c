import { operations } from "../../contract/operations.ts";
import { command } from "../command.ts";
import { listFlags, showList } from "../show-list.ts";
import { columnsIn } from "./columns.ts";
import { aboutFilters, filterFlags, openFilter } from "./filters.ts";
import { merge } from "./merge.ts";
import { narrowTo } from "./pages.ts";
import { hasWindow, openWindow, windowFlags } from "./window.ts";

export const auditList = command({
  about: aboutFilters,
  operation: operations.listAuditLogs,
  arguments: {},
  flags: { ...windowFlags, ...filterFlags, ...listFlags },
  examples: [
    { command: "payctl audit list --limit 20", about: "the twenty newest entries" },
    {
      command: "payctl audit list --since 7d --action deleted --all -o json",
      about: "every deletion of the last seven days, as JSON",
    },
  ],
  run: async (context, { flags }) => {
    const { queries, match } = await openFilter(context, flags);
    const window = await openWindow(context, flags);
    const isNarrowed = hasWindow(flags) || match !== undefined;
    return showList(context, {
      operation: operations.listAuditLogs,
      columns: columnsIn(context.output.format),
      paging: flags,
      tell: async (rows) => {
        const { noteCoverage } = await import("./coverage.ts");
        await noteCoverage(context, { window, flags }, rows);
      },
      queries,
      join: merge,
      narrow: isNarrowed ? narrowTo(context, { window, match }) : undefined,
      isSparse: match !== undefined,
    });
  },
});
