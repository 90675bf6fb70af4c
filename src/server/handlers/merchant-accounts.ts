import type { Operations } from "../../contract/operations.ts";
import { failure } from "../failure.ts";
import type { Handler } from "../handler.ts";
import { json } from "../json.ts";
import { ConflictError } from "../store/records.ts";
import { recordChange } from "./audit-entry.ts";

export const createMerchantAccount: Handler<Operations["createMerchantAccount"]> = {
  transaction: "write",
  async handle(call) {
    const defaults = { newId: call.newId, at: call.now.toISOString() };
    const { id, display_name: name } = call.body;
    const account = await call.resources.merchantAccounts
      .insert(call.body, defaults)
      .catch((error: unknown) => {
        if (!(error instanceof ConflictError)) throw error;
        throw failure(409, { message: "A merchant account with this id exists", resourceId: id });
      });
    await recordChange(call, { action: "created", type: "merchant-account", id, name });
    return { status: 201, body: json(account) };
  },
};
