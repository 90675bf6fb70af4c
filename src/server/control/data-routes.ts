import { type FieldProblem, UsageError } from "../../errors.ts";
import { failure, invalid } from "../failure.ts";
import type { Json } from "../json.ts";
import { applySeed } from "../seed/apply.ts";
import { countEntries, type Seed } from "../seed/seed.ts";
import type { ReferenceStore } from "../store/open.ts";
import { readStoredList, storedLists } from "../store/stored-lists.ts";
import type { World } from "../world.ts";
import { answerWith, type ControlRoute, readText } from "./route.ts";

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
        const seed = await refusing(() => readSeed(store, readText(call)));
        refuseMany(seed);
        await refusing(() => applySeed(store, seed));
        return answerWith({ added: countEntries(seed) });
      },
    },
    {
      method: "GET",
      path: "data/{list}",
      async answer({ path }) {
        const list = storedLists.find((name) => name === path["list"]);
        if (list === undefined) throw failure(404, { message: `The lists are ${storedLists.join(", ")}` });
        const rows = await readStoredList(store, list);
        // The store keeps every row as JSON text.
        return { status: 200, body: `{"items":[${rows.join(",")}]}` as Json<unknown> };
      },
    },
  ];
}

/** Rows that a running server generates at a time: it answers nobody meanwhile. */
const mostGenerated = 100_000;

function refuseMany({ generate = {} }: Seed): void {
  const rows = Object.values(countEntries({ generate })).reduce((sum, count) => sum + count, 0);
  if (rows <= mostGenerated) return;
  const msg = `must not be more than ${mostGenerated} rows; for more, start the server with the seed`;
  throw invalid([{ loc: ["body", "generate"], msg, type: "value_error" }]);
}

async function readSeed(store: ReferenceStore, text: string): Promise<Seed> {
  if (text.trim() === "") throw invalid([{ loc: ["body"], msg: "Field required", type: "missing" }]);
  const { parseSeed } = await import("../seed/parse.ts");
  return parseSeed(text, "body", store);
}

/** Each problem of a document as an entry of a 422. */
async function refusing<Value>(work: () => Promise<Value>): Promise<Value> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    const fields = error.fields.length > 0 ? error.fields : [{ field: "", message: error.message }];
    throw invalid(fields.map(problem));
  }
}

function problem({ field, message }: FieldProblem) {
  const place = field === "" ? [] : field.split(".");
  return { loc: ["body", ...place], msg: message, type: "value_error" };
}
