import { type ArgumentValues, restArgument, uuidArgument } from "../../terminal/arguments.ts";

/** A network token is named together with the payment method that it was made for. */
export const tokenArguments = {
  paymentMethodId: uuidArgument("id of the payment method"),
  networkTokenId: uuidArgument("id of the network token"),
} as const;

/** The arguments as the path's parameters. */
export function tokenPath(ids: ArgumentValues<typeof tokenArguments>) {
  return { payment_method_id: ids.paymentMethodId, network_token_id: ids.networkTokenId };
}

/** What `pairs.ts` reads. */
export const pairsArgument = restArgument(
  "PAYMENT_METHOD_ID NETWORK_TOKEN_ID, one or more pairs; - reads pairs from standard input",
);
