import { operations } from "../../contract/operations.ts";
import { fileFlag } from "../../terminal/flags.ts";
import { bulkFlags } from "../bulk/bulk-flags.ts";
import { command } from "../command.ts";
import { pairsArgument } from "./arguments.ts";
import type { TokenChange } from "./change-tokens.ts";

export const tokensSuspend = changeCommand({
  verb: "suspend",
  result: "suspended",
  summary: "Suspend network tokens",
  about:
    "A suspended token is not used for payments until it is resumed. Suspending it again changes nothing.",
  operation: operations.suspendNetworkToken,
});

export const tokensResume = changeCommand({
  verb: "resume",
  result: "resumed",
  summary: "Resume network tokens",
  about: "Resuming an active token changes nothing.",
  operation: operations.resumeNetworkToken,
});

interface ChangeCommand extends Pick<TokenChange, "operation" | "result"> {
  /** `suspend`: the last word of the command. */
  readonly verb: string;
  readonly summary: string;
  /** What the change means. */
  readonly about: string;
}

/** A command that changes one network token, or many alike. */
function changeCommand({ verb, result, summary, about, operation }: ChangeCommand) {
  const words = ["tokens", verb] as const;
  return command({
    words,
    summary,
    about: [
      about,
      "Several tokens, and those of a file or of standard input, give a row each: {id, payment_method_id, result, status, error}.",
    ].join(" "),
    operation,
    arguments: { pairs: pairsArgument },
    flags: { file: fileFlag("pairs of ids, a pair a line"), ...bulkFlags },
    examples: [
      {
        command: `payctl tokens ${verb} PAYMENT_METHOD_ID NETWORK_TOKEN_ID`,
        about: `${verb} one token`,
      },
      {
        command: `payctl tokens ${verb} PAYMENT_METHOD_ID NETWORK_TOKEN_ID --dry-run`,
        about: "see the request, send nothing",
      },
      {
        command: `payctl tokens ${verb} - --resume results.ndjson`,
        about: "the pairs of standard input, a pair a line; the same command goes on after a failure",
      },
    ],
    exitCodes: { 11: `some of several tokens were not ${result}` },
    run: async (context, { arguments: { pairs }, flags }) => {
      const { changeTokens } = await import("./change-tokens.ts");
      return changeTokens(context, { operation, result, words: pairs, flags });
    },
  });
}
