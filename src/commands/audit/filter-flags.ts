import type { Context } from "../../context.ts";
import { type FlagValues, parsedFlag, parseUuid, parseWord } from "../../terminal/flags.ts";
import { noteUnknownAction } from "./unknown-action.ts";

/** What the service itself filters audit logs by (specification, section 4.3). */
export const filterFlags = {
  action: parsedFlag("only this action, such as created", parseWord, {
    placeholder: "WORD",
    completes: "audit-action",
  }),
  userId: parsedFlag("only what this dashboard user did", parseUuid, { placeholder: "UUID" }),
  resourceType: parsedFlag("only this kind of resource, such as buyer", parseWord, { placeholder: "WORD" }),
} as const;

/** The flags as query parameters; an action that nobody takes is told of. */
export async function filterQuery(context: Context, flags: FlagValues<typeof filterFlags>) {
  await noteUnknownAction(context, flags.action);
  return { action: flags.action, user_id: flags.userId, resource_type: flags.resourceType };
}
