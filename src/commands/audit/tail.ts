import { operations } from "../../contract/operations.ts";
import { durationFlag, integerFlag } from "../../terminal/flags.ts";
import { pauseBounds } from "../../values/duration.ts";
import { command } from "../command.ts";
import { aboutFilters, filterFlags, openFilter } from "./filters.ts";

export const auditTail = command({
  about: [
    "Shows the newest entries, then every new one once, oldest first, until it is stopped. In a pipe or a file,",
    "each entry is one JSON object on a line. After a failure it retries with growing pauses. An entry that appears",
    `more than a minute after a newer one is missed.\n\n${aboutFilters}`,
  ].join(" "),
  operation: operations.listAuditLogs,
  shape: "{id, type, timestamp, action, merchant_account_id, resource, user}, one per line",
  arguments: {},
  flags: {
    interval: durationFlag("time between requests", { usual: "5s" }, pauseBounds),
    limit: integerFlag(
      "existing entries to show first",
      { minimum: 0, maximum: 100 },
      { short: "L", usual: "10" },
    ),
    ...filterFlags,
  },
  examples: [
    { command: "payctl audit tail", about: "the last ten entries, then new ones" },
    {
      command: "payctl audit tail --resource-type api-key-pair --interval 1m -o ndjson",
      about: "for another program to read",
    },
  ],
  exitCodes: {
    10: "the deadline ended it, or no answer came before it",
    130: "stopped by Ctrl-C, the usual way to end it",
  },
  run: async (context, { flags }) => {
    const { showNewEntries } = await import("./follow.ts");
    return showNewEntries(context, {
      filter: await openFilter(context, flags),
      interval: flags.interval ?? 5000,
      history: flags.limit ?? 10,
    });
  },
});
