import { type StoredList, storedLists } from "../../contract/control/words.ts";
import { didYouMean, unknownWord } from "../../values/suggest.ts";
import { isUuid } from "../../values/text.ts";
import { type Failure, failure, invalid } from "../failure.ts";
import type { Json } from "../json.ts";
import type { RowKey } from "../seed/change.ts";
import { alwaysExists } from "../store/built-in.ts";
import type { Referrers } from "../store/records.ts";
import type { ReferenceStore, Resources } from "../store/store.ts";
import type { ControlHandlers } from "./handler.ts";
import { asInvalid, problem } from "./seed-document.ts";

type RowHandlers = Pick<ControlHandlers, "changeData" | "deleteData" | "getData" | "listData">;

type Row = { id: string | null };

/** Look at stored rows, change and delete them. */
export function rowHandlers(store: ReferenceStore): RowHandlers {
  return {
    async listData({ path }) {
      const list = getList(path.list);
      const rows = await store.read(({ lists }) => lists.read(list));
      // The store keeps every row as JSON text.
      return { status: 200, body: `{"items":[${rows.join(",")}]}` as Json<{ items: Row[] }> };
    },
    async getData({ path }) {
      const key = keyOf(path);
      return { status: 200, body: await store.read((resources) => getRow(resources, key)) };
    },
    async changeData({ body: patch, path }) {
      const key = keyOf(path);
      const { changeEntry } = await import("../seed/change.ts");
      const changed = asInvalid(["body"], () =>
        store.write(async (resources) => {
          await getRow(resources, key);
          const problems = await changeEntry(resources, key, patch, store);
          if (problems.length > 0) throw invalid(problems.map((each) => problem(each, ["body"])));
          return getRow(resources, key);
        }),
      );
      return { status: 200, body: await changed };
    },
    async deleteData({ path }) {
      const key = keyOf(path);
      if (alwaysExists(key.list, key.id)) {
        throw failure(409, { message: `${key.id} of ${key.list} always exists` });
      }
      const { deleteEntry } = await import("../seed/change.ts");
      await store.write(async (resources) => {
        await getRow(resources, key);
        const referrers = await deleteEntry(resources, key);
        if (referrers.length > 0) throw referredTo(key, referrers);
      });
      return { status: 204 };
    },
  };
}

function getList(name: string): StoredList {
  const list = storedLists.find((known) => known === name);
  if (list === undefined) throw failure(404, { message: unknownWord(name, storedLists, "a list") });
  return list;
}

function keyOf({ id, list }: { readonly id: string; readonly list: string }): RowKey {
  return { list: getList(list), id: isUuid(id) ? id.toLowerCase() : id };
}

async function getRow(resources: Resources, { id, list }: RowKey): Promise<Json<Row>> {
  const row = await resources.lists.row(list, id);
  if (row === undefined) throw await unknownRow(resources, { list, id });
  return row as Json<Row>;
}

/** Characters of an id that nothing has; it may be any text. */
const longestId = 60;

/** As many ids as are compared with one that does not exist. */
const mostCompared = 1000;

/** Says which id of the list it is like. */
async function unknownRow({ lists }: Resources, { id, list }: RowKey): Promise<Failure> {
  const ids = await lists.ids(list, mostCompared);
  return failure(404, {
    message: `${list} has no id ${JSON.stringify(id.slice(0, longestId))}${didYouMean(id, ids)}`,
  });
}

function referredTo({ id, list }: RowKey, referrers: readonly Referrers[]): Failure {
  const named = referrers.map(({ count, ids, list: name }) => {
    const more = count > ids.length ? ` and ${count - ids.length} more` : "";
    return `${name} ${ids.join(", ")}${more}`;
  });
  return failure(409, { message: `${id} of ${list} can't be deleted: ${named.join("; ")} refer to it` });
}
