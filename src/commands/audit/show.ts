import { operations } from "../../contract/operations.ts";
import { UsageError } from "../../errors.ts";
import { argument } from "../../terminal/arguments.ts";
import { isUuid } from "../../values/text.ts";
import { command } from "../command.ts";
import { archiveFlag } from "./audit-logs.ts";
import { aboutWindow, windowFlags } from "./window.ts";

const anyId = "00000000-0000-0000-0000-000000000000";

/** A UUID, or its start, in lower case; a table that cut the id ended it with an ellipsis. */
function parseStart(text: string): string {
  const id = text
    .trim()
    .replace(/(?:\u2026|\.{3})$/, "")
    .toLowerCase();
  if (id !== "" && isUuid(id + anyId.slice(id.length))) return id;
  const problem = id === "" ? "must not be empty" : "ids are UUIDs, and none starts like this";
  throw new UsageError(problem, { hint: "payctl audit list --fields timestamp,action,id" });
}

export const auditShow = command({
  about: [
    "Says who did what and when, then every field. The start of an id is enough if no other entry shares it. The",
    "service can't be asked for a single entry, so payctl reads the list: up to the entry for a whole id, and all of",
    "the window for the start of one. --since keeps that short.",
    `\n\n${aboutWindow}`,
  ].join(" "),
  operation: operations.listAuditLogs,
  shape: "{id, type, timestamp, action, merchant_account_id, resource, user}",
  arguments: { id: { ...argument("id of the audit log, or its start"), parse: parseStart } },
  flags: { ...archiveFlag, ...windowFlags },
  examples: [
    {
      command: "payctl audit list --limit 5 --fields timestamp,user.name,id",
      about: "ids of the newest entries",
    },
    {
      command: "payctl audit show a1000000-0000-4000-8000-000000000001",
      about: "one entry, in words and in full",
    },
  ],
  exitCodes: { 8: "no entry in the window has that id" },
  run: async (context, { arguments: { id }, flags }) => {
    const { showAuditLog } = await import("./show-audit-log.ts");
    return showAuditLog(context, { id, ...flags });
  },
});
