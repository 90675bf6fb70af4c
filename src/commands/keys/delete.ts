import { operations } from "../../contract/operations.ts";
import { uuidsArgument } from "../../terminal/arguments.ts";
import { switchFlag } from "../../terminal/flags.ts";
import { maxChangesFlag } from "../bulk/bulk-flags.ts";
import { command } from "../command.ts";

const operation = operations.deleteApiKeyPair;

export const keysDelete = command({
  about: "The key pair that signs the call itself is refused unless --self is given.",
  operation,
  arguments: { id: uuidsArgument("ids of key pairs") },
  flags: { self: switchFlag("also delete the key pair that signs this call"), maxChanges: maxChangesFlag },
  examples: [
    { command: "payctl keys delete KEY_PAIR_ID --yes", about: "delete one key pair without confirmation" },
    { command: "payctl keys delete KEY_PAIR_ID --dry-run", about: "show the request, send nothing" },
  ],
  exitCodes: { 11: "some of the key pairs could not be deleted" },
  run: async (context, { arguments: { id: ids }, flags }) => {
    const { deleteKeys } = await import("./delete-keys.ts");
    return deleteKeys(context, [...new Set(ids)], flags);
  },
});
