import { operations } from "../../contract/operations.ts";
import { restArgument } from "../../terminal/arguments.ts";
import { fileFlag, listFlag } from "../../terminal/flags.ts";
import type { Column } from "../../terminal/output.ts";
import { formatFlag } from "../bulk/bulk-flags.ts";
import { command } from "../command.ts";
import { shapeOf } from "../shape.ts";

const operation = operations.fetchGiftCardBalances;

const columns: readonly Column[] = [
  { title: "ID", field: "id" },
  { title: "BIN", field: "bin", goes: true },
  { title: "LAST 4", field: "last4" },
  { title: "BALANCE", field: "balance", kind: "number", currency: "currency" },
  { title: "CURRENCY", field: "currency", goes: true },
  { title: "EXPIRES", field: "expiration_date", kind: "time", goes: true },
  { title: "ERROR", field: "balance_error_code", shrinks: true },
];

export const giftcardsBalances = command({
  about:
    "Name stored cards with --id. Cards given by number and PIN come from a file, from standard input with --format, or from a hidden prompt, never from the command line.",
  operation,
  arguments: { cards: restArgument("- reads cards from standard input; card numbers are refused here") },
  flags: {
    id: listFlag("id of a stored gift card; can be repeated", { placeholder: "UUID" }),
    file: fileFlag("cards as YAML, JSON, NDJSON or CSV with number,pin or id"),
    format: formatFlag,
  },
  examples: [
    { command: "payctl giftcards balances --id GIFT_CARD_ID", about: "a stored card" },
    { command: "payctl giftcards balances --file cards.csv --dry-run", about: "see the requests for a file" },
  ],
  exitCodes: { 11: "some balances could not be fetched" },
  run: async (context, { arguments: { cards: words }, flags }) => {
    const [{ collectCards }, { fetchBalances }] = await Promise.all([
      import("./collect-cards.ts"),
      import("./fetch-balances.ts"),
    ]);
    const results = await context.output.results(shapeOf(operation, columns));
    const cards = await collectCards(context, { ...flags, words });
    return fetchBalances(context, cards, results);
  },
});
