import { operations } from "../../contract/operations.ts";
import { integerFlag, pathFlag, switchFlag, textFlag } from "../../terminal/flags.ts";
import { command } from "../command.ts";
import { aboutFilters, filterFlags } from "./filters.ts";
import { summaryResult } from "./summary-result.ts";
import { windowFlags } from "./window.ts";

const flags = {
  html: pathFlag("also write a page for the browser"),
  title: textFlag("title of the page (Audit summary)", { placeholder: "TEXT" }),
  open: switchFlag("open the page in the browser; without --html, in a temporary file"),
  top: integerFlag("rows of each ranking; charts sum up the rest", { minimum: 1, maximum: 999_999 }),
  ...windowFlags,
  ...filterFlags,
} as const;

export const auditSummary = command({
  document: true,
  about:
    "Counts by day, person, action, resource type, and hour of the week: as bars, or with -o json as one object. " +
    "CSV, TSV and NDJSON have a row for each count. Days and hours are UTC; off a terminal, only " +
    "--tz itself chooses another zone.\n\n" +
    "--html also writes a page, with charts and the newest 5,000 entries to filter. It is a single file " +
    "that loads nothing from elsewhere. It contains people's names, so only its owner may read it.\n\n" +
    aboutFilters,
  operation: operations.listAuditLogs,
  arguments: {},
  flags,
  result: summaryResult,
  examples: [
    { command: "payctl audit summary --since 7d", about: "the last seven days" },
    {
      command: "payctl audit summary --since 30d --action deleted --html deletions.html",
      about: "a month of deletions, as a page to share",
    },
  ],
  run: async (context, { flags }) => {
    const { summariseAuditLogs } = await import("./summarise-audit-logs.ts");
    return summariseAuditLogs(context, flags);
  },
});
