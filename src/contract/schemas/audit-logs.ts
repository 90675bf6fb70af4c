import * as z from "zod";
import { auditActions, auditResourceTypes, userStatuses } from "../words.ts";
import { pageOf, pageQuery } from "./paging.ts";
import { kind, openWord, timestamp, uuid } from "./primitives.ts";

/** Specification, section 2.5; an entry may lack an id, an account, or a user with an id. */
export const auditLog = z.looseObject({
  id: uuid.nullable().describe("Its id."),
  type: kind("audit-log"),
  timestamp: timestamp.describe("When it was done."),
  action: openWord(auditActions).describe("What was done, such as created."),
  merchant_account_id: z.string().nullable().describe("The merchant account that it belongs to."),
  resource: z
    .looseObject({
      type: openWord(auditResourceTypes).describe("The kind of resource, such as user."),
      id: z.string().describe("The id of the resource."),
      name: z.string().nullable().describe("The name of the resource, if it has one."),
    })
    .describe("What it was done to."),
  user: z
    .looseObject({
      name: z.string().describe("The name of the user."),
      is_staff: z.boolean().describe("Whether the user works for the operator of the service."),
      status: openWord(userStatuses).describe("The state of the user, such as active."),
      type: kind("user"),
      id: uuid.nullable().describe("Its id."),
      email_address: z.string().nullable().describe("The address of the user."),
    })
    .describe("Who did it."),
});

export const listAuditLogs = {
  notes: ["The list covers what dashboard users did."],
  query: z.object({
    ...pageQuery,
    action: openWord(auditActions)
      .optional()
      .describe("Only entries whose action equals this, such as created."),
    user_id: uuid.optional().describe("Only entries of the user with this id."),
    resource_type: openWord(auditResourceTypes)
      .optional()
      .describe("Only entries whose resource has this type."),
  }),
  response: pageOf(auditLog),
};
