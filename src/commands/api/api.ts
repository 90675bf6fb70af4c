import { argument, choiceArgument } from "../../terminal/arguments.ts";
import { switchFlag, textFlag } from "../../terminal/flags.ts";
import { command } from "../command.ts";
import { scopeFlag } from "../scope-flag.ts";
import { callApi, methods } from "./call.ts";
import { parseTarget } from "./target.ts";

export const api = command({
  effect: "write",
  about: [
    "Signs, retries and pages like every other command. The scope is that of the operation the path",
    "belongs to; for others, give it with --scope. A list is shown as a list, anything else as received.",
  ].join("\n"),
  arguments: {
    method: choiceArgument("HTTP method", methods),
    path: {
      ...argument("path and query, such as /buyers?limit=5", { completes: "path" }),
      parse: parseTarget,
    },
  },
  flags: {
    data: textFlag("JSON body: the text, @FILE, or - for standard input", {
      placeholder: "JSON",
      short: "d",
    }),
    all: switchFlag("read every page of the list, starting with this one"),
    scope: scopeFlag("scope to sign for; can be repeated"),
  },
  examples: [
    { command: "payctl api GET '/audit-logs?limit=5&action=created'", about: "one page of a list" },
    { command: "payctl api GET /buyers --all -o ndjson", about: "every buyer, one JSON object per line" },
  ],
  run: (context, { arguments: { method, path }, flags: { data, all, scope } }) =>
    callApi(context, { method, target: path, data, all: all ?? false, scopes: scope }),
});
