import type { Context } from "../../context.ts";
import { operations } from "../../contract/operations.ts";
import { type Advice, ApiError } from "../../errors.ts";
import { optionalArgument } from "../../terminal/arguments.ts";
import {
  choiceFlag,
  commaFlag,
  fileFlag,
  integerFlag,
  negatableFlag,
  textFlag,
} from "../../terminal/flags.ts";
import type { Column } from "../../terminal/output.ts";
import { command } from "../command.ts";
import { type CollectedFields, collectFields, inBody } from "../read-input-file.ts";
import { answerShape } from "../result.ts";
import { confirmWrite, invalidBody } from "../write.ts";
import type { Account } from "./accounts.ts";

const overCapture = { minimum: 0, maximum: 99_999_999 };

/** A flag per field of the body; its key is the field's name in camelCase. */
const merchantAccountFlags = {
  displayName: textFlag("name of the account"),
  accountUpdaterEnabled: negatableFlag("update card details when a payment fails"),
  asyncNetworkTokensEnabled: negatableFlag("provision network tokens in the background"),
  updaterClientKey: textFlag("client key of the updater"),
  updaterSecretKey: textFlag("its secret key; better kept in a file"),
  updaterAcceptedSchemes: commaFlag("card schemes that the updater accepts"),
  accountUpdaterRequestEncryptionKey: textFlag("public key of requests"),
  accountUpdaterRequestEncryptionKeyId: textFlag("id of that key", { placeholder: "ID" }),
  accountUpdaterResponseDecryptionKey: textFlag("secret key of answers"),
  accountUpdaterResponseDecryptionKeyId: textFlag("id of that key", { placeholder: "ID" }),
  overCaptureAmount: integerFlag("over-capture limit in the smallest currency unit", overCapture),
  overCapturePercentage: integerFlag("over-capture limit as a percentage", overCapture),
  visaNetworkTokensRequestorId: textFlag("requestor id at visa", { placeholder: "ID" }),
  visaNetworkTokensAppId: textFlag("app id at visa", { placeholder: "ID" }),
  amexNetworkTokensRequestorId: textFlag("requestor id at amex", { placeholder: "ID" }),
  amexNetworkTokensAppId: textFlag("app id at amex", { placeholder: "ID" }),
  mastercardNetworkTokensRequestorId: textFlag("requestor id at mastercard", {
    placeholder: "ID",
  }),
  mastercardNetworkTokensAppId: textFlag("app id at mastercard", { placeholder: "ID" }),
} as const;

export const merchantsCreate = command({
  about: [
    "Fields come from flags, from a JSON or YAML file, or from both; a flag overrides the file. The file may hold the id too.",
    "In the file, a secret field can take its value from a variable or a file: {env: NAME} or {file: PATH}.",
  ].join(" "),
  operation: operations.createMerchantAccount,
  arguments: { id: optionalArgument("id of the new account: letters, digits and hyphens") },
  flags: {
    ...merchantAccountFlags,
    file: fileFlag("fields as JSON or YAML"),
    ifExists: choiceFlag("what to do when the account exists", ["fail", "skip"], { usual: "fail" }),
  },
  examples: [
    {
      command: "payctl merchants create shop-berlin --display-name 'Shop Berlin'",
      about: "the minimum",
    },
    {
      command: "payctl merchants create shop-berlin --display-name 'Shop Berlin' --if-exists skip",
      about: "safe to repeat in a pipeline",
    },
  ],
  exitCodes: { 9: "the account exists, and --if-exists is fail" },
  run: async (context, { arguments: { id }, flags }) => {
    const { file, ifExists, ...fields } = flags;
    const collected = withId(await collectFields(context, file, fields), id);
    const account = await readAccount(context, file ?? "-", collected);
    await createAccount(context, account, ifExists ?? "fail");
  },
});

const operation = operations.createMerchantAccount;

const columns: readonly Column[] = [
  { title: "ID", field: "id" },
  { title: "NAME", field: "display_name", shrinks: true },
  { title: "ACCOUNT UPDATER", field: "account_updater_enabled" },
  { title: "ASYNC TOKENS", field: "async_network_tokens_enabled" },
  { title: "CREATED", field: "created_at", kind: "time" },
];

/** Adds the id of the command line; a file that holds another one is meant for another account. */
function withId(collected: CollectedFields, id: string | undefined): CollectedFields {
  const { fields, locate } = collected;
  if (id === undefined) return collected;
  if (fields["id"] === undefined) {
    return {
      fields: { ...fields, id },
      locate: (problem) => (problem.path[0] === "id" ? inBody : locate)(problem),
    };
  }
  if (fields["id"] === id) return collected;
  const message = `differs from ${id} on the command line`;
  throw invalidBody(operation, [{ path: ["id"], message }], locate);
}

/** The account that these fields describe, in a file with references; throws UsageError. */
async function readAccount(
  context: Context,
  file: string,
  { fields, locate }: CollectedFields,
): Promise<Account> {
  const { openAccountCheck } = await import("./accounts.ts");
  const { check, noteMissing } = await openAccountCheck(context, file);
  const { account, problems } = await check(fields);
  if (account !== undefined) {
    await noteMissing();
    return account;
  }
  throw invalidBody(operation, problems, locate);
}

/** Creates an account and shows it; an existing one is an error, or is left alone. */
async function createAccount(context: Context, account: Account, ifExists: "fail" | "skip"): Promise<void> {
  const results = await context.output.results(answerShape(operation, columns));
  await confirmWrite(context, operation);
  const { createOrFindAccount } = await import("./accounts.ts");
  const created = await createOrFindAccount(await context.api(), account).catch((error: unknown) => {
    const isMaybeMade = error instanceof ApiError && error.call.inDoubt;
    throw isMaybeMade ? withHint(error, "it may have been made: run it again with --if-exists skip") : error;
  });
  if (created.value !== undefined) return results.record(created.value);
  if (created.status === null) return;
  if (created.conflict === undefined) {
    await results.record(account);
    return context.output.note(
      `merchant account ${account.id} was created, but the answer that shows it was lost`,
    );
  }
  if (ifExists === "fail") {
    throw withHint(created.conflict, {
      text: "to accept the existing account, add",
      command: "--if-exists skip",
    });
  }
  await context.output.note(`merchant account ${account.id} exists; it was not compared`);
}

/** The usual hints know nothing of this command's flags. */
function withHint(error: ApiError, hint: Advice): ApiError {
  const { call, code, fields, message, resourceId, status } = error;
  return new ApiError(status, message, { call, code, fields, resourceId, hint, cause: error });
}
