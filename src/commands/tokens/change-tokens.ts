import type { Context } from "../../context.ts";
import type { operations } from "../../contract/operations.ts";
import type { FlagValues } from "../../terminal/flags.ts";
import type { bulkFlags } from "../bulk/bulk-flags.ts";
import type { ResultRow } from "../bulk/result-row.ts";
import { runRows } from "../bulk/run-rows.ts";
import { confirmWrite } from "../confirm.ts";
import { recordShape } from "../record-shape.ts";
import { sendWrite } from "../send-write.ts";
import { networkTokenColumns } from "./columns.ts";
import { collectPairs, type TokenPair } from "./pairs.ts";

export interface TokenChange {
  readonly operation: typeof operations.suspendNetworkToken | typeof operations.resumeNetworkToken;
  /** What a token is afterwards: `suspended`. */
  readonly result: string;
  readonly words: readonly string[];
  readonly flags: FlagValues<typeof bulkFlags> & { readonly file: string | undefined };
}

const shape = recordShape([
  { title: "PAYMENT METHOD", field: "payment_method_id", goes: true },
  { title: "ID", field: "id" },
  { title: "RESULT", field: "result" },
  { title: "STATUS", field: "status" },
  { title: "ERROR", field: "error", shrinks: true },
]);

/** One pair of the command line shows its token as it now is; several, and those that are read, show a row each. */
export async function changeTokens(context: Context, change: TokenChange): Promise<undefined> {
  const { words, flags, operation } = change;
  const pairs = await collectPairs(context, words, flags.file);
  const [path] = pairs;
  const isRead = words.includes("-") || flags.file !== undefined;
  const isKept = flags.results !== undefined || flags.resume !== undefined;
  if (path === undefined || pairs.length > 1 || isRead || isKept) {
    await changeAll(context, pairs, change);
  } else {
    await sendWrite(context, { operation, path, columns: networkTokenColumns });
  }
  return undefined;
}

async function changeAll(
  context: Context,
  pairs: readonly TokenPair[],
  { operation, result, flags }: TokenChange,
): Promise<void> {
  const results = await context.output.results(shape);
  await confirmWrite(context);
  const api = await context.api();
  await runRows(context, {
    items: pairs,
    flags,
    results,
    good: [result],
    words: { items: "network tokens", done: result, otherwise: `not ${result}` },
    idOf: ({ network_token_id }) => network_token_id,
    work: async (path) => {
      const answer = await api.call(operation, { path }, { sharesToken: true });
      return {
        id: path.network_token_id,
        result,
        status: answer.sent ? answer.status : null,
        error: null,
      };
    },
    complete: withPaymentMethod,
  });
}

interface TokenRow extends ResultRow {
  readonly payment_method_id: string;
}

function withPaymentMethod({ payment_method_id }: TokenPair, { id, ...rest }: ResultRow): TokenRow {
  return { id, payment_method_id, ...rest };
}
