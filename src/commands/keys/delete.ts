import type { Context } from "../../context.ts";
import { operations } from "../../contract/operations.ts";
import { PartialError, PayctlError } from "../../errors.ts";
import { uuidsArgument } from "../../terminal/arguments.ts";
import { switchFlag } from "../../terminal/flags.ts";
import { command } from "../command.ts";
import { confirmLoss, confirmWrite } from "../confirm.ts";
import { refuseOwnKeyPair } from "./own-key-pair.ts";

const operation = operations.deleteApiKeyPair;

export const keysDelete = command({
  words: ["keys", "delete"],
  summary: "Delete API key pairs for good",
  about: "The key pair that signs this very call is refused unless --self says that it is meant.",
  operation,
  arguments: { ids: uuidsArgument("ids of key pairs") },
  flags: { self: switchFlag("also delete the key pair that signs this call") },
  examples: [
    { command: "payctl keys delete KEY_PAIR_ID --yes", about: "delete one key pair without being asked" },
    { command: "payctl keys delete KEY_PAIR_ID --dry-run", about: "see the request, send nothing" },
  ],
  exitCodes: { 11: "some of the key pairs could not be deleted" },
  run: async (context, { arguments: { ids }, flags }) => {
    const wanted = [...new Set(ids)];
    if (!flags.self && !context.globals.dryRun) await refuseOwnKeyPair(context, wanted);
    await confirmWrite(context);
    await confirmLoss(context, `Delete ${describe(wanted)} for good?`);
    await deleteAll(context, wanted);
    return undefined;
  },
});

function describe(ids: readonly string[]): string {
  return ids.length === 1 ? `key pair ${ids[0]}` : `${ids.length} key pairs`;
}

async function deleteAll(context: Context, ids: readonly string[]): Promise<void> {
  const api = await context.api();
  const failures: PayctlError[] = [];
  for (const id of ids) {
    try {
      const answer = await api.call(operation, { path: { api_key_pair_id: id } });
      if (answer.sent) await context.output.note(`deleted ${id}`);
    } catch (error) {
      if (!(error instanceof PayctlError)) throw error;
      failures.push(error);
      if (ids.length > 1) await context.output.note(`could not delete ${id}: ${error.message}`);
    }
  }
  const [first] = failures;
  if (first === undefined) return;
  if (ids.length === 1) throw first;
  throw new PartialError(`${failures.length} of ${ids.length} key pairs were not deleted`);
}
