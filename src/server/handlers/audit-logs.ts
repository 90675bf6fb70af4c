import type { Operations } from "../../contract/operations.ts";
import type { Handler } from "../handler.ts";

export const listAuditLogs: Handler<Operations["listAuditLogs"]> = {
  transaction: "read",
  async handle({ cursors, merchantAccountId, query, resources }) {
    const filter = {
      merchantAccountId,
      action: query.action,
      userId: query.user_id,
      resourceType: query.resource_type,
    };
    const rows = await resources.auditLogs.page(filter, cursors.slice(query));
    return { status: 200, body: cursors.page(rows, query.limit) };
  },
};
