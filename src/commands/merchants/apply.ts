import { operations } from "../../contract/operations.ts";
import { fileFlag, switchFlag } from "../../terminal/flags.ts";
import { bulkFlags, formatFlag } from "../bulk/bulk-flags.ts";
import { command } from "../command.ts";

export const merchantsApply = command({
  about: [
    "The file is a list in YAML or JSON, an object per line in NDJSON, or a CSV with the API's field names as header;",
    "its ending says which, and standard input needs --format.",
    "A secret field can take its value from a variable or a file: {env: NAME} or {file: PATH}. The whole file is checked before anything is sent.",
    "An existing account is not compared, because the service can't return it. Running it again is safe.",
  ].join(" "),
  operation: operations.createMerchantAccount,
  shape: '{"items": [{id, result, status, error}]}',
  arguments: {},
  flags: {
    file: fileFlag("merchant accounts as YAML, JSON, NDJSON or CSV"),
    format: formatFlag,
    ...bulkFlags,
    exitCode: switchFlag("exit with 12 when something was created, or would be under --dry-run"),
  },
  examples: [
    { command: "payctl merchants apply -f accounts.yaml --dry-run", about: "see what would be created" },
    {
      command: "payctl merchants apply -f - --format yaml --dry-run",
      about: "check a list on standard input",
    },
    {
      command: "payctl merchants apply -f accounts.csv --resume results.ndjson",
      about: "keep the results, and resume from them after any failure",
    },
  ],
  exitCodes: {
    11: "some, or all, of the accounts could not be created",
    12: "--exit-code, and something was created",
  },
  run: async (context, { flags }) => (await import("./apply-file.ts")).applyFile(context, flags),
});
