import { bulkFlags } from "../../bulk/bulk-flags.ts";
import { operations } from "../../contract/operations.ts";
import { command } from "../command.ts";
import { pairsArgument } from "./arguments.ts";

const operation = operations.suspendNetworkToken;

export const tokensSuspend = command({
  words: ["tokens", "suspend"],
  summary: "Suspend network tokens",
  about: [
    "A suspended token is not used for payments until it is resumed. Suspending it again changes nothing.",
    "Several tokens, and those of standard input, give a row each: {id, payment_method_id, result, status, error}.",
  ].join(" "),
  operation,
  arguments: { pairs: pairsArgument },
  flags: bulkFlags,
  examples: [
    {
      command: "payctl tokens suspend PAYMENT_METHOD_ID NETWORK_TOKEN_ID",
      about: "suspend one token",
    },
    {
      command: "payctl tokens suspend PAYMENT_METHOD_ID NETWORK_TOKEN_ID --dry-run",
      about: "see the request, send nothing",
    },
    {
      command: "payctl tokens suspend - --resume results.ndjson",
      about: "the pairs of standard input, a pair a line; the same command goes on after a failure",
    },
  ],
  exitCodes: { 11: "some of several tokens were not suspended" },
  run: async (context, { arguments: { pairs }, flags }) => {
    const { changeTokens } = await import("./change-tokens.ts");
    return changeTokens(context, { operation, result: "suspended", words: pairs, flags });
  },
});
