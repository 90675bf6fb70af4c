import type { Context } from "../../context.ts";
import { operations } from "../../contract/operations.ts";
import type { Advice } from "../../errors.ts";
import { readField } from "../../terminal/fields.ts";
import { type FlagValues, parsedFlag, parseWord, severalFlag, switchFlag } from "../../terminal/flags.ts";
import type { Column } from "../../terminal/output.ts";
import { shellWord } from "../../values/text.ts";
import { command } from "../command.ts";
import { inTurn, queriesOf } from "../list-queries.ts";
import { listFlags, type Narrow, narrowBy, showList } from "../show-list.ts";

const columns: readonly Column[] = [
  { title: "ID", field: "id" },
  { title: "NAME", field: "display_name", shrinks: true },
  { title: "EXTERNAL ID", field: "external_identifier", shrinks: true, goes: true },
  { title: "COUNTRY", field: "billing_details.address.country", goes: "same" },
  { title: "CREATED", field: "created_at", kind: "time", goes: true },
];

const personalColumns: readonly Column[] = [
  { title: "EMAIL", field: "billing_details.email_address", shrinks: true },
  { title: "PHONE", field: "billing_details.phone_number" },
];

const flags = {
  search: parsedFlag("display name or external identifier equals this", parseWord),
  externalIdentifier: severalFlag("external identifier equals this, or one of these", parseWord, {
    placeholder: "ID",
  }),
  match: parsedFlag(
    "part of a name or an identifier or, with --pii, of an e-mail address or a telephone number",
    (text) => parseWord(text.trim()),
  ),
  pii: switchFlag("show personal data (scope buyers.billing-details.read)"),
  ...listFlags,
} as const;

type BuyerFlags = FlagValues<typeof flags>;

export const buyersList = command({
  about: [
    "--search and --external-identifier run on the service and match whole values. --match finds parts, ignoring case",
    "and accents: payctl reads every buyer for it, and so more than it shows.",
    "Personal data stays hidden unless --pii asks for it and the key pair may see it.",
  ].join(" "),
  operation: operations.listBuyers,
  arguments: {},
  flags,
  examples: [
    { command: "payctl buyers list --limit 10", about: "the ten newest buyers" },
    { command: "payctl buyers list --match lovelace", about: "everyone with that in the name" },
    { command: "payctl buyers list --search 'Ada Lovelace' --pii -o json", about: "one buyer, in full" },
  ],
  run: async (context, { flags }) => {
    const { match, pii } = flags;
    return showList(context, {
      operation: operations.listBuyers,
      ...externalLists(context, flags),
      scopes: pii ? ["buyers.billing-details.read"] : [],
      columns: pii ? [...columns, ...personalColumns] : columns,
      furtherColumns: personalColumns,
      paging: flags,
      emptyHint: partHint(flags),
      narrow: await matchBuyers(context, flags),
      isSparse: match !== undefined,
    });
  },
});

/** The list of each external identifier in turn, and a note of those that nobody has. */
function externalLists({ output }: Context, { search, externalIdentifier }: BuyerFlags) {
  const queries = queriesOf({
    search: search === undefined ? undefined : [search],
    external_identifier: externalIdentifier,
  });
  const missing: string[] = [];
  const ended = (index: number, rows: number): void => {
    if (rows === 0) missing.push(String(queries[index]?.["external_identifier"]));
  };
  return {
    queries,
    join: (lists: Parameters<typeof inTurn>[0]) => inTurn(lists, ended),
    async tell(): Promise<void> {
      if (missing.length > 0) await output.note(`no buyer has the external identifier ${missing.join(", ")}`);
    },
  };
}

const names: readonly string[] = ["display_name", "external_identifier", "account_number", "id"];

/** Keeps the buyers that have the text of `--match` in one of their names or identifiers. */
async function matchBuyers({ output }: Context, { match, pii }: BuyerFlags): Promise<Narrow | undefined> {
  if (match === undefined) return undefined;
  const { fold } = await import("../../values/fold.ts");
  const wanted = fold(match);
  const number = isNumber(match) ? digitsOf(match) : "";
  // A match of personal data that is not shown would give it away.
  const fields = pii ? [...names, "billing_details.email_address"] : names;
  const isMeant = (buyer: unknown): boolean => {
    if (wanted !== "" && fields.some((field) => fold(textOf(buyer, field)).includes(wanted))) return true;
    if (!pii || number === "") return false;
    return digitsOf(textOf(buyer, "billing_details.phone_number")).includes(number);
  };
  return narrowBy(isMeant, output.progress({ done: "read" }));
}

function textOf(buyer: unknown, field: string): string {
  const value = readField(buyer, field);
  return typeof value === "string" ? value : "";
}

/** Whether a text may be a telephone number, or a part of one, however its digits are grouped. */
function isNumber(text: string): boolean {
  return /^[+(]?\d[\d\s()./-]+$/.test(text);
}

function digitsOf(text: string): string {
  return text.replace(/\D/g, "");
}

/** How to find a part of what the service compares whole, or personal data, which is hidden unless asked for. */
function partHint({ search, externalIdentifier, match, pii = false }: BuyerFlags): Advice | undefined {
  if (match !== undefined) {
    return pii ? undefined : "to look at e-mail addresses and telephone numbers too, add --pii";
  }
  const text = search ?? externalIdentifier?.[0];
  if (text === undefined) return undefined;
  const personal = personalKind(text);
  const wanted = personal === undefined ? "a part" : `a part, or ${personal}`;
  const more = pii || personal !== undefined ? " --pii" : "";
  return {
    text: `the service compares whole values; for ${wanted}`,
    command: `payctl buyers list --match ${shellWord(text)}${more}`,
  };
}

function personalKind(text: string): string | undefined {
  if (text.includes("@")) return "an e-mail address";
  return isNumber(text) ? "a telephone number" : undefined;
}
