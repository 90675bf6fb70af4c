import { operations } from "../../contract/operations.ts";
import { switchFlag, textFlag } from "../../terminal/flags.ts";
import { command } from "../command.ts";
import { listFlags } from "../list-flags.ts";
import { showList } from "../show-list.ts";
import { apiKeyPairColumns } from "./columns.ts";
import { narrowKeys } from "./narrow-keys.ts";

export const keysList = command({
  words: ["keys", "list"],
  summary: "List API key pairs, newest first",
  about: [
    "--unused-since takes RFC 3339, a date, or a duration back from now; a pair that was never used counts from its",
    "creation. It and --inactive filter here, not at the service.",
  ].join(" "),
  operation: operations.listApiKeyPairs,
  arguments: {},
  flags: {
    unusedSince: textFlag("only pairs that were not used since then", { placeholder: "TIME" }),
    inactive: switchFlag("only inactive pairs"),
    ...listFlags,
  },
  examples: [
    { command: "payctl keys list", about: "the newest key pairs" },
    { command: "payctl keys list --all -o json", about: "every key pair, as JSON" },
    {
      command: "payctl keys list --unused-since 90d --all -o id",
      about: "the ids of those that nobody has used for 90 days",
    },
  ],
  run: (context, { flags }) =>
    showList(context, {
      operation: operations.listApiKeyPairs,
      query: {},
      columns: apiKeyPairColumns,
      paging: flags,
      narrow: narrowKeys(flags, context.host.now()),
    }),
});
