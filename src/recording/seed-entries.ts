import { seedDocument } from "../contract/control/schemas/seed.ts";
import type { StoredList } from "../contract/control/words.ts";
import { isRecord } from "../values/record.ts";
import { type Fields, objectsIn } from "./bodies.ts";

export type SeedEntries = ReturnType<typeof createSeedEntries>;

/** A seed that grows by what one answer after the other shows. `newPublicKey` makes the key of a pair, in PEM, whose private half nobody has. */
export function createSeedEntries(newPublicKey: () => string) {
  const lists = new Map<StoredList, Map<string, Fields>>();
  const withKey = (list: StoredList, fields: Fields) =>
    list === "api_key_pairs" ? { ...fields, public_key: newPublicKey() } : fields;
  return {
    /** Adds an entry, or to an entry with this key what was not known of it. */
    add(list: StoredList, key: unknown, fields: Fields): void {
      const entries = lists.get(list) ?? new Map<string, Fields>();
      lists.set(list, entries.set(String(key), joined(entries.get(String(key)) ?? {}, fields)));
    },
    /** The document, with nothing that a seed can't hold. */
    document(): Record<string, readonly Fields[]> {
      const named = [...lists].map(([list, entries]) => [
        list,
        ordered([...entries.values()]).flatMap((fields) => fitted(list, withKey(list, fields)) ?? []),
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

/** Entries of one moment stay in the order in which they were shown: each a millisecond before the one above it. */
function ordered(entries: readonly Fields[]): readonly Fields[] {
  let last = Number.NEGATIVE_INFINITY;
  let moved = last;
  return entries.map((fields) => {
    const name = fields["timestamp"] === undefined ? "created_at" : "timestamp";
    const time = Date.parse(String(fields[name]));
    if (Number.isNaN(time)) return fields;
    // A later one begins another list.
    moved = time > last ? time : Math.min(time, moved - 1);
    last = time;
    return { ...fields, [name]: new Date(moved).toISOString() };
  });
}

/** More than any entry has fields. */
const mostRounds = 100;

/** Without what the list does not take, and with its example for what it needs; undefined if that does not help. */
function fitted(list: StoredList, fields: Fields): Fields | undefined {
  const { element } = seedDocument.shape[list].unwrap();
  const named = Object.entries(fields).filter(([name]) => Object.hasOwn(element.shape, name));
  const entry = structuredClone(Object.fromEntries(named));
  for (let rounds = 0; rounds < mostRounds; rounds += 1) {
    const [issue] = element.safeParse(entry).error?.issues ?? [];
    if (issue === undefined) return entry;
    const unknown = issue.code === "unrecognized_keys" ? issue.keys.slice(0, 1) : [];
    mend(entry, [...issue.path, ...unknown], exampleOf(list));
  }
  return undefined;
}

function exampleOf(list: StoredList): Fields {
  const [example] = objectsIn([seedDocument.shape[list].meta()?.["examples"]].flat(2));
  return { ...example, ...(list === "audit_logs" && { user: exampleOf("users") }) };
}

/** Takes away what is wrong at a place, or puts the example's value there; what can't be mended goes as a whole. */
function mend(entry: Fields, path: readonly PropertyKey[], example: Fields): void {
  const [name, ...above] = path.toReversed();
  if (name === undefined) return;
  const parent = above.reduceRight<unknown>(valueAt, entry);
  const value = path.reduce<unknown>(valueAt, example);
  if (Array.isArray(parent)) parent.splice(Number(name), 1);
  else if (!isRecord(parent)) return;
  else if (Object.hasOwn(parent, name)) Reflect.deleteProperty(parent, name);
  else if (value !== undefined) Reflect.set(parent, name, value);
  else mend(entry, path.slice(0, -1), example);
}

function valueAt(value: unknown, name: PropertyKey): unknown {
  return typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;
}
