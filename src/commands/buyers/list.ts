import { operations } from "../../contract/operations.ts";
import { switchFlag, textFlag } from "../../terminal/flags.ts";
import type { Column } from "../../terminal/output.ts";
import { shellWord } from "../../terminal/words.ts";
import { command } from "../command.ts";
import { listFlags, showList } from "../show-list.ts";

const columns: readonly Column[] = [
  { title: "ID", field: "id" },
  { title: "NAME", field: "display_name", shrinks: true },
  { title: "EXTERNAL ID", field: "external_identifier", shrinks: true, goes: true },
  { title: "COUNTRY", field: "billing_details.address.country" },
  { title: "CREATED", field: "created_at", kind: "time", goes: true },
];

const personalColumns: readonly Column[] = [
  { title: "EMAIL", field: "billing_details.email_address", shrinks: true },
  { title: "PHONE", field: "billing_details.phone_number" },
];

export const buyersList = command({
  about: [
    "Both filters run on the service and match whole values.",
    "Personal data stays hidden unless --pii asks for it and the key pair may see it.",
  ].join(" "),
  operation: operations.listBuyers,
  arguments: {},
  flags: {
    search: textFlag("display name or external identifier equals this"),
    externalIdentifier: textFlag("external identifier equals this", { placeholder: "ID" }),
    pii: switchFlag("show personal data (scope buyers.billing-details.read)"),
    ...listFlags,
  },
  examples: [
    { command: "payctl buyers list --limit 10", about: "the ten newest buyers" },
    { command: "payctl buyers list --search 'Ada Lovelace' --pii -o json", about: "one buyer, in full" },
  ],
  run: (context, { flags }) =>
    showList(context, {
      operation: operations.listBuyers,
      query: { search: flags.search, external_identifier: flags.externalIdentifier },
      scopes: flags.pii ? ["buyers.billing-details.read"] : [],
      columns: flags.pii ? [...columns, ...personalColumns] : columns,
      furtherColumns: personalColumns,
      paging: flags,
      emptyHint: partHint(flags),
    }),
});

interface Filters {
  readonly search: string | undefined;
  readonly externalIdentifier: string | undefined;
}

/** How to find a part of what the service compares whole. */
function partHint({ search, externalIdentifier }: Filters): string | undefined {
  const text = search ?? externalIdentifier;
  if (text === undefined) return undefined;
  const field = search === undefined ? "external_identifier" : "display_name";
  const literal = text.replaceAll(/['\\]/g, "\\$&");
  const expression = `items[?contains(${field} || '', '${literal}')]`;
  // Double quotes, which every shell knows, unless something in them would be special.
  const query = /["$`\\!]/.test(expression) ? shellWord(expression) : `"${expression}"`;
  return `the service compares whole values; for a part: payctl buyers list --all --query ${query}`;
}
