import type { Context } from "../../context.ts";
import type { Operations } from "../../contract/operations.ts";
import type { ArgumentValues } from "../../terminal/arguments.ts";
import { confirmWrite } from "../confirm.ts";
import { shapeOf } from "../shape.ts";
import type { tokenArguments } from "./arguments.ts";
import { networkTokenColumns } from "./columns.ts";

type Change = Operations["suspendNetworkToken"] | Operations["resumeNetworkToken"];

/** Suspends or resumes one network token and shows it. */
export async function changeToken(
  context: Context,
  operation: Change,
  ids: ArgumentValues<typeof tokenArguments>,
): Promise<undefined> {
  const results = await context.output.results(shapeOf(operation, networkTokenColumns));
  await confirmWrite(context);
  const api = await context.api();
  const answer = await api.call(operation, {
    path: { payment_method_id: ids.paymentMethodId, network_token_id: ids.networkTokenId },
  });
  if (answer.value !== undefined) await results.record(answer.value);
}
