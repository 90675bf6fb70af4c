import { operations } from "../../contract/operations.ts";
import { UsageError } from "../../errors.ts";
import { argument } from "../../terminal/arguments.ts";
import { parsedFlag } from "../../terminal/flags.ts";
import type { Column } from "../../terminal/output.ts";
import { command } from "../command.ts";
import { answerShape } from "../result.ts";
import { wholeList } from "../show-list.ts";

const operation = operations.listThreeDsConfigurations;

const columns: readonly Column[] = [
  { title: "ID", field: "id" },
  { title: "SCHEME", field: "scheme" },
  { title: "CURRENCY", field: "currency" },
  { title: "MERCHANT NAME", field: "merchant_name", shrinks: true },
  { title: "ACQUIRER BIN", field: "merchant_acquirer_bin", goes: true },
  { title: "ACQUIRER ID", field: "merchant_acquirer_id", shrinks: true, goes: true },
  { title: "COUNTRY", field: "merchant_country_code", goes: true },
];

export const merchantsThreeDs = command({
  about: "A configuration without a currency applies to every currency, so --currency shows it too.",
  operation,
  arguments: { id: argument("id of the merchant account") },
  flags: {
    currency: parsedFlag("only what applies to this currency", parseCurrency, { placeholder: "CODE" }),
  },
  examples: [
    { command: "payctl merchants three-ds default", about: "every configuration" },
    { command: "payctl merchants three-ds default --currency EUR", about: "what applies to euros" },
  ],
  run: async (context, { arguments: { id }, flags }) => {
    const results = await context.output.results(answerShape(operation, columns));
    const api = await context.api();
    const input = { path: { merchant_account_id: id }, query: { currency: flags.currency } };
    const answer = await api.call(operation, input);
    if (answer.sent) await results.list(wholeList(operation, answer));
  },
});

/** Specification, section 4.8. */
function parseCurrency(text: string): string {
  if (/^[A-Z]{3}$/.test(text)) return text;
  throw new UsageError("must be three capital letters, as in EUR");
}
