import { operations } from "../../contract/operations.ts";
import { restArgument } from "../../terminal/arguments.ts";
import { fileFlag } from "../../terminal/flags.ts";
import { bulkFlags } from "../bulk/bulk-flags.ts";
import { command } from "../command.ts";
import type { TokenChange } from "./change-tokens.ts";

export const tokensSuspend = changeCommand({
  verb: "suspend",
  result: "suspended",
  about:
    "A suspended token is not used for payments until it is resumed. Suspending it again changes nothing.",
  operation: operations.suspendNetworkToken,
});

export const tokensResume = changeCommand({
  verb: "resume",
  result: "resumed",
  about: "Resuming an active token changes nothing.",
  operation: operations.resumeNetworkToken,
});

interface ChangeCommand extends Pick<TokenChange, "operation" | "result"> {
  /** `suspend`: the last word of the command. */
  readonly verb: string;
  /** What the change means. */
  readonly about: string;
}

/** A command that makes the same change to one network token or many. */
function changeCommand({ verb, result, about, operation }: ChangeCommand) {
  return command({
    about: [
      about,
      "Several tokens, or tokens from a file or standard input, give one row each: {id, payment_method_id, result, status, error}.",
    ].join(" "),
    operation,
    shapeOfSeveral: '{"items": [{id, payment_method_id, result, status, error}]}',
    arguments: {
      pairs: restArgument(
        "PAYMENT_METHOD_ID NETWORK_TOKEN_ID, one or more pairs; - reads pairs from standard input",
      ),
    },
    flags: { file: fileFlag("pairs of ids, one pair per line, # for comments"), ...bulkFlags },
    examples: [
      {
        command: `payctl tokens ${verb} PAYMENT_METHOD_ID NETWORK_TOKEN_ID`,
        about: `${verb} one token`,
      },
      {
        command: `payctl tokens ${verb} PAYMENT_METHOD_ID NETWORK_TOKEN_ID --dry-run`,
        about: "show the request, send nothing",
      },
      {
        command: `payctl tokens ${verb} - --resume results.ndjson`,
        about: "pairs from standard input, one per line; after a failure, the same command resumes",
      },
    ],
    exitCodes: { 11: `some of the tokens were not ${result}` },
    run: async (context, { arguments: { pairs }, flags }) => {
      const { changeTokens } = await import("./change-tokens.ts");
      return changeTokens(context, { operation, result, words: pairs, flags });
    },
  });
}
