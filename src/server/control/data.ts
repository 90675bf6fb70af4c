import type { z } from "zod";
import type { seedDocument } from "../../contract/control/schemas/seed.ts";
import { failure, noneNamed } from "../failure.ts";
import { type Json, json } from "../json.ts";
import type { Snapshots } from "../store/storage.ts";
import type { World } from "../world.ts";
import { answerWith, type ControlHandlers } from "./handler.ts";
import { addDocument } from "./seed-document.ts";

type DataHandlers = Pick<ControlHandlers, "addSeed" | "countData" | "exportData" | "resetData">;

const wantsYaml = /\b(?:application|text)\/(?:x-)?yaml\b/i;

/** Export the data, add to it, or go back to the seed. */
export function dataHandlers({ reset, store }: Pick<World, "reset" | "store">): DataHandlers {
  return {
    async resetData() {
      if (await reset()) return answerWith({ status: "ok" });
      const message = "The database does not record which seed it started with; start it with --reset";
      throw failure(409, { message });
    },
    async addSeed({ document }) {
      return answerWith({ added: await addDocument(store, document, ["body"]) });
    },
    async exportData({ accept }) {
      const [{ listEntries }, { printLists }] = await Promise.all([
        import("../seed/document.ts"),
        import("../../documents/lists.ts"),
      ]);
      const format = wantsYaml.test(accept) ? "yaml" : "json";
      const body = (await printLists(await listEntries(store), format)) as Json<
        z.output<typeof seedDocument>
      >;
      return { status: 200, type: `application/${format}`, body };
    },
    async countData() {
      return answerWith({ counts: await store.read(({ lists }) => lists.count()) });
    },
  };
}

type SnapshotHandlers = Pick<
  ControlHandlers,
  "deleteSnapshot" | "listSnapshots" | "restoreSnapshot" | "takeSnapshot"
>;

const mostSnapshots = 100;

/** Store the data under a name, and go back to it. */
export function snapshotHandlers(snapshots: Snapshots): SnapshotHandlers {
  const names = async () => (await snapshots.list()).map((snapshot) => snapshot.name);
  const unknown = async (name: string) =>
    failure(404, { message: noneNamed("snapshot", name, await names()) });
  return {
    async listSnapshots() {
      return answerWith({ items: (await snapshots.list()).map(describe) });
    },
    async takeSnapshot({ path: { name } }) {
      const taken = await names();
      if (!taken.includes(name) && taken.length >= mostSnapshots) throw tooMany();
      const snapshot = await snapshots.take(name);
      return { status: snapshot.isNew ? 201 : 200, body: json(describe(snapshot)) };
    },
    async restoreSnapshot({ path: { name } }) {
      const restored = await snapshots.restore(name);
      if (restored === undefined) throw await unknown(name);
      return answerWith(describe(restored));
    },
    async deleteSnapshot({ path: { name } }) {
      if (!(await snapshots.delete(name))) throw await unknown(name);
      return { status: 204 };
    },
  };
}

function tooMany() {
  return failure(400, { message: `No more than ${mostSnapshots} snapshots are kept; delete one first` });
}

function describe({ name, rows, takenAt }: NonNullable<Awaited<ReturnType<Snapshots["restore"]>>>) {
  return { name, taken_at: takenAt, rows };
}
