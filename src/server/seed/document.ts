import { seedDocument } from "../../contract/control/schemas/seed.ts";
import { type StoredList, storedLists } from "../../contract/control/words.ts";
import { referenceUser, serverKeyPairName } from "../store/built-in.ts";
import type { Store } from "../store/store.ts";

type Entry = Readonly<Record<string, unknown>>;

/** Lists in whose entries a null means something else than a field that is left out. */
const keepingNull: readonly StoredList[] = ["audit_logs", "users"];

/** The entry of a row, from the text that the store has for it. */
export function readEntry(list: StoredList, text: string): Entry {
  const { type: _, ...fields } = JSON.parse(text);
  if (keepingNull.includes(list)) return fields;
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null));
}

/**
 * All data as the lists of a seed, each in the order in which it is shown, and each entry with its fields in the order
 * of the schema. The key pairs that servers have made for themselves are left out: the next server has its own.
 */
export async function listEntries(store: Pick<Store, "read">): Promise<readonly ListedEntries[]> {
  const read = await store.read(async ({ lists }) => {
    const found: (readonly [StoredList, readonly string[]])[] = [];
    for (const list of storedLists) found.push([list, await lists.entries(list)]);
    return found;
  });
  return read.map(([list, texts]) => [list, entriesOf(list, texts)]);
}

/** The name of a list, and its entries, each made on demand, so that only their texts are in memory. */
type ListedEntries = readonly [list: StoredList, entries: Iterable<Entry>];

function* entriesOf(list: StoredList, texts: readonly string[]): Generator<Entry> {
  const schema = seedDocument.shape[list].unwrap().element;
  for (const text of texts) {
    const entry = readEntry(list, text);
    if (list === "api_key_pairs" && isOfServer(entry)) continue;
    // A row that no seed could make is shown as it is.
    yield schema.safeParse(entry).data ?? entry;
  }
}

function isOfServer({ active, creator_id: creator, display_name: name }: Entry): boolean {
  return name === serverKeyPairName && creator === referenceUser.id && active === true;
}
