import { operations } from "../../contract/operations.ts";
import { choiceFlag, pathFlag } from "../../terminal/flags.ts";
import { command } from "../command.ts";
import { exportFormats } from "./columns.ts";
import { aboutFilters, filterFlags } from "./filters.ts";
import { windowFlags } from "./window.ts";

export const auditExport = command({
  about: [
    "Everything in the window goes to the file, newest first. The file appears once it is complete; until then the",
    "same command continues where it stopped, but with several values of a filter that the service applies, it starts",
    "over. A --since without --until ends at the time the export first started. Standard error shows the number of",
    "entries, the window, and the SHA-256 of the file. A workbook (.xlsx) has times as dates, and a second sheet that",
    `says what is in it; it holds 1,048,575 entries.\n\n${aboutFilters}`,
  ].join(" "),
  result: null,
  operation: operations.listAuditLogs,
  arguments: {},
  flags: {
    out: pathFlag("the file to write"),
    output: choiceFlag("format of the file (chosen by its ending, else ndjson)", exportFormats, {
      placeholder: "FORMAT",
      short: "o",
    }),
    ...windowFlags,
    ...filterFlags,
  },
  examples: [
    { command: "payctl audit export --out audit.ndjson", about: "everything, one object per line" },
    {
      command: "payctl audit export --since 30d --action deleted --out deletions.xlsx",
      about: "a month of deletions, for Excel or LibreOffice",
    },
  ],
  exitCodes: { 11: "the file is written, except for some entries whose time could not be read" },
  run: async (context, { flags }) => {
    const { exportAuditLogs } = await import("./export-audit-logs.ts");
    return exportAuditLogs(context, flags);
  },
});
