import type { ListOptions, ListQuery } from "../../client/pages.ts";
import type { Context } from "../../context.ts";
import { operations } from "../../contract/operations.ts";
import { auditActions } from "../../contract/words.ts";
import { type FlagValues, parsedFlag, parseUuid, parseWord } from "../../terminal/flags.ts";
import type { Column, ListPage } from "../../terminal/output.ts";
import { suggest } from "../../terminal/suggest.ts";
import { noteDuplicates } from "../show-list.ts";

/** Asks for pages of audit logs. */
type ReadAuditLogs = (
  options?: Pick<ListOptions, "cursor" | "onDemand" | "onDuplicates">,
) => AsyncIterable<ListPage>;

const operation = operations.listAuditLogs;
const pageSize = 100;

/** Prepares to read the audit logs that a query selects; undefined in a dry run, which shows the first request. */
export async function openAuditLogs(context: Context, query: ListQuery): Promise<ReadAuditLogs | undefined> {
  const [api, { listPages }] = await Promise.all([context.api(), import("../../client/pages.ts")]);
  const onDuplicates = (count: number) => noteDuplicates(context, count);
  if (!context.globals.dryRun) {
    return (options) => listPages(api, operation, { onDuplicates, ...options, query, pageSize });
  }
  await api.call(operation, { query: { ...query, limit: pageSize } });
  return undefined;
}

/** What the service itself filters audit logs by (specification, section 4.3). */
export const filterFlags = {
  action: parsedFlag("only this action, such as created", parseWord, {
    placeholder: "WORD",
    completes: "audit-action",
  }),
  userId: parsedFlag("only what this dashboard user did", parseUuid, { placeholder: "UUID" }),
  resourceType: parsedFlag("only this kind of resource, such as buyer", parseWord, { placeholder: "WORD" }),
} as const;

/** The flags as query parameters; notes an unknown action. */
export async function filterQuery(context: Context, flags: FlagValues<typeof filterFlags>) {
  await noteUnknownAction(context, flags.action);
  return { action: flags.action, user_id: flags.userId, resource_type: flags.resourceType };
}

/** An empty list looks like an answer, so `delete` gets a note about `deleted`; a service may know more actions. */
async function noteUnknownAction({ output }: Context, action: string | undefined): Promise<void> {
  if (action === undefined || auditActions.some((known) => known === action)) return;
  const meant = suggest(action, auditActions);
  const known = meant === undefined ? `it knows ${auditActions.join(", ")}` : `did you mean ${meant}?`;
  await output.note(`${action} is not an action that payctl knows; ${known}`);
}

export const auditLogColumns: readonly Column[] = [
  { title: "TIME", field: "timestamp", kind: "time" },
  {
    title: "WHO",
    field: "user.name",
    shrinks: true,
    room: 20,
    mark: { field: "user.is_staff", text: "(staff)" },
  },
  { title: "ACTION", field: "action", room: 8 },
  { title: "RESOURCE TYPE", field: "resource.type", room: 16 },
  { title: "RESOURCE", field: "resource.name", shrinks: true, room: 20 },
  { title: "ACCOUNT", field: "merchant_account_id", shrinks: true, goes: true, room: 16 },
];
