import { operations } from "../../contract/operations.ts";
import { command } from "../command.ts";
import { sendWrite } from "../send-write.ts";
import { tokenArguments, tokenPath } from "./arguments.ts";
import { networkTokenColumns } from "./columns.ts";

const operation = operations.resumeNetworkToken;

export const tokensResume = command({
  words: ["tokens", "resume"],
  summary: "Resume a network token",
  about: "Resuming an active token changes nothing.",
  operation,
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
  run: async (context, input) => {
    await sendWrite(context, { operation, path: tokenPath(input.arguments), columns: networkTokenColumns });
    return undefined;
  },
});
