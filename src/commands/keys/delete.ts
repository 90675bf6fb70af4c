import { operations } from "../../contract/operations.ts";
import { wordsArgument } from "../../terminal/arguments.ts";
import { switchFlag } from "../../terminal/flags.ts";
import { maxChangesFlag } from "../bulk/bulk-flags.ts";
import { command } from "../command.ts";

const operation = operations.deleteApiKeyPair;

export const keysDelete = command({
  about: "The key pair that signs the call itself is refused unless --self is given.",
  operation,
  arguments: { id: wordsArgument("ids of key pairs; - reads standard input") },
  flags: { self: switchFlag("also delete the key pair that signs this call"), maxChanges: maxChangesFlag },
  examples: [
    { command: "payctl keys delete KEY_PAIR_ID --yes", about: "delete one key pair without confirmation" },
    { command: "payctl keys delete KEY_PAIR_ID --dry-run", about: "show the request, send nothing" },
    { command: "payctl keys delete - --dry-run", about: "ids from standard input, one per line" },
  ],
  exitCodes: { 11: "some of the key pairs could not be deleted" },
  run: async (context, { arguments: { id: words }, flags }) => {
    const [{ deleteKeys }, { collectIds }] = await Promise.all([
      import("./delete-keys.ts"),
      import("../read-ids.ts"),
    ]);
    const usage = "payctl keys delete KEY_PAIR_ID...";
    return deleteKeys(context, await collectIds(context, { words, noun: "key pair", usage }), flags);
  },
});
