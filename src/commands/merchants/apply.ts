import { operations } from "../../contract/operations.ts";
import { fileFlag, switchFlag } from "../../terminal/flags.ts";
import { bulkFlags } from "../bulk/bulk-flags.ts";
import { command } from "../command.ts";

export const merchantsApply = command({
  words: ["merchants", "apply"],
  summary: "Create the merchant accounts of a file, and leave alone what exists",
  about: [
    "The file is a list in YAML or JSON, an object per line in NDJSON, or a CSV headed by the API's field names.",
    "A secret may stand elsewhere: {env: NAME} or {file: PATH}. The whole file is checked before anything is sent.",
    "An account that exists is not compared: the service can't read one back. It is safe to run again.",
  ].join(" "),
  operation: operations.createMerchantAccount,
  shape: '{"items": [{id, result, status, error}]}',
  arguments: {},
  flags: {
    file: fileFlag("merchant accounts as YAML, JSON, NDJSON or CSV"),
    ...bulkFlags,
    exitCode: switchFlag("end with 12 when something was, or under --dry-run would be, created"),
  },
  examples: [
    { command: "payctl merchants apply -f accounts.yaml --dry-run", about: "see what would be created" },
    {
      command: "payctl merchants apply -f accounts.csv --resume results.ndjson",
      about: "keep the results, and go on from them after whatever went wrong",
    },
  ],
  exitCodes: {
    11: "some, or all, of the accounts could not be created",
    12: "--exit-code, and something was created",
  },
  run: async (context, { flags }) => (await import("./apply-file.ts")).applyFile(context, flags),
});
