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
export interface Match {
  readonly keeps: (entry: unknown) => boolean;
  /** Takes in entries that were kept, for `news`. */
  readonly see: (entries: readonly unknown[]) => void;
  /** A sentence for each text that turned out to select several people, unless said before. */
  readonly news: () => readonly string[];
}

type Test = (entry: unknown) => boolean;

/** Compares with all criteria; names and words are folded. */
export function createMatch(criteria: Criteria): Match {
  const { notAction, resource, staff, user } = criteria;
  const foldOnce = rememberFolds();
  const people = (user ?? []).map((text) => ({ text, isMeant: personTest(text, foldOnce) }));
  const things = (resource ?? []).map((text) => resourceTest(text, foldOnce));
  const tests: (Test | undefined)[] = [
    notAction && isNoneOf("action", notAction.map(fold), foldOnce),
    user && ((entry) => people.some(({ isMeant }) => isMeant(entry))),
    resource && ((entry) => things.some((test) => test(entry))),
    staff === undefined ? undefined : (entry) => (readField(entry, "user.is_staff") === true) === staff,
  ];
  const given = tests.filter((test) => test !== undefined);
  const namesakes = people.filter(({ text }) => !isUuid(text)).map(watchNamesakes);
  return {
    keeps: (entry) => given.every((test) => test(entry)),
    see(entries) {
      for (const entry of entries) for (const { see } of namesakes) see(entry);
    },
    news: () => namesakes.flatMap(({ news }) => news()),
  };
}

type Fold = (text: string) => string;

function isNoneOf(field: string, folded: readonly string[], foldOnce: Fold): Test {
  return (entry) => {
    const value = readField(entry, field);
    return typeof value !== "string" || !folded.includes(foldOnce(value));
  };
}

/** Whether somebody has this id, or this text in the name or e-mail address. */
function personTest(text: string, foldOnce: Fold): Test {
  if (isUuid(text)) return isId("user.id", text);
  return holds(["user.name", "user.email_address"], text, foldOnce);
}

/** Ids of resources are not always UUIDs: those of merchant accounts are words. */
function resourceTest(text: string, foldOnce: Fold): Test {
  const [isThis, isNamed] = [beginsId("resource.id", text), holds(["resource.name"], text, foldOnce)];
  return (entry) => isThis(entry) || isNamed(entry);
}

/** Fewer characters could begin an id by chance: `ada` does. */
const shortestBeginning = 8;

/** Whether a text is an id, or long enough a beginning of it, in whatever case and cut as a table cuts it. */
function beginsId(field: string, text: string): Test {
  const wanted = text.toLowerCase().replace(/\u2026$/, "");
  return (entry) => {
    const id = textAt(entry, field).toLowerCase();
    return id !== "" && (id === wanted || (wanted.length >= shortestBeginning && id.startsWith(wanted)));
  };
}

function isId(field: string, id: string): Test {
  const wanted = id.toLowerCase();
  return (entry) => {
    const value = readField(entry, field);
    return typeof value === "string" && value.toLowerCase() === wanted;
  };
}

/** Whether one of the fields contains the text; a text of nothing but accents is in none. */
function holds(fields: readonly string[], text: string, foldOnce: Fold): Test {
  const wanted = fold(text.trim());
  return (entry) => {
    if (wanted === "") return false;
    return fields.some((field) => {
      const value = readField(entry, field);
      return typeof value === "string" && foldOnce(value).includes(wanted);
    });
  };
}

const mostFolded = 1000;

/** Few people and resources fill many entries; what is remembered of them is bounded. */
function rememberFolds(): Fold {
  let folded = new Map<string, string>();
  return (text) => {
    const before = folded.get(text);
    if (before !== undefined) return before;
    if (folded.size >= mostFolded) folded = new Map();
    const after = fold(text);
    folded.set(text, after);
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
      people.set(id, [textAt(entry, "user.name"), inAngles(textAt(entry, "user.email_address"))].join(""));
    },
    news(): readonly string[] {
      if (people.size <= said) return [];
      said = people.size;
      const count = people.size > mostPeople ? `more than ${mostPeople}` : String(people.size);
      const others = people.size - mostNamed;
      const names = [...people.values()].toSorted().slice(0, mostNamed).join(", ");
      const listed = others > 0 ? `${names} and others` : names;
      return [`--user ${text} matches ${count} people: ${listed}; an e-mail address or a UUID selects one`];
    },
  };
}

function inAngles(address: string): string {
  return address === "" ? "" : ` <${address}>`;
}
