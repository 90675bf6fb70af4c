import { operations } from "../../contract/operations.ts";
import { UsageError } from "../../errors.ts";
import { durationFlag, integerFlag } from "../../terminal/flags.ts";
import { command } from "../command.ts";
import { filterFlags, filterQuery } from "./audit-logs.ts";

export const auditTail = command({
  words: ["audit", "tail"],
  summary: "Follow new audit logs",
  about: [
    "Shows the newest entries, then every new one once, oldest first, until it is stopped. Where a program reads,",
    "each entry is one JSON object on a line. Failures are waited out with growing pauses. An entry that turns up",
    "more than a minute behind a newer one is missed.",
  ].join(" "),
  operation: operations.listAuditLogs,
  shape: "{id, type, timestamp, action, merchant_account_id, resource, user}, one a line",
  arguments: {},
  flags: {
    interval: durationFlag("time between two looks (5s)"),
    limit: integerFlag(
      "entries from before to begin with (10)",
      { minimum: 0, maximum: 100 },
      { short: "L" },
    ),
    ...filterFlags,
  },
  examples: [
    { command: "payctl audit tail", about: "the last ten entries, then new ones" },
    {
      command: "payctl audit tail --resource-type api-key-pair --interval 1m -o ndjson",
      about: "for a program",
    },
  ],
  exitCodes: { 130: "stopped by Ctrl-C, which is how it ends" },
  run: async (context, { flags }) => {
    const { showNewEntries } = await import("./follow.ts");
    return showNewEntries(context, {
      query: await filterQuery(context, flags),
      interval: checkInterval(flags.interval ?? 5000),
      history: flags.limit ?? 10,
    });
  },
});

/** A shorter one would be a flood, and timers hold no longer one than 24 days. */
function checkInterval(milliseconds: number): number {
  if (milliseconds >= 100 && milliseconds <= 24 * 86_400_000) return milliseconds;
  throw new UsageError("--interval must be from 100ms to 24d");
}
