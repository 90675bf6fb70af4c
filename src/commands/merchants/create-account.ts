import type { Context } from "../../context.ts";
import { operations } from "../../contract/operations.ts";
import { ApiError } from "../../errors.ts";
import type { Column } from "../../terminal/output.ts";
import { sendWrite } from "../send-write.ts";

const columns: readonly Column[] = [
  { title: "ID", field: "id" },
  { title: "NAME", field: "display_name", shrinks: true },
  { title: "ACCOUNT UPDATER", field: "account_updater_enabled" },
  { title: "ASYNC TOKENS", field: "async_network_tokens_enabled" },
  { title: "CREATED", field: "created_at", kind: "time" },
];

/** Creates an account and shows it; one that is there already is an error, or is left as it is. */
export async function createAccount(
  context: Context,
  body: Readonly<Record<string, unknown>>,
  ifExists: "fail" | "skip",
): Promise<void> {
  try {
    await sendWrite(context, { operation: operations.createMerchantAccount, body, columns });
  } catch (error) {
    if (ifExists === "fail" || !(error instanceof ApiError) || error.status !== 409) throw error;
    await context.output.note(`merchant account ${body["id"]} exists; it was not compared`);
  }
}
