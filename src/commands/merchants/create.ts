import type { z } from "zod";
import type { Context } from "../../context.ts";
import { operations } from "../../contract/operations.ts";
import type { createMerchantAccount } from "../../contract/schemas/merchant-accounts.ts";
import { ApiError } from "../../errors.ts";
import { argument } from "../../terminal/arguments.ts";
import { choiceFlag, textFlag } from "../../terminal/flags.ts";
import { command } from "../command.ts";
import { confirmWrite } from "../confirm.ts";
import { readDocument } from "../read-document.ts";
import { shapeOf } from "../shape.ts";
import { validateBody } from "../validate-body.ts";
import { bodyFromFlags } from "./body-from-flags.ts";
import { merchantAccountColumns } from "./columns.ts";
import { merchantAccountFlags } from "./flags.ts";

const operation = operations.createMerchantAccount;

type Body = z.input<typeof createMerchantAccount.body>;

export const merchantsCreate = command({
  words: ["merchants", "create"],
  summary: "Create a merchant account",
  about: "Fields come from flags, from a JSON or YAML file, or from both; a flag wins over the file.",
  operation,
  arguments: { id: argument("id of the new account: letters, digits and hyphens") },
  flags: {
    ...merchantAccountFlags,
    file: textFlag("fields as JSON or YAML; - is standard input", {
      placeholder: "FILE",
      short: "f",
      completes: "file",
    }),
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
    const fromFile = flags.file === undefined ? {} : await readDocument(context, flags.file);
    const body = { ...fromFile, ...bodyFromFlags(flags), id };
    await validateBody(operation, body);
    const results = await context.output.results(shapeOf(operation, merchantAccountColumns));
    await confirmWrite(context);
    // The check above makes it a body; its types come from a file.
    const answer = await createUnlessThere(context, body as Body, flags.ifExists);
    if (answer?.value !== undefined) await results.record(answer.value);
    return undefined;
  },
});

async function createUnlessThere(context: Context, body: Body, ifExists: "fail" | "skip" | undefined) {
  const api = await context.api();
  try {
    return await api.call(operation, { body });
  } catch (error) {
    if (ifExists !== "skip" || !(error instanceof ApiError) || error.status !== 409) throw error;
    await context.output.note(`merchant account ${body.id} exists; it was not compared`);
    return undefined;
  }
}
