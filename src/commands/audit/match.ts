import { readField } from "../../terminal/fields.ts";
import { fold } from "../../values/fold.ts";
import { isUuid } from "../../values/text.ts";
import { textAt } from "./entry.ts";

/** What payctl selects audit logs by: each of those given, and of each any value. */
export interface Criteria {
  readonly notAction?: readonly string[] | undefined;
  /** UUIDs, or parts of names and e-mail addresses. */
  readonly user?: readonly string[] | undefined;
  readonly staff?: boolean | undefined;
  /** Ids, their beginnings, or parts of names. */
  readonly resource?: readonly string[] | undefined;
}

/** Compares entries with the criteria. */
export type Match = ReturnType<typeof createMatch>;

type Test = (entry: unknown) => boolean;

/** Compares with all criteria; names and words are folded. */
export function createMatch({ notAction, resource, staff, user }: Criteria) {
  const folded = rememberFolds();
  const others = notAction?.map(fold);
  const people = user?.map((text) => ({ text, isMeant: personTest(text, folded) }));
  const things = resource?.map((text) => resourceTest(text, folded));
  const namesakes = people?.filter(({ text }) => !isUuid(text)).map(watchNamesakes);
  return {
    keeps: (entry: unknown): boolean =>
      (others === undefined || !others.includes(folded(textAt(entry, "action")))) &&
      (people === undefined || people.some(({ isMeant }) => isMeant(entry))) &&
      (things === undefined || things.some((isMeant) => isMeant(entry))) &&
      (staff === undefined || (readField(entry, "user.is_staff") === true) === staff),
    /** Takes in entries that were kept, for `news`. */
    see(entries: readonly unknown[]): void {
      for (const { see } of namesakes ?? []) entries.forEach(see);
    },
    /** A sentence for each text that turned out to select several people, unless said before. */
    news: (): readonly string[] => (namesakes ?? []).flatMap(({ news }) => news()),
  };
}

type Fold = (text: string) => string;

/** Whether somebody has this id, or this text in the name or e-mail address. */
function personTest(text: string, folded: Fold): Test {
  const id = text.toLowerCase();
  if (isUuid(text)) return (entry) => textAt(entry, "user.id").toLowerCase() === id;
  const part = fold(text.trim());
  return (entry) =>
    contains(folded(textAt(entry, "user.name")), part) ||
    contains(folded(textAt(entry, "user.email_address")), part);
}

/** A text of nothing but accents is in none. */
function contains(text: string, part: string): boolean {
  return part !== "" && text.includes(part);
}

/** Fewer characters could begin an id by chance: `ada` does. */
const shortestBeginning = 8;

/**
 * Whether a text is in the name of a resource, or is its id, or long enough a beginning of that, cut as a table cuts it.
 * Ids of resources are not always UUIDs: those of merchant accounts are words.
 */
function resourceTest(text: string, folded: Fold): Test {
  const wanted = text.toLowerCase().replace(/\u2026$/, "");
  const part = fold(text.trim());
  return (entry) => {
    const id = textAt(entry, "resource.id").toLowerCase();
    const isBegun = wanted.length >= shortestBeginning && id.startsWith(wanted);
    return isBegun || (id !== "" && id === wanted) || contains(folded(textAt(entry, "resource.name")), part);
  };
}

const mostFolded = 1000;

/** Few people and resources fill many entries; what is remembered of them is bounded. */
function rememberFolds(): Fold {
  const known = new Map<string, string>();
  return (text) => {
    const before = known.get(text);
    if (before !== undefined) return before;
    if (known.size >= mostFolded) known.clear();
    const after = fold(text);
    known.set(text, after);
    return after;
  };
}

/** More are not counted, so that memory stays flat. */
const mostPeople = 100;
const mostNamed = 5;

/** Notices when a text selects more than one person. */
function watchNamesakes({ text, isMeant }: { readonly text: string; readonly isMeant: Test }) {
  const people = new Map<string, string>();
  let said = 1;
  return {
    see(entry: unknown): void {
      const id = textAt(entry, "user.id");
      if (people.has(id) || people.size > mostPeople || !isMeant(entry)) return;
      const address = textAt(entry, "user.email_address");
      people.set(id, `${textAt(entry, "user.name")}${address === "" ? "" : ` <${address}>`}`);
    },
    news(): readonly string[] {
      if (people.size <= said) return [];
      said = people.size;
      const count = people.size > mostPeople ? `more than ${mostPeople}` : String(people.size);
      const names = [...people.values()].toSorted().slice(0, mostNamed).join(", ");
      const listed = people.size > mostNamed ? `${names} and others` : names;
      return [`--user ${text} matches ${count} people: ${listed}; an e-mail address or a UUID selects one`];
    },
  };
}
