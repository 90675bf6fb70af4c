import { uuidArgument } from "../../terminal/arguments.ts";

/** A network token is named together with the payment method that it was made for. */
export const tokenArguments = {
  paymentMethodId: uuidArgument("id of the payment method"),
  networkTokenId: uuidArgument("id of the network token"),
} as const;
