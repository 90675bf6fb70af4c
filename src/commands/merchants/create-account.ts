import type { Context } from "../../context.ts";
import { operations } from "../../contract/operations.ts";
import { ApiError } from "../../errors.ts";
import type { Account } from "../../provisioning/read-accounts.ts";
import type { Column } from "../../terminal/output.ts";
import { confirmWrite } from "../confirm.ts";
import { shapeOf } from "../shape.ts";
import { validateBody } from "../validate-body.ts";

const operation = operations.createMerchantAccount;

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
  await validateBody(operation, body);
  const results = await context.output.results(shapeOf(operation, columns));
  await confirmWrite(context);
  const provisioning = await import("../../provisioning/create-account.ts");
  // It has just been checked against its schema.
  const account = body as Account;
  const created = await provisioning.createAccount(await context.api(), account);
  if (created.value !== undefined) return results.record(created.value);
  if (created.status === null) return;
  if (created.conflict === undefined) {
    return context.output.note(
      `merchant account ${account.id} was created; the answer that shows it was lost`,
    );
  }
  if (ifExists === "fail") throw withWayOut(created.conflict);
  await context.output.note(`merchant account ${account.id} exists; it was not compared`);
}

/** The usual hint names the resource that exists, and here that is the id that was asked for. */
function withWayOut(conflict: ApiError): ApiError {
  const { call, code, fields, message, resourceId, status } = conflict;
  const hint = "to leave it as it is and go on, add: --if-exists skip";
  return new ApiError(status, message, { call, code, fields, resourceId, hint, cause: conflict });
}
