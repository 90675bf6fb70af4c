import type { Context } from "../../context.ts";
import { operations } from "../../contract/operations.ts";
import { type ExitCode, exitCodes, UsageError } from "../../errors.ts";
import { type FlagValues, fileFlag, switchFlag } from "../../terminal/flags.ts";
import { bulkFlags, formatFlag } from "../bulk/bulk-flags.ts";
import { checkResultsFile, isSending } from "../bulk/results-file.ts";
import { changeEach } from "../bulk/run-job.ts";
import { command } from "../command.ts";
import { integer, orNull, record, rowsOf, shapeOf, string, stringOrNull } from "../result.ts";
import { createOrFindAccount, readAccounts } from "./accounts.ts";

const flags = {
  file: fileFlag("merchant accounts as YAML, JSON, NDJSON or CSV"),
  format: formatFlag,
  ...bulkFlags,
  exitCode: switchFlag("exit with 12 when something was created, or would be under --dry-run"),
} as const;

const result = rowsOf(
  record({
    id: string("ID"),
    result: string("RESULT"),
    status: orNull(integer("STATUS")),
    error: stringOrNull("ERROR", { shrinks: true }),
  }),
);

export const merchantsApply = command({
  about: [
    "The file is a list in YAML or JSON, an object per line in NDJSON, or a CSV with the API's field names as header;",
    "its ending says which, and standard input needs --format.",
    "A secret field can take its value from a variable or a file: {env: NAME} or {file: PATH}. The whole file is checked before anything is sent.",
    "An existing account is not compared, because the service can't return it. Running it again is safe.",
  ].join(" "),
  operation: operations.createMerchantAccount,
  result,
  arguments: {},
  flags,
  examples: [
    { command: "payctl merchants apply -f accounts.yaml --dry-run", about: "see what would be created" },
    {
      command: "payctl merchants apply -f - --format yaml --dry-run",
      about: "check a list on standard input",
    },
    {
      command: "payctl merchants apply -f accounts.csv --results results.ndjson",
      about: "keep the results; after any failure the same command continues",
    },
  ],
  exitCodes: {
    11: "some, or all, of the accounts could not be created",
    12: "--exit-code, and something was created",
  },
  run: (context, { flags }) => applyFile(context, flags),
});

/** Creates the accounts of a file, a limited number at a time. */
async function applyFile(context: Context, wanted: FlagValues<typeof flags>): Promise<ExitCode | undefined> {
  const { file, format, exitCode } = wanted;
  if (file === undefined) {
    throw new UsageError("no file of merchant accounts was given", {
      hint: { text: "for example", command: "payctl merchants apply -f accounts.yaml" },
    });
  }
  await checkResultsFile(wanted.results, file);
  const { accounts, places } = await readAccounts(context, file, format);
  const results = await context.output.results(shapeOf(result));
  const tally = await changeEach(context, {
    operation: operations.createMerchantAccount,
    items: accounts,
    places,
    flags: wanted,
    results,
    good: ["created", "exists"],
    noun: "merchant accounts",
    doing: "applied",
    undone: "not created",
    words: { exists: "existed (not compared)" },
    idOf: ({ id }) => id,
    change: (api, account, past) =>
      createOrFindAccount(api, account, { inDoubt: isSending(past, account.id), isOneOfMany: true }),
  });
  return exitCode && tally.counts.has("created") ? exitCodes.changed : undefined;
}
