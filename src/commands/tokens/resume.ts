import { operations } from "../../contract/operations.ts";
import { command } from "../command.ts";
import { tokenArguments } from "./arguments.ts";
import { changeToken } from "./change-token.ts";

export const tokensResume = command({
  words: ["tokens", "resume"],
  summary: "Resume a network token",
  about: "Resuming an active token changes nothing.",
  operation: operations.resumeNetworkToken,
  arguments: tokenArguments,
  flags: {},
  examples: [
    {
      command: "payctl tokens resume PAYMENT_METHOD_ID NETWORK_TOKEN_ID",
      about: "resume one token",
    },
    {
      command: "payctl tokens resume PAYMENT_METHOD_ID NETWORK_TOKEN_ID --dry-run",
      about: "see the request, send nothing",
    },
  ],
  run: (context, input) => changeToken(context, operations.resumeNetworkToken, input.arguments),
});
