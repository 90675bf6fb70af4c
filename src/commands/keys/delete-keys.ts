import type { Api } from "../../client/api.ts";
import type { Context } from "../../context.ts";
import { operations } from "../../contract/operations.ts";
import { failedRow, skippedRow } from "../bulk/result-row.ts";
import type { Bulk } from "../bulk/run-bulk.ts";
import { showBulk } from "../bulk/show-bulk.ts";
import { checkTally } from "../bulk/tally.ts";
import { confirmLoss, confirmWrite } from "../confirm.ts";
import { lossQuestion } from "./name-key-pairs.ts";
import { ownKeyPairId, refuseOwnKeyPair } from "./own-key-pair.ts";

const operation = operations.deleteApiKeyPair;

/** Deletes key pairs for good, once a person or a flag has agreed; `--self` lets the own one be among them. */
export async function deleteKeys(
  context: Context,
  ids: readonly string[],
  { self }: { readonly self: boolean | undefined },
): Promise<undefined> {
  const { dryRun } = context.globals;
  if (!self && !dryRun) await refuseOwnKeyPair(context, ids);
  await confirmWrite(context);
  await confirmLoss(context, () => lossQuestion(context, ids));
  const api = await context.api();
  const [only] = ids;
  if (only !== undefined && ids.length === 1) await deleteOne(context, api, only);
  else await deleteMany(context, api, self && !dryRun ? await ownLast(context, ids) : ids);
  return undefined;
}

/** Behind its own key pair a command can delete no other. */
async function ownLast(context: Context, ids: readonly string[]): Promise<readonly string[]> {
  const own = await ownKeyPairId(context);
  return own !== undefined && ids.includes(own) ? [...ids.filter((id) => id !== own), own] : ids;
}

async function deleteOne(context: Context, api: Api, id: string): Promise<void> {
  const answer = await api.call(operation, { path: { api_key_pair_id: id } }, { sharesToken: true });
  if (answer.sent) await context.output.note(`deleted ${id}`);
}

async function deleteMany(context: Context, api: Api, ids: readonly string[]): Promise<void> {
  const tally = await showBulk(context, { bulk: deletion(context, api, ids), doing: "deleted" });
  checkTally(tally, {
    total: ids.length,
    good: ["deleted"],
    items: "key pairs",
    otherwise: "not deleted",
    mostFailures: ids.length,
  });
}

function deletion(context: Context, api: Api, ids: readonly string[]): Bulk<string> {
  return {
    items: ids,
    concurrency: 1,
    idsOf: (id) => [id],
    async work(id) {
      await deleteOne(context, api, id);
      return { rows: [{ id, result: "deleted", status: null, error: null }] };
    },
    failed: (id, error) => ({ rows: [failedRow(id, error)] }),
    skipped: (id) => ({ rows: [skippedRow(id)] }),
  };
}
