import { operations } from "../../contract/operations.ts";
import { command } from "../command.ts";
import { sendWrite } from "../send-write.ts";
import { tokenArguments, tokenPath } from "./arguments.ts";
import { networkTokenColumns } from "./columns.ts";

const operation = operations.suspendNetworkToken;

export const tokensSuspend = command({
  words: ["tokens", "suspend"],
  summary: "Suspend a network token",
  about:
    "A suspended token is not used for payments until it is resumed. Suspending it again changes nothing.",
  operation,
  arguments: tokenArguments,
  flags: {},
  examples: [
    {
      command: "payctl tokens suspend PAYMENT_METHOD_ID NETWORK_TOKEN_ID",
      about: "suspend one token",
    },
    {
      command: "payctl tokens suspend PAYMENT_METHOD_ID NETWORK_TOKEN_ID --dry-run",
      about: "see the request, send nothing",
    },
  ],
  run: async (context, input) => {
    await sendWrite(context, { operation, path: tokenPath(input.arguments), columns: networkTokenColumns });
    return undefined;
  },
});
