import type { Api } from "../../client/api.ts";
import type { Context } from "../../context.ts";
import { operations } from "../../contract/operations.ts";
import { ApiError, PayctlError, UsageError } from "../../errors.ts";
import { wordsArgument } from "../../terminal/arguments.ts";
import { type FlagValues, switchFlag } from "../../terminal/flags.ts";
import { writeAside } from "../../terminal/streams.ts";
import { safeText } from "../../values/safe-text.ts";
import { beginBulk, refuseTooMany } from "../bulk/begin-bulk.ts";
import { maxChangesFlag, resultsFlag } from "../bulk/bulk-flags.ts";
import {
  againHint,
  checkResultsFile,
  isSending,
  keepResults,
  leaveOutDone,
  type ResultsFile,
} from "../bulk/results-file.ts";
import { showBulk } from "../bulk/show-bulk.ts";
import { checkTally } from "../bulk/tally.ts";
import { command } from "../command.ts";
import { collectIds } from "../read-ids.ts";
import { confirmLoss, confirmWrite, requireScope } from "../write.ts";
import { findOwnKeyPair, listedKeyPairs } from "./own-key-pair.ts";

const operation = operations.deleteApiKeyPair;

const flags = {
  self: switchFlag("also delete the key pair that signs this call"),
  results: resultsFlag,
  maxChanges: maxChangesFlag,
} as const;

export const keysDelete = command({
  about: "The key pair that signs the call itself is refused unless --self is given.",
  operation,
  arguments: { id: wordsArgument("ids of key pairs; - reads standard input") },
  flags,
  examples: [
    { command: "payctl keys delete KEY_PAIR_ID --yes", about: "delete one key pair without confirmation" },
    { command: "payctl keys delete KEY_PAIR_ID --dry-run", about: "show the request, send nothing" },
    { command: "payctl keys delete - --dry-run", about: "ids from standard input, one per line" },
  ],
  exitCodes: { 11: "some of the key pairs could not be deleted" },
  run: async (context, { arguments: { id: words }, flags }) => {
    const usage = "payctl keys delete KEY_PAIR_ID...";
    await checkResultsFile(flags.results, undefined);
    const { ids } = await collectIds(context, { words, noun: "key pair", usage });
    return keepResults(context, { file: flags.results, operation }, (resultsFile) =>
      deleteKeys(context, ids, { ...flags, resultsFile }),
    );
  },
});

/** Deletes key pairs for good, after confirmation or with a flag; `--self` allows the signing one among them. */
async function deleteKeys(
  context: Context,
  given: readonly string[],
  {
    self,
    maxChanges,
    resultsFile,
  }: Pick<FlagValues<typeof flags>, "maxChanges" | "self"> & { readonly resultsFile: ResultsFile },
): Promise<void> {
  const { dryRun } = context.globals;
  const ids = await leaveOutDone(context, { items: given, resultsFile, good: ["deleted"], idOf: (id) => id });
  if (ids.length === 0) return;
  const extent = { count: ids.length, noun: "key pairs", maxChanges };
  refuseTooMany(extent);
  await requireScope(context, operation);
  if (!self && !dryRun) await refuseOwnKeyPair(context, ids);
  const [only] = given.length === 1 && resultsFile.file === undefined ? ids : [];
  if (only === undefined) await beginBulk(context, operation, extent);
  else await confirmWrite(context, operation);
  await confirmLoss(context, () => lossQuestion(context, ids));
  if (only !== undefined) await deleteOne(context, await context.api(), only, false);
  else await deleteMany(context, self && !dryRun ? await ownLast(context, ids) : ids, resultsFile);
}

async function refuseOwnKeyPair(context: Context, ids: readonly string[]): Promise<void> {
  const own = await findOwnKeyPair(context);
  if (own === undefined || !ids.includes(own.id)) return;
  throw new UsageError(`key pair ${own.id} signs this call itself`, {
    hint: { text: "deleting it locks this key out; to delete it anyway, add", command: "--self" },
  });
}

/** After deleting its own key pair, a command can delete no other. */
async function ownLast(context: Context, ids: readonly string[]): Promise<readonly string[]> {
  const own = await findOwnKeyPair(context);
  const isOwn = (id: string) => id === own?.id;
  return [...ids.filter((id) => !isOwn(id)), ...ids.filter(isOwn)];
}

/** Resolves to the status of the answer; null under `--dry-run`, because nothing was sent. */
async function deleteOne(
  context: Context,
  api: Api,
  id: string,
  isOneOfMany: boolean,
): Promise<number | null> {
  const answer = await api.call(operation, { path: { api_key_pair_id: id } }, { isOneOfMany });
  if (!answer.sent) return null;
  await context.output.note(`deleted ${id}`);
  return answer.status;
}

async function deleteMany(context: Context, ids: readonly string[], resultsFile: ResultsFile): Promise<void> {
  const noun = "key pairs";
  const tally = await showBulk(context, {
    items: ids,
    resultsFile,
    noun,
    doing: "deleted",
    concurrency: 1,
    idsOf: (id) => [id],
    async work(api, id) {
      const status = await deleteOne(context, api, id, true).catch(async (error: unknown) => {
        // Sent by an earlier run, which did not learn that it had worked.
        if (!(error instanceof ApiError) || error.status !== 404 || !isSending(resultsFile.past, id))
          throw error;
        await context.output.note(`deleted ${id}`);
        return error.status;
      });
      return { rows: [{ id, result: "deleted", status, error: null }] };
    },
  });
  checkTally(tally, {
    total: ids.length,
    good: ["deleted"],
    noun,
    undone: "not deleted",
    mostFailures: ids.length,
    hint: againHint(resultsFile.file),
  });
}

/** Asks whether to delete key pairs, by id and name; several are listed first, one per line. */
async function lossQuestion(context: Context, ids: readonly string[]): Promise<string> {
  const names = await namesOf(context, ids);
  const lines = ids.map((id) => (names.has(id) ? `${id} (${names.get(id)})` : id));
  if (lines.length === 1) return `Delete key pair ${lines[0]} for good?`;
  // No note, which --quiet would hide: it is part of the question.
  await writeAside(context.host.stderr, lines.map((line) => `  ${safeText(line)}\n`).join(""));
  return `Delete these ${ids.length} key pairs for good?`;
}

/** The display names of key pairs by id, as far as they can be listed, which deleting does not need. */
async function namesOf(context: Context, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const names = new Map<string, string>();
  try {
    for await (const item of listedKeyPairs(context)) {
      if (ids.includes(item.id)) names.set(item.id, String(item["display_name"] ?? ""));
      if (names.size === ids.length) break;
    }
  } catch (error) {
    if (!(error instanceof PayctlError) || context.host.signal.aborted) throw error;
  }
  return names;
}
