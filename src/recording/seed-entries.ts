import { seedDocument } from "../contract/control/schemas/seed.ts";
import type { StoredList } from "../contract/control/words.ts";
import { isRecord } from "../values/record.ts";

type Fields = Readonly<Record<string, unknown>>;

/** A seed that grows by what one answer after the other shows. */
export interface SeedEntries {
  /** Adds an entry, or to an entry with this key what was not known of it. */
  add(list: StoredList, key: unknown, fields: Fields): void;
  find(list: StoredList, key: unknown): Fields | undefined;
  /** The document, with nothing that a seed can't hold. */
  document(): Record<string, readonly Fields[]>;
}

export function createSeedEntries(): SeedEntries {
  const lists = new Map<StoredList, Map<string, Fields>>();
  const listOf = (list: StoredList) => {
    const known = lists.get(list) ?? new Map<string, Fields>();
    lists.set(list, known);
    return known;
  };
  return {
    add(list, key, fields) {
      const entries = listOf(list);
      entries.set(String(key), joined(entries.get(String(key)) ?? {}, fields));
    },
    find: (list, key) => listOf(list).get(String(key)),
    document() {
      const named = [...lists].map(([list, entries]) => [
        list,
        ordered([...entries.values()]).flatMap((fields) => entryOf(list, fields) ?? []),
      ]);
      return Object.fromEntries(named);
    },
  };
}

/** What was seen first counts, and what was hidden from a caller then is filled in. */
function joined(before: Fields, fields: Fields): Fields {
  const added = Object.entries(fields).map(([name, value]) => {
    const known = before[name];
    return [name, isRecord(known) && isRecord(value) ? joined(known, value) : (known ?? value)];
  });
  return { ...before, ...Object.fromEntries(added) };
}

/** Entries of one moment stay in the order in which they were shown: each a millisecond after the next. */
function ordered(entries: readonly Fields[]): readonly Fields[] {
  let last: string | undefined;
  let moved: number | undefined;
  return entries.map((fields) => {
    const name = fields["timestamp"] === undefined ? "created_at" : "timestamp";
    const time = fields[name];
    if (typeof time !== "string" || Number.isNaN(Date.parse(time))) return fields;
    moved = time === last && moved !== undefined ? moved - 1 : Date.parse(time);
    last = time;
    return { ...fields, [name]: new Date(moved).toISOString() };
  });
}

/** Drops what the list does not take, and puts something in its place that it needs; undefined if nothing fits. */
function entryOf(list: StoredList, fields: Fields): Fields | undefined {
  const { element } = seedDocument.shape[list].unwrap();
  const names = Object.keys(element.shape);
  let entry: unknown = Object.fromEntries(Object.entries(fields).filter(([name]) => names.includes(name)));
  const issuesOf = (value: unknown) => element.safeParse(value).error?.issues ?? [];
  for (let rounds = 0; rounds < mostRounds; rounds += 1) {
    const [issue] = issuesOf(entry);
    if (issue === undefined) return isRecord(entry) ? entry : undefined;
    const paths =
      issue.code === "unrecognized_keys" ? issue.keys.map((name) => [...issue.path, name]) : [issue.path];
    const dropped = paths.reduce(without, entry);
    const isGone = JSON.stringify(dropped) !== JSON.stringify(entry);
    entry = isGone ? dropped : fill(entry, issue.path, issuesOf);
  }
  return undefined;
}

/** More than any entry has fields. */
const mostRounds = 100;

/** One of each form that a seed asks for. */
const anyValues: readonly unknown[] = [
  "text",
  "00000000-0000-4000-8000-000000000000",
  "2024-01-01T00:00:00.000Z",
  "5732",
  "US",
  "EUR",
  "12/30",
  "boolean",
  "active",
  "created",
  "visa",
  0,
  false,
  null,
  [],
];

/** The first value that the field takes; the entry as it is if there is none. */
function fill(
  entry: unknown,
  path: readonly PropertyKey[],
  issuesOf: (value: unknown) => readonly { readonly path: readonly PropertyKey[] }[],
): unknown {
  const place = JSON.stringify(path);
  const isWrong = (value: unknown) => issuesOf(value).some((issue) => JSON.stringify(issue.path) === place);
  return anyValues.map((value) => withAt(entry, path, value)).find((filled) => !isWrong(filled)) ?? entry;
}

function withAt(value: unknown, [key, ...rest]: readonly PropertyKey[], filled: unknown): unknown {
  if (key === undefined) return filled;
  const fields = isRecord(value) ? value : {};
  return Array.isArray(value) ? value : { ...fields, [key]: withAt(fields[String(key)], rest, filled) };
}

function without(value: unknown, [key, ...rest]: readonly PropertyKey[]): unknown {
  if (key === undefined) return value;
  if (Array.isArray(value))
    return value.flatMap((item, at) => {
      if (at !== key) return [item];
      return rest.length === 0 ? [] : [without(item, rest)];
    });
  if (!isRecord(value)) return value;
  const entries = Object.entries(value).flatMap(([name, inner]) => {
    if (name !== key) return [[name, inner]];
    return rest.length === 0 ? [] : [[name, without(inner, rest)]];
  });
  return Object.fromEntries(entries);
}
