import { restArgument } from "../../terminal/arguments.ts";
import { switchFlag } from "../../terminal/flags.ts";
import { command } from "../command.ts";

export const explain = command({
  document: true,
  about:
    "Takes the name of an operation, the words of a command, or a method and a path; without any, all are listed.",
  shape: "{name, summary, method, path, scope, ..., request: {path, query, body}, response}",
  arguments: {
    operation: restArgument("the operation: its name, a command, or METHOD PATH", {
      completes: "operation",
    }),
  },
  flags: {
    skeleton: switchFlag("print a template of the body, as JSON"),
    outputSchema: switchFlag("print the JSON Schema of the result"),
  },
  examples: [
    { command: "payctl explain createMerchantAccount", about: "a page to read" },
    {
      command: "payctl explain merchants create --skeleton",
      about: "a body to fill in, for merchants create -f",
    },
    { command: "payctl explain POST /gift-cards/balances -o json", about: "its JSON Schemas" },
    {
      command: "payctl explain listBuyers --output-schema",
      about: "the JSON Schema of what buyers list prints",
    },
  ],
  run: async (context, { arguments: { operation: words }, flags }) => {
    const { skeleton = false, outputSchema = false } = flags;
    const { showExplanation } = await import("./show-explanation.ts");
    return showExplanation(context, { words, skeleton, outputSchema });
  },
});
