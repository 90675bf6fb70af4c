import type { ListQuery } from "../../client/pages.ts";
import type { Context } from "../../context.ts";
import { auditActions, auditResourceTypes } from "../../contract/words.ts";
import { type FlagValues, listFlag, negatableFlag, parseWord, severalFlag } from "../../terminal/flags.ts";
import { nearest } from "../../values/suggest.ts";
import { isUuid } from "../../values/text.ts";
import { queriesOf } from "../one-by-one.ts";
import type { Criteria, Match } from "./match.ts";

/** What audit logs are filtered by; the service itself knows action, user id and resource type (specification, section 4.3). */
export const filterFlags = {
  action: severalFlag(`only these actions: ${auditActions.join(", ")}`, parseWord, {
    placeholder: "WORD",
    completes: "audit-action",
  }),
  notAction: severalFlag("all but these actions", (text) => parseWord(text).toLowerCase(), {
    placeholder: "WORD",
    completes: "audit-action",
  }),
  user: {
    ...listFlag("only what these people did: a UUID, or a part of the name or e-mail address", {
      placeholder: "NAME",
    }),
    parse: parseNonBlank,
  },
  staff: negatableFlag("only what the service's own staff did; with no-, only what others did"),
  resourceType: severalFlag(`only these kinds of resource: ${auditResourceTypes.join(", ")}`, parseWord, {
    placeholder: "WORD",
    completes: "audit-resource-type",
  }),
  resource: {
    ...listFlag("only what was done to these resources: an id, its beginning, or a part of the name", {
      placeholder: "NAME",
    }),
    parse: parseNonBlank,
  },
} as const;

function parseNonBlank(text: string): string {
  return parseWord(text.trim());
}

export type FilterValues = FlagValues<typeof filterFlags>;

/** Where filters and times are explained. */
export const aboutFilters = "How filters and times are written: payctl audit --help";

/** Which entries are selected, and who selects them. */
export interface AuditFilter {
  /** What the service is asked for: several queries make one list. */
  readonly queries: readonly ListQuery[];
  /** What is compared here; undefined if nothing is left to compare. */
  readonly match: Match | undefined;
  /** What distinguishes `match` from others. */
  readonly criteria: Criteria;
}

/** The filter; notes words that are not known. */
export async function openFilter(context: Context, flags: FilterValues): Promise<AuditFilter> {
  await noteUnknownWords(context, flags);
  const { action, notAction, resource, resourceType, staff, user } = flags;
  const ids = user?.every(isUuid) ? user.map((id) => id.toLowerCase()) : undefined;
  const queries = queriesOf({ action, user_id: ids, resource_type: resourceType });
  const criteria = { notAction, resource, staff, user: ids === undefined ? user : undefined };
  const isEmpty = Object.values(criteria).every((value) => value === undefined);
  return { queries, criteria, match: isEmpty ? undefined : await openMatch(criteria) };
}

async function openMatch(criteria: Criteria): Promise<Match> {
  return (await import("./match.ts")).createMatch(criteria);
}

/** Notes names that turned out to be those of several people. */
export async function noteNamesakes({ output }: Context, { match }: AuditFilter): Promise<void> {
  for (const text of match?.news() ?? []) await output.note(text);
}

/** An empty list looks like an answer, so `delete` gets a note about `deleted`; a service may know more words. */
async function noteUnknownWords({ output }: Context, flags: FilterValues): Promise<void> {
  const { action = [], notAction = [], resourceType = [] } = flags;
  const words = [
    ...[...action, ...notAction].map((word) => ({ word, kind: "an action", known: auditActions })),
    ...resourceType.map((word) => ({ word, kind: "a resource type", known: auditResourceTypes })),
  ];
  for (const { word, kind, known } of new Map(words.map((each) => [each.kind + each.word, each])).values()) {
    if (known.some((one) => one === word)) continue;
    const ways = known.flatMap((value) => waysToSay(value).map((meant) => ({ meant, value })));
    // In `flow-rule` the kind of thing comes last.
    const last = word.split(/[-_ ]/).at(-1) ?? word;
    const [meant] = [word, last].flatMap((word) => nearest(ways.map((way) => ({ word, ...way }))) ?? []);
    const advice = meant === undefined ? "it knows" : `did you mean ${meant}? It knows`;
    await output.note(`${word} is not ${kind} that payctl knows; ${advice} ${known.join(", ")}`);
  }
}

/** What people call actions otherwise. */
const otherWords: Readonly<Record<string, readonly string[]>> = {
  created: ["add", "added"],
  updated: ["change", "changed", "edit", "edited", "modified", "modify"],
  deleted: ["remove", "removed"],
  "api-key-pair": ["key"],
};

/** A known word, what others call it, and the halves of a long one: `api key` and `key-pair` mean `api-key-pair`. */
function waysToSay(word: string): readonly string[] {
  const parts = word.split("-");
  const half = Math.ceil(parts.length / 2);
  const halves = [parts.slice(0, half), parts.slice(-half)].map((some) => some.join("-"));
  return [word, ...halves, ...(otherWords[word] ?? [])];
}
