import type { Context } from "../../context.ts";
import { operations } from "../../contract/operations.ts";
import { UsageError } from "../../errors.ts";
import { restArgument } from "../../terminal/arguments.ts";
import { type FlagValues, fileFlag } from "../../terminal/flags.ts";
import type { Column } from "../../terminal/output.ts";
import { shellWord } from "../../values/text.ts";
import { refuseTooMany } from "../bulk/begin-bulk.ts";
import { bulkFlags } from "../bulk/bulk-flags.ts";
import { checkResultsFile } from "../bulk/results-file.ts";
import { inGroups } from "../bulk/run-bulk.ts";
import { changeEach } from "../bulk/run-job.ts";
import { command } from "../command.ts";
import { findId, placesById, readIdFiles } from "../read-ids.ts";
import type { Places } from "../read-input-file.ts";
import { integer, orNull, record, rowsOf, shapeOf, string, stringOrNull } from "../result.ts";
import { sendWrite } from "../write.ts";

const rows = rowsOf(
  record({
    payment_method_id: string("PAYMENT METHOD", { goes: true }),
    id: string("ID"),
    result: string("RESULT"),
    status: orNull(integer("STATUS")),
    error: stringOrNull("ERROR", { shrinks: true }),
  }),
);

export const tokensSuspend = changeCommand({
  verb: "suspend",
  result: "suspended",
  about:
    "A suspended token is not used for payments until it is resumed. Suspending it again changes nothing.",
  operation: operations.suspendNetworkToken,
});

export const tokensResume = changeCommand({
  verb: "resume",
  result: "resumed",
  about: "Resuming an active token changes nothing.",
  operation: operations.resumeNetworkToken,
});

interface ChangeCommand extends Pick<TokenChange, "operation" | "result"> {
  /** `suspend`: the last word of the command. */
  readonly verb: string;
  /** What the change means. */
  readonly about: string;
}

/** A command that makes the same change to one network token or many. */
function changeCommand({ verb, result, about, operation }: ChangeCommand) {
  return command({
    about: `${about} Several tokens, or tokens from a file or standard input, give one row each.`,
    operation,
    otherwise: { when: "for several", result: rows },
    arguments: {
      pairs: restArgument(
        "PAYMENT_METHOD_ID NETWORK_TOKEN_ID, one or more pairs; - reads pairs from standard input",
      ),
    },
    flags: { file: fileFlag("pairs of ids, one pair per line, # for comments"), ...bulkFlags },
    examples: [
      {
        command: `payctl tokens ${verb} PAYMENT_METHOD_ID NETWORK_TOKEN_ID`,
        about: `${verb} one token`,
      },
      {
        command: `payctl tokens ${verb} PAYMENT_METHOD_ID NETWORK_TOKEN_ID --dry-run`,
        about: "show the request, send nothing",
      },
      {
        command: `payctl tokens ${verb} - --results results.ndjson`,
        about: "pairs from standard input, one per line; after a failure, the same command continues",
      },
    ],
    exitCodes: { 11: `some of the tokens were not ${result}` },
    run: (context, { arguments: { pairs: words }, flags }) =>
      changeTokens(context, { operation, result, words, flags }),
  });
}

interface TokenChange {
  readonly operation: typeof operations.suspendNetworkToken | typeof operations.resumeNetworkToken;
  /** What a token is afterwards: `suspended`. */
  readonly result: string;
  readonly words: readonly string[];
  readonly flags: FlagValues<typeof bulkFlags> & { readonly file: string | undefined };
}

const noun = "network tokens";

const tokenColumns: readonly Column[] = [
  { title: "ID", field: "id" },
  { title: "PAYMENT METHOD", field: "payment_method_id" },
  { title: "STATUS", field: "status" },
  { title: "EXPIRES", field: "expiration_date" },
  { title: "UPDATED", field: "updated_at", kind: "time" },
];

/** A network token, and the payment method that it was made for. */
interface TokenPair {
  readonly payment_method_id: string;
  readonly network_token_id: string;
}

/** A single pair on the command line shows its token as it is now; several pairs, or pairs read, show a row each. */
async function changeTokens(context: Context, change: TokenChange): Promise<void> {
  const { words, flags, operation } = change;
  await checkResultsFile(flags.results, flags.file);
  const { pairs, places } = await collectPairs(context, words, flags.file);
  const [path] = pairs;
  const isRead = words.includes("-") || flags.file !== undefined;
  if (path === undefined || pairs.length > 1 || isRead || flags.results !== undefined) {
    await changeAll(context, { pairs, places }, change);
  } else {
    refuseTooMany({ count: 1, noun, maxChanges: flags.maxChanges });
    await sendWrite(context, { operation, path, columns: tokenColumns });
  }
}

async function changeAll(
  context: Context,
  { pairs, places }: CollectedPairs,
  { operation, result, flags }: TokenChange,
): Promise<void> {
  await changeEach(context, {
    operation,
    items: pairs,
    places,
    flags,
    results: await context.output.results(shapeOf(rows)),
    good: [result],
    noun,
    doing: result,
    undone: `not ${result}`,
    idOf: ({ network_token_id }) => network_token_id,
    fieldsOf: ({ payment_method_id }) => ({ payment_method_id }),
    change: async (api, path) => {
      const answer = await api.call(operation, { path }, { isOneOfMany: true });
      return { result, status: answer.sent ? answer.status : null };
    },
  });
}

/** Pairs, each once, and where those of files stand, by the ids of their network tokens. */
interface CollectedPairs {
  readonly pairs: readonly TokenPair[];
  readonly places: Places;
}

/** The pairs of a command line, of a file and, for `-`, of standard input. */
async function collectPairs(
  context: Context,
  words: readonly string[],
  file: string | undefined,
): Promise<CollectedPairs> {
  const named = readWords(words.filter((word) => word !== "-"));
  const filed = await readIdFiles(context, {
    words,
    file,
    readLine: (ids) => readPair(ids) ?? "must be two UUIDs",
    refusal: "does not contain pairs of ids; nothing was sent",
    hint: "each line must be: PAYMENT_METHOD_ID NETWORK_TOKEN_ID",
  });
  const all = [...named, ...filed.map(({ item }) => item)];
  const pairs = new Map(all.map((pair) => [Object.values(pair).join(" "), pair]));
  const places = placesById(filed, (pair) => pair.network_token_id);
  if (pairs.size > 0) return { pairs: [...pairs.values()], places };
  throw new UsageError("no network token was given", {
    hint: "give a PAYMENT_METHOD_ID and a NETWORK_TOKEN_ID, or a file of such pairs with --file",
  });
}

function readWords(words: readonly string[]): readonly TokenPair[] {
  const ids = words.map(findId);
  const wrong = words[ids.indexOf(undefined)];
  if (wrong !== undefined) {
    throw new UsageError(`${wrong} is not an id: it must be a UUID`, {
      hint: { text: "to read pairs of ids from a file", command: `--file ${shellWord(wrong)}` },
    });
  }
  if (ids.length % 2 === 1) {
    throw new UsageError("the ids must come in pairs", { hint: "as in PAYMENT_METHOD_ID NETWORK_TOKEN_ID" });
  }
  return inGroups(ids, 2).flatMap((pair) => readPair(pair) ?? []);
}

function readPair(ids: readonly (string | undefined)[]): readonly TokenPair[] | undefined {
  const [payment_method_id, network_token_id, ...more] = ids;
  if (payment_method_id === undefined || network_token_id === undefined || more.length > 0) return undefined;
  return [{ payment_method_id, network_token_id }];
}
