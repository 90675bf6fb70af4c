import { operations } from "../../contract/operations.ts";
import { argument } from "../../terminal/arguments.ts";
import { durationFlag } from "../../terminal/flags.ts";
import { command } from "../command.ts";
import { accountFlag, openAccounts } from "./accounts.ts";

const hour = 3_600_000;

export const auditArchive = command({
  about: [
    "Each whole day in UTC becomes a folder, date=2026-01-31, with Parquet files that are never written again. Only",
    "missing days are fetched; whatever stopped a run, the same command continues it. A day is fetched once the service's",
    "own clock is --settle past its end; entries that appear in it after that are not fetched.",
    "An archive belongs to one service and one merchant account, and takes no filters. With several accounts (-m A,B) each",
    "gets an archive of its own, in a folder of its name below this one.",
  ].join(" "),
  shape: null,
  operation: operations.listAuditLogs,
  arguments: { folder: argument("folder of the archive") },
  flags: {
    ...accountFlag,
    settle: durationFlag("how long to wait after a day's end before fetching it", { usual: "1h" }),
  },
  examples: [
    { command: "payctl audit archive audit-logs", about: "every day that is over, from the first entry on" },
    { command: "payctl audit archive audit-logs --settle 6h", about: "days that ended six hours ago" },
  ],
  exitCodes: { 11: "the archive is up to date, except for some entries whose time could not be read" },
  run: async (context, { arguments: { folder }, flags }) => {
    const { archiveAccounts } = await import("./archive/archive-audit-logs.ts");
    const accounts = await openAccounts(context, flags.merchantAccount);
    return archiveAccounts(context, accounts, { folder, settle: flags.settle ?? hour });
  },
});
