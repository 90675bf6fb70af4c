import type { ListQuery } from "../../client/pages.ts";
import type { Context } from "../../context.ts";
import { auditActions, auditResourceTypes } from "../../contract/words.ts";
import { readField } from "../../terminal/fields.ts";
import { type FlagValues, listFlag, negatableFlag, parseWord, severalFlag } from "../../terminal/flags.ts";
import { fold } from "../../values/fold.ts";
import { isUuid } from "../../values/text.ts";
import { queriesOf } from "../list-queries.ts";
import { textAt } from "./entry.ts";

const nameFlag = (summary: string) => ({
  ...listFlag(summary, { placeholder: "NAME" }),
  parse: (text: string) => parseWord(text.trim()),
});
const actionWord = { placeholder: "WORD", completes: "audit-action" };
const typeWord = { placeholder: "WORD", completes: "audit-resource-type" };

/** What audit logs are filtered by; the service itself knows action, user id and resource type (specification, section 4.3). */
export const filterFlags = {
  action: severalFlag(`only these actions: ${auditActions.join(", ")}`, parseWord, actionWord),
  notAction: severalFlag("all but these actions", (text) => parseWord(text).toLowerCase(), actionWord),
  user: nameFlag("only what these people did: a UUID, or a part of the name or e-mail address"),
  staff: negatableFlag("only what the service's own staff did; with no-, only what others did"),
  resourceType: severalFlag(
    `only these kinds of resource: ${auditResourceTypes.join(", ")}`,
    parseWord,
    typeWord,
  ),
  resource: nameFlag("only what was done to these resources: an id, its beginning, or a part of the name"),
} as const;

export type FilterValues = FlagValues<typeof filterFlags>;

/** Where filters and times are explained. */
export const aboutFilters = "How filters and times are written: payctl audit --help";

/** What payctl compares itself: each of those given, and of each any value. */
export type Criteria = Partial<Pick<FilterValues, "notAction" | "resource" | "staff" | "user">>;

/** Which entries are selected, and who selects them. */
export interface AuditFilter {
  /** What the service is asked for: several queries make one list. */
  readonly queries: readonly ListQuery[];
  readonly criteria: Criteria;
  /** Undefined if nothing is left to compare. */
  readonly match: Match | undefined;
}

/** The filter; notes words that are not known. */
export async function openFilter(context: Context, flags: FilterValues): Promise<AuditFilter> {
  await noteUnknownWords(context, flags);
  const { action, notAction, resource, resourceType, staff, user } = flags;
  const ids = user?.every(isUuid) ? user.map((id) => id.toLowerCase()) : undefined;
  const queries = queriesOf({ action, user_id: ids, resource_type: resourceType });
  const criteria = { notAction, resource, staff, user: ids === undefined ? user : undefined };
  const isEmpty = Object.values(criteria).every((value) => value === undefined);
  return { queries, criteria, match: isEmpty ? undefined : createMatch(criteria) };
}

/** An empty list looks like an answer, so `delete` gets a note about `deleted`; a service may know more words. */
async function noteUnknownWords({ output }: Context, flags: FilterValues): Promise<void> {
  const { action = [], notAction = [], resourceType = [] } = flags;
  const kinds = [
    { words: [...action, ...notAction], kind: "an action", known: auditActions },
    { words: resourceType, kind: "a resource type", known: auditResourceTypes },
  ];
  for (const { words, kind, known } of kinds) {
    for (const word of new Set(words)) {
      if (known.some((one) => one === word)) continue;
      await output.note(`${word} is not ${kind} that payctl knows; it knows ${known.join(", ")}`);
    }
  }
}

/** Compares entries with the criteria. */
export type Match = ReturnType<typeof createMatch>;

type Test = (entry: unknown) => boolean;

export function createMatch({ notAction, resource, staff, user }: Criteria) {
  const others = notAction?.map(fold);
  const people = user?.map((text) => ({ isMeant: personTest(text), ...watchNamesakes(text) }));
  const things = resource?.map(resourceTest);
  return {
    keeps: (entry: unknown): boolean =>
      (others === undefined || !others.includes(fold(textAt(entry, "action")))) &&
      (people === undefined || people.some(({ isMeant }) => isMeant(entry))) &&
      (things === undefined || things.some((isMeant) => isMeant(entry))) &&
      (staff === undefined || (readField(entry, "user.is_staff") === true) === staff),
    /** Takes in entries that were kept, for `namesakes`. */
    see(entries: readonly unknown[]): void {
      for (const { isMeant, see } of people ?? []) entries.filter(isMeant).forEach(see);
    },
    /** A sentence for each text that turned out to select several people, or more than it said before. */
    namesakes: (): readonly string[] => (people ?? []).flatMap(({ news }) => news()),
  };
}

/** Whether somebody has this id, or this text in the name or e-mail address. */
function personTest(text: string): Test {
  const id = text.toLowerCase();
  if (isUuid(text)) return (entry) => textAt(entry, "user.id").toLowerCase() === id;
  const part = fold(text);
  return (entry) =>
    contains(textAt(entry, "user.name"), part) || contains(textAt(entry, "user.email_address"), part);
}

/** A text of nothing but accents is in none. */
function contains(text: string, folded: string): boolean {
  return folded !== "" && fold(text).includes(folded);
}

/** Fewer characters could begin an id by chance: `ada` does. */
const shortestBeginning = 8;

/** Ids of resources are not always UUIDs: those of merchant accounts are words. */
function resourceTest(text: string): Test {
  const wanted = text.toLowerCase();
  const part = fold(text);
  return (entry) => {
    const id = textAt(entry, "resource.id").toLowerCase();
    const isBegun = wanted.length >= shortestBeginning && id.startsWith(wanted);
    return isBegun || id === wanted || contains(textAt(entry, "resource.name"), part);
  };
}

/** Others are not remembered, so that memory stays flat. */
const mostNamed = 5;

/** Notices the people that a text selects, by their ids. */
function watchNamesakes(text: string) {
  const people = new Map<string, string>();
  let said = 1;
  return {
    see(entry: unknown): void {
      const id = textAt(entry, "user.id");
      if (people.has(id) || people.size > mostNamed) return;
      const address = textAt(entry, "user.email_address");
      people.set(id, `${textAt(entry, "user.name")}${address === "" ? "" : ` <${address}>`}`);
    },
    news(): readonly string[] {
      if (people.size <= said) return [];
      said = people.size;
      const names = [...people.values()].toSorted().slice(0, mostNamed).join(", ");
      const others = people.size > mostNamed ? " and others" : "";
      return [
        `--user ${text} matches several people: ${names}${others}; an e-mail address or a UUID selects one`,
      ];
    },
  };
}
