import { operations } from "../../contract/operations.ts";
import { switchFlag, textFlag } from "../../terminal/flags.ts";
import { command } from "../command.ts";
import { archiveFlag } from "./audit-logs.ts";
import { aboutWindowedFilters, filterFlags, filterTexts, openFilter, openWholeFilter } from "./filters.ts";
import { aboutWindow, windowFlags } from "./window.ts";

export const auditSummary = command({
  document: true,
  about:
    "Counts by day, person, action, resource type, and hour of the week: as bars, or with -o json as one object. " +
    "CSV, TSV and NDJSON have a row for each count. Days and hours are UTC; off a terminal, only " +
    "--tz itself chooses another zone. --from reads an archive, which needs neither the service nor a key.\n\n" +
    `${aboutWindowedFilters}\n\n${aboutWindow}\n\n` +
    "--html also writes a page, with charts and the newest 5,000 entries to filter and sort. It is a single file " +
    "that loads nothing from elsewhere. It contains people's names, so only its owner may read it.",
  operation: operations.listAuditLogs,
  arguments: {},
  flags: {
    html: textFlag("also write a page for the browser", { placeholder: "FILE", completes: "file" }),
    title: textFlag("title of the page (Audit summary)", { placeholder: "TEXT" }),
    open: switchFlag("open the page in the browser; without --html, in a temporary file"),
    ...archiveFlag,
    ...windowFlags,
    ...filterFlags,
  },
  shape:
    '{"since", "until", "tz", "first_at", "last_at", "total", "staff", "days": [{day, count}], ' +
    '"actors": [{id, name, email_address, is_staff, count, actions: [{action, count}]}], "actions": [{action, count}], ' +
    '"resource_types": [{resource_type, count}], "weekdays": [{weekday, hours}]}',
  examples: [
    { command: "payctl audit summary --since 7d", about: "the last seven days" },
    {
      command: "payctl audit summary --since 30d --action deleted --html deletions.html",
      about: "a month of deletions, as a page to share",
    },
  ],
  run: async (context, { flags }) => {
    const { summariseAuditLogs } = await import("./summarise-audit-logs.ts");
    return summariseAuditLogs(context, {
      ...flags,
      filter: await (flags.from === undefined ? openFilter : openWholeFilter)(context, flags),
      filters: filterTexts(flags),
    });
  },
});
