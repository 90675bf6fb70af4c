import type { Operations } from "../../contract/operations.ts";
import { failure } from "../failure.ts";
import type { Handler } from "../handler.ts";
import { json, parsed } from "../json.ts";

export const listThreeDsConfigurations: Handler<Operations["listThreeDsConfigurations"]> = {
  transaction: "read",
  async handle({ caller, path, query, resources }) {
    const id = path.merchant_account_id;
    // 404 for both: a restricted key pair must not learn which other accounts exist.
    if (!(caller.mayUse(id) && (await resources.merchantAccounts.exists(id)))) throw failure(404);
    const rows = await resources.threeDsConfigurations.list(id, query.currency);
    return { status: 200, body: json({ items: rows.map((row) => parsed(row)) }) };
  },
};
