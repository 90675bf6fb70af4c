import { operations } from "../../contract/operations.ts";
import { choiceFlag, textFlag } from "../../terminal/flags.ts";
import { command } from "../command.ts";
import { filterFlags, filterQuery } from "./audit-logs.ts";
import { exportFormats } from "./export-format.ts";
import { windowFlags } from "./window.ts";

export const auditExport = command({
  words: ["audit", "export"],
  summary: "Write audit logs to a file, whole or not at all",
  about: [
    "Everything of a window goes to the file, newest first. The file appears when it is complete; until then the",
    "same command goes on where it was stopped. The window ends when the export first began, unless --until says.",
    "Count and SHA-256 of the file are told on standard error.",
  ].join(" "),
  shape: null,
  operation: operations.listAuditLogs,
  arguments: {},
  flags: {
    out: textFlag("the file to write", { placeholder: "FILE", completes: "file" }),
    format: choiceFlag("format of the file (from its ending; without one ndjson)", exportFormats),
    ...windowFlags,
    ...filterFlags,
  },
  examples: [
    { command: "payctl audit export --out audit.ndjson", about: "everything, one object a line" },
    {
      command: "payctl audit export --since 30d --action deleted --out deletions.csv",
      about: "a month of deletions, for a spreadsheet",
    },
  ],
  run: async (context, { flags }) => {
    const { exportAuditLogs } = await import("./export-audit-logs.ts");
    return exportAuditLogs(context, { ...flags, query: await filterQuery(context, flags) });
  },
});
