import type { Operations } from "../../contract/operations.ts";
import type { Handler } from "../handler.ts";

export const listBuyers: Handler<Operations["listBuyers"]> = {
  transaction: "read",
  async handle({ caller, cursors, merchantAccountId, query, resources }) {
    const filter = {
      merchantAccountId,
      search: query.search,
      externalIdentifier: query.external_identifier,
      hidePersonalData: !caller.may("buyers.billing-details.read"),
    };
    const rows = await resources.buyers.page(filter, cursors.slice(query));
    return { status: 200, body: cursors.page(rows, query.limit) };
  },
};
