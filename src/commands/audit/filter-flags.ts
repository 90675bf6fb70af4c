import type { Context } from "../../context.ts";
import { type FlagValues, textFlag } from "../../terminal/flags.ts";
import { noteUnknownAction } from "./unknown-action.ts";

/** What the service itself filters audit logs by (specification, section 4.3). */
export const filterFlags = {
  action: textFlag("only this action, such as created", {
    placeholder: "WORD",
    completes: "audit-action",
  }),
  userId: textFlag("only what this dashboard user did", { placeholder: "UUID" }),
  resourceType: textFlag("only this kind of resource, such as buyer", { placeholder: "WORD" }),
} as const;

/** The flags as query parameters; an action that nobody takes is told of. */
export async function filterQuery(context: Context, flags: FlagValues<typeof filterFlags>) {
  await noteUnknownAction(context, flags.action);
  return { action: flags.action, user_id: flags.userId, resource_type: flags.resourceType };
}
