import { operations } from "../../contract/operations.ts";
import { command } from "../command.ts";
import { tokenArguments } from "./arguments.ts";
import { changeToken } from "./change-token.ts";

export const tokensSuspend = command({
  words: ["tokens", "suspend"],
  summary: "Suspend a network token",
  about:
    "A suspended token is not used for payments until it is resumed. Suspending it again changes nothing.",
  operation: operations.suspendNetworkToken,
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
  run: (context, input) => changeToken(context, operations.suspendNetworkToken, input.arguments),
});
