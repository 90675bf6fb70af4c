import { type FlagValues, textFlag } from "../../terminal/flags.ts";

/** What the service itself filters audit logs by (specification, section 4.3). */
export const filterFlags = {
  action: textFlag("only this action, such as created", { placeholder: "WORD" }),
  userId: textFlag("only what this dashboard user did", { placeholder: "UUID" }),
  resourceType: textFlag("only this kind of resource, such as buyer", { placeholder: "WORD" }),
} as const;

/** The flags as query parameters. */
export function filterQuery(flags: FlagValues<typeof filterFlags>) {
  return { action: flags.action, user_id: flags.userId, resource_type: flags.resourceType };
}
