import { operations } from "../../contract/operations.ts";
import { UsageError } from "../../errors.ts";
import { uuidArgument } from "../../terminal/arguments.ts";
import { negatableFlag } from "../../terminal/flags.ts";
import { command } from "../command.ts";
import { sendWrite } from "../write.ts";

const operation = operations.provisionCryptogram;

export const tokensCryptogram = command({
  about:
    "Each call makes a new cryptogram. Give the initiator: --merchant-initiated or --no-merchant-initiated.",
  operation,
  arguments: {
    paymentMethodId: uuidArgument("id of the payment method"),
    networkTokenId: uuidArgument("id of the network token"),
  },
  flags: { merchantInitiated: negatableFlag("whether the merchant initiates the request") },
  examples: [
    {
      command: "payctl tokens cryptogram PAYMENT_METHOD_ID NETWORK_TOKEN_ID --no-merchant-initiated",
      about: "for a payment that the buyer makes",
    },
    {
      command: "payctl tokens cryptogram PAYMENT_METHOD_ID NETWORK_TOKEN_ID --merchant-initiated -o json",
      about: "for a recurring payment, as JSON",
    },
  ],
  run: async (context, { arguments: ids, flags }) => {
    if (flags.merchantInitiated === undefined) {
      throw new UsageError("it is not known who initiates the request", {
        hint: "add --merchant-initiated or --no-merchant-initiated",
      });
    }
    await sendWrite(context, {
      operation,
      path: { payment_method_id: ids.paymentMethodId, network_token_id: ids.networkTokenId },
      body: { merchant_initiated: flags.merchantInitiated },
      columns: [{ title: "CRYPTOGRAM", field: "cryptogram" }],
    });
  },
});
