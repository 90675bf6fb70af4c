import type { Operations } from "../../contract/operations.ts";
import { failure } from "../failure.ts";
import type { Handler } from "../handler.ts";
import { recordChange } from "./audit-entry.ts";

export const listApiKeyPairs: Handler<Operations["listApiKeyPairs"]> = {
  transaction: "read",
  async handle({ caller, cursors, query, resources }) {
    const within = caller.keyPair.merchantAccountIds;
    const rows = await resources.apiKeyPairs.page(
      within === undefined ? {} : { within },
      cursors.slice(query),
    );
    return { status: 200, body: cursors.page(rows, query.limit) };
  },
};

export const deleteApiKeyPair: Handler<Operations["deleteApiKeyPair"]> = {
  transaction: "write",
  async handle(call) {
    const id = call.path.api_key_pair_id;
    const pair = await call.resources.apiKeyPairs.find(id);
    if (pair === undefined) throw failure(404);
    await call.resources.apiKeyPairs.delete(id);
    await recordChange(call, { action: "deleted", type: "api-key-pair", id, name: pair.displayName });
    return { status: 204 };
  },
};
