import { operations } from "../../contract/operations.ts";
import { textFlag } from "../../terminal/flags.ts";
import { command } from "../command.ts";
import { filterFlags, filterQuery } from "./audit-logs.ts";
import { windowFlags } from "./window.ts";

export const auditSummary = command({
  words: ["audit", "summary"],
  summary: "Count audit logs: who did what, when",
  about:
    "Counts by day, person, action, resource type, and hour of the week, all in UTC: as bars where people read, as " +
    "one JSON object where programs do. CSV, TSV and NDJSON have a row for each count.\n\n" +
    "--html writes a page as well, with charts and the newest 5,000 entries to filter. It is one file that loads " +
    "nothing from elsewhere, and it holds names of people: its owner alone may read it.",
  operation: operations.listAuditLogs,
  arguments: {},
  flags: {
    html: textFlag("write a page for the browser too", { placeholder: "FILE", completes: "file" }),
    ...windowFlags,
    ...filterFlags,
  },
  shape:
    '{"since", "until", "first_at", "last_at", "total", "staff", "days": [{day, count}], ' +
    '"actors": [{id, name, email_address, is_staff, count}], "actions": [{action, count}], ' +
    '"resource_types": [{resource_type, count}], "weekdays": [{weekday, hours}]}',
  examples: [
    { command: "payctl audit summary --since 7d", about: "the last seven days" },
    {
      command: "payctl audit summary --since 30d --action deleted --html deletions.html",
      about: "a month of deletions, as a page to hand on",
    },
  ],
  run: async (context, { flags }) => {
    const { summariseAuditLogs } = await import("./summarise-audit-logs.ts");
    return summariseAuditLogs(context, { ...flags, query: await filterQuery(context, flags) });
  },
});
