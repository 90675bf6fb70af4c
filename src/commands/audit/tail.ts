import { operations } from "../../contract/operations.ts";
import { UsageError } from "../../errors.ts";
import { durationFlag, integerFlag, switchFlag, textFlag } from "../../terminal/flags.ts";
import { pauseBounds } from "../../values/duration.ts";
import { command } from "../command.ts";
import { aboutFilters, filterFlags, openFilter } from "./filters.ts";

const flags = {
  interval: durationFlag("time between requests", { usual: "5s" }, pauseBounds),
  limit: integerFlag(
    "existing entries to show first",
    { minimum: 0, maximum: 100 },
    { short: "L", usual: "10" },
  ),
  since: textFlag("show the entries at or after this time first", { placeholder: "TIME" }),
  state: textFlag("note in this file what was shown, and go on after it", {
    placeholder: "FILE",
    completes: "file",
  }),
  settle: durationFlag("how long after a newer entry an older one may still appear", { usual: "5m" }),
  once: switchFlag("end when everything new has been shown"),
  ...filterFlags,
} as const;

const minute = 60_000;

export const auditTail = command({
  about: [
    "Shows the newest entries, then every new one once, oldest first, until it is stopped. In a pipe or a file,",
    "each entry is one JSON object on a line. After a failure it retries with growing pauses. An entry that appears",
    "more than --settle after a newer one is missed.\n\nWith --state, each run goes on where the file says that the",
    "one before it stopped; the first one starts at --since, or now. An entry is noted once standard output has taken",
    "it: none is lost, and none comes twice unless a run is killed between the two. The file holds times and ids, and",
    "belongs to one service and one choice of merchant account and filters. With --once, a failure ends the run with",
    `its exit code.\n\n${aboutFilters}`,
  ].join(" "),
  operation: operations.listAuditLogs,
  result: { answer: "item", perLine: true },
  arguments: {},
  flags,
  examples: [
    { command: "payctl audit tail", about: "the last ten entries, then new ones" },
    {
      command: "payctl audit tail --resource-type api-key-pair --interval 1m -o ndjson",
      about: "for another program to read",
    },
    {
      command: "payctl audit tail --state feed.json --since 7d --once -o ndjson",
      about: "what is new since the last such run, the first one a week back",
    },
  ],
  exitCodes: {
    10: "the deadline ended it, or no answer came before it",
    130: "stopped by Ctrl-C, the usual way to end it",
  },
  run: async (context, { flags }) => {
    const { interval = 5000, since, state, settle = 5 * minute, once: isOnce = false } = flags;
    const { limit: history = state === undefined ? 10 : 0 } = flags;
    if (flags.limit !== undefined && (since !== undefined || state !== undefined)) {
      throw new UsageError(`--limit can't be used with ${since === undefined ? "--state" : "--since"}`, {
        hint: "choose where to start by --since TIME alone",
      });
    }
    const { tailAuditLogs } = await import("./tail-audit-logs.ts");
    const filter = await openFilter(context, flags);
    return tailAuditLogs(context, { interval, history, since, state, settle, isOnce, filter });
  },
});
