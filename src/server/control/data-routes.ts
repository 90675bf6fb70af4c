import { unknownWord } from "../../values/suggest.ts";
import { failure, invalid, noneNamed } from "../failure.ts";
import { type Json, json } from "../json.ts";
import { storedLists } from "../store/records.ts";
import { beforeReset, type Snapshot, type Snapshots } from "../store/storage.ts";
import type { World } from "../world.ts";
import { answerWith, type ControlRoute, readText } from "./route.ts";
import { addDocument } from "./seed-document.ts";

/** Look at the data, add to it, or go back to the seed. */
export function dataRoutes({ reset, store }: Pick<World, "reset" | "store">): readonly ControlRoute[] {
  return [
    {
      method: "POST",
      path: "reset",
      async answer() {
        if (await reset()) return answerWith({ status: "ok" });
        const message = "The database does not record which seed it started with; start it with --reset";
        throw failure(409, { message });
      },
    },
    {
      method: "POST",
      path: "seed",
      async answer(call) {
        return answerWith({ added: await addDocument(store, readText(call), ["body"]) });
      },
    },
    {
      method: "GET",
      path: "data/{list}",
      async answer({ path }) {
        const { list: wanted = "" } = path;
        const list = storedLists.find((name) => name === wanted);
        if (list === undefined) throw failure(404, { message: unknownWord(wanted, storedLists, "a list") });
        const rows = await store.read(({ lists }) => lists.read(list));
        // The store keeps every row as JSON text.
        return { status: 200, body: `{"items":[${rows.join(",")}]}` as Json<unknown> };
      },
    },
  ];
}

const mostSnapshots = 100;

/** Store the data under a name, and go back to it. */
export function snapshotRoutes(snapshots: Snapshots): readonly ControlRoute[] {
  return [
    {
      method: "GET",
      path: "snapshots",
      answer: async () => answerWith({ items: (await snapshots.list()).map(describe) }),
    },
    {
      method: "PUT",
      path: "snapshots/{name}",
      async answer({ path: { name = "" } }) {
        refuseName(name);
        // The automatic one takes nobody's place.
        const names = (await snapshots.list()).map((snapshot) => snapshot.name);
        const count = names.filter((taken) => taken !== beforeReset).length;
        const adds = name !== beforeReset && !names.includes(name);
        if (adds && count >= mostSnapshots) throw tooMany();
        const snapshot = await snapshots.take(name);
        return { status: snapshot.isNew ? 201 : 200, body: json(describe(snapshot)) };
      },
    },
    {
      method: "POST",
      path: "snapshots/{name}/restore",
      async answer({ path: { name = "" } }) {
        const restored = await snapshots.restore(name);
        if (restored === undefined) throw unknownName(name);
        return answerWith(describe(restored));
      },
    },
    {
      method: "DELETE",
      path: "snapshots/{name}",
      async answer({ path: { name = "" } }) {
        if (!(await snapshots.delete(name))) throw unknownName(name);
        return { status: 204 };
      },
    },
  ];
}

function tooMany() {
  return failure(400, { message: `No more than ${mostSnapshots} snapshots are kept; delete one first` });
}

function unknownName(name: string) {
  return failure(404, { message: noneNamed("snapshot", name) });
}

function describe({ name, rows, takenAt }: Snapshot) {
  return { name, taken_at: takenAt, rows };
}

function refuseName(name: string): void {
  if (/^[\w.-]{1,50}$/.test(name)) return;
  const msg = "must be 1 to 50 letters, digits, dots, hyphens or underscores";
  throw invalid([{ loc: ["path", "name"], msg, type: "value_error" }]);
}
