import { invalid } from "../failure.ts";
import type { JournalEntry } from "../journal/entry.ts";
import type { Journal } from "../journal/journal.ts";
import { answerWith, type ControlRoute } from "./route.ts";

/** Read and clear the journal of requests. */
export function journalRoutes(journal: Journal): readonly ControlRoute[] {
  return [
    {
      method: "GET",
      path: "requests",
      answer: ({ query }) => answerWith({ items: select(journal.list(), query) }),
    },
    {
      method: "DELETE",
      path: "requests",
      answer() {
        journal.clear();
        return { status: 204 };
      },
    },
  ];
}

/** How an entry is compared with a filter; `limit` counts what is left. */
const filters: Readonly<Record<string, (entry: JournalEntry, value: string) => boolean>> = {
  method: (entry, value) => entry.method === value.toUpperCase(),
  path: (entry, value) => matches(entry.path, value),
  status: (entry, value) => String(entry.status) === value,
};

function select(entries: readonly JournalEntry[], query: URLSearchParams): readonly JournalEntry[] {
  const limit = query.get("limit") ?? "1000";
  refuseUnknown([...query.keys()]);
  if (!/^[1-9]\d{0,2}$|^1000$/.test(limit)) throw refused("limit", "must be a whole number from 1 to 1000");
  const wanted = [...query].flatMap(([name, value]) => {
    const compare = filters[name];
    return compare === undefined ? [] : [(entry: JournalEntry) => compare(entry, value)];
  });
  return entries.filter((entry) => wanted.every((passes) => passes(entry))).slice(0, Number(limit));
}

/** A filter that is misspelt would let everything through. */
function refuseUnknown(names: readonly string[]): void {
  const unknown = names.find((name) => name !== "limit" && !Object.hasOwn(filters, name));
  if (unknown !== undefined) throw refused(unknown, "is not a filter: method, path, status, limit");
}

function matches(path: string, pattern: string): boolean {
  const given = path.split("/");
  const wanted = pattern.split("/");
  return given.length === wanted.length && wanted.every((part, i) => part === "*" || part === given[i]);
}

function refused(name: string, msg: string) {
  return invalid([{ loc: ["query", name], msg, type: "value_error" }]);
}
