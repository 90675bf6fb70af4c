import { operations } from "../../contract/operations.ts";
import { parsedFlag, parseWord, switchFlag, textFlag } from "../../terminal/flags.ts";
import type { Column } from "../../terminal/output.ts";
import { isRecord } from "../../values/record.ts";
import { aboutTimes, noteUnits, readInstant } from "../audit/window.ts";
import { command } from "../command.ts";
import { listFlags, type Narrow, narrowBy, showList } from "../show-list.ts";

export const keysList = command({
  about: [
    "A pair that was never used counts as last used when it was created. payctl applies --match, which ignores case, --unused-since and --inactive",
    `itself; the service does not.\n\n${aboutTimes}`,
  ].join(" "),
  operation: operations.listApiKeyPairs,
  arguments: {},
  flags: {
    unusedSince: textFlag("only pairs not used since then", { placeholder: "TIME" }),
    inactive: switchFlag("only inactive pairs"),
    match: parsedFlag("part of a name or of a thumbprint", (text) => parseWord(text.trim())),
    ...listFlags,
  },
  examples: [
    { command: "payctl keys list", about: "the newest key pairs" },
    { command: "payctl keys list --match pipeline", about: "those with that in the name" },
    { command: "payctl keys list --all -o json", about: "every key pair, as JSON" },
    {
      command: "payctl keys list --unused-since 90d --all -o id",
      about: "the ids of key pairs unused for 90 days",
    },
  ],
  run: async (context, { flags }) => {
    const { inactive, match, unusedSince } = flags;
    const since =
      unusedSince === undefined ? undefined : await readInstant(context, "--unused-since", unusedSince);
    await noteUnits(context, [unusedSince]);
    return showList(context, {
      operation: operations.listApiKeyPairs,
      queries: [{}],
      columns: apiKeyPairColumns,
      paging: flags,
      narrow: await narrowKeys({ since, inactive, match }),
      isSparse: match !== undefined,
    });
  },
});

const apiKeyPairColumns: readonly Column[] = [
  { title: "ID", field: "id" },
  { title: "NAME", field: "display_name", shrinks: true },
  { title: "ACTIVE", field: "active", goes: "same" },
  { title: "LAST USED", field: "last_used_at", kind: "time", goes: true },
  { title: "ROLES", field: "roles.name", shrinks: true, goes: true },
  { title: "THUMBPRINT", field: "thumbprint", shrinks: true, goes: "first" },
];

/** The filters that the service does not have; undefined if none is given. */
async function narrowKeys({
  since,
  inactive,
  match,
}: {
  readonly since: number | undefined;
  readonly inactive: boolean | undefined;
  readonly match: string | undefined;
}): Promise<Narrow | undefined> {
  if (since === undefined && !inactive && match === undefined) return undefined;
  const { fold } = await import("../../values/fold.ts");
  const wanted = fold(match ?? "");
  return narrowBy((pair) => {
    if (!isRecord(pair)) return false;
    const { active, created_at, display_name, last_used_at, thumbprint } = pair;
    const texts = [display_name, thumbprint].map((text) => fold(String(text ?? "")));
    if (!texts.some((text) => text.includes(wanted))) return false;
    if (inactive && active !== false) return false;
    // An unused pair counts from its creation: one made today is not a leftover.
    return since === undefined || Date.parse(String(last_used_at ?? created_at)) < since;
  });
}
