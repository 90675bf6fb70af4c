import { operations } from "../../contract/operations.ts";
import { command } from "../command.ts";
import { listFlags } from "../list-flags.ts";
import { showList } from "../show-list.ts";
import { apiKeyPairColumns } from "./columns.ts";

export const keysList = command({
  words: ["keys", "list"],
  summary: "List API key pairs, newest first",
  operation: operations.listApiKeyPairs,
  arguments: {},
  flags: listFlags,
  examples: [
    { command: "payctl keys list", about: "the newest key pairs" },
    { command: "payctl keys list --all -o json", about: "every key pair, as JSON" },
  ],
  run: (context, { flags }) =>
    showList(context, {
      operation: operations.listApiKeyPairs,
      query: {},
      columns: apiKeyPairColumns,
      paging: flags,
    }),
});
