import * as z from "zod";
import { auditActions, auditResourceTypes, userStatuses } from "../words.ts";
import { pageOf, pageQuery } from "./paging.ts";
import { openWord, timestamp, uuid } from "./primitives.ts";

/** Specification, section 2.5; an entry may lack an id, an account, or a user with an id. */
export const auditLog = z.looseObject({
  id: uuid.nullable(),
  type: z.literal("audit-log"),
  timestamp,
  action: openWord(auditActions),
  merchant_account_id: z.string().nullable(),
  resource: z.looseObject({
    type: openWord(auditResourceTypes),
    id: z.string(),
    name: z.string().nullable(),
  }),
  user: z.looseObject({
    name: z.string(),
    is_staff: z.boolean(),
    status: openWord(userStatuses),
    type: z.literal("user"),
    id: uuid.nullable(),
    email_address: z.string().nullable(),
  }),
});

export const listAuditLogs = {
  query: z.object({
    ...pageQuery,
    action: openWord(auditActions).optional(),
    user_id: uuid.optional(),
    resource_type: openWord(auditResourceTypes).optional(),
  }),
  response: pageOf(auditLog),
};
