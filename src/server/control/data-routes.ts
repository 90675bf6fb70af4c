import { failure } from "../failure.ts";
import type { Json } from "../json.ts";
import { storedLists } from "../store/stored-lists.ts";
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
        const list = storedLists.find((name) => name === path["list"]);
        if (list === undefined) throw failure(404, { message: `The lists are ${storedLists.join(", ")}` });
        const rows = await store.read(({ lists }) => lists.read(list));
        // The store keeps every row as JSON text.
        return { status: 200, body: `{"items":[${rows.join(",")}]}` as Json<unknown> };
      },
    },
  ];
}
