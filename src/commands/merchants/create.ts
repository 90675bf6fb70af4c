import { operations } from "../../contract/operations.ts";
import { argument } from "../../terminal/arguments.ts";
import { choiceFlag, fileFlag } from "../../terminal/flags.ts";
import { collectFields } from "../collect-fields.ts";
import { command } from "../command.ts";
import { createAccount } from "./create-account.ts";
import { merchantAccountFlags } from "./flags.ts";

export const merchantsCreate = command({
  words: ["merchants", "create"],
  summary: "Create a merchant account",
  about: "Fields come from flags, from a JSON or YAML file, or from both; a flag wins over the file.",
  operation: operations.createMerchantAccount,
  arguments: { id: argument("id of the new account: letters, digits and hyphens") },
  flags: {
    ...merchantAccountFlags,
    file: fileFlag("fields as JSON or YAML"),
    ifExists: choiceFlag("what to do when the account exists (fail)", ["fail", "skip"]),
  },
  examples: [
    {
      command: "payctl merchants create shop-berlin --display-name 'Shop Berlin'",
      about: "the least it needs",
    },
    {
      command: "payctl merchants create shop-berlin --display-name 'Shop Berlin' --if-exists skip",
      about: "safe to repeat in a pipeline",
    },
  ],
  exitCodes: { 9: "the account exists, and --if-exists is fail" },
  run: async (context, { arguments: { id }, flags }) => {
    const { file, ifExists, ...fields } = flags;
    const body = await collectFields(context, file, { ...fields, id });
    await createAccount(context, body, ifExists ?? "fail");
    return undefined;
  },
});
