import { command } from "../command.ts";
import format from "./lnav-format.json" with { type: "json" };

export const auditLnavFormat = command({
  about: [
    "Prints a format for lnav, a viewer of log files (https://lnav.org). With it, lnav reads the lines that audit list,",
    "tail and export write with -o ndjson: in the order of time whatever their order is, with filters, and with a table",
    "payctl_audit_log for SQL.",
  ].join(" "),
  shape: '{"$schema", payctl_audit_log: {...}}',
  arguments: {},
  flags: {},
  examples: [
    {
      command: "payctl audit lnav-format",
      about: "once: payctl audit lnav-format > payctl.json && lnav -i payctl.json",
    },
    {
      command: "payctl audit list --since 7d --all -o ndjson",
      about: "then: payctl audit list --since 7d --all -o ndjson | lnav",
    },
  ],
  run: ({ output }) => output.text(JSON.stringify(format, undefined, 2)),
});
