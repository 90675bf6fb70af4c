import { failure, invalid } from "../failure.ts";
import { json } from "../json.ts";
import { restoreSnapshot, type Snapshot, takeSnapshot } from "../store/data-tables.ts";
import type { ReferenceStore } from "../store/open.ts";
import { answerWith, type ControlCall, type ControlRoute } from "./route.ts";

interface Kept {
  readonly snapshot: Snapshot;
  readonly takenAt: string;
}

const mostSnapshots = 100;

/** Keep the data under a name, in memory, and go back to it. */
export function snapshotRoutes(store: ReferenceStore): readonly ControlRoute[] {
  const snapshots = new Map<string, Kept>();

  function get({ path: { name = "" } }: ControlCall): Kept {
    const kept = snapshots.get(name);
    if (kept === undefined) throw failure(404, { message: "No snapshot has this name" });
    return kept;
  }

  return [
    {
      method: "GET",
      path: "snapshots",
      answer: () => answerWith({ items: [...snapshots].map(([name, kept]) => describe(name, kept)) }),
    },
    {
      method: "PUT",
      path: "snapshots/{name}",
      async answer({ path: { name = "" } }) {
        refuseName(name);
        const isNew = !snapshots.has(name);
        if (isNew && snapshots.size >= mostSnapshots)
          throw failure(400, { message: "100 snapshots are kept" });
        const kept = { snapshot: await takeSnapshot(store), takenAt: store.now().toISOString() };
        snapshots.set(name, kept);
        return { status: isNew ? 201 : 200, body: json(describe(name, kept)) };
      },
    },
    {
      method: "POST",
      path: "snapshots/{name}/restore",
      async answer(call) {
        const kept = get(call);
        await restoreSnapshot(store, kept.snapshot);
        return answerWith(describe(call.path["name"] ?? "", kept));
      },
    },
    {
      method: "DELETE",
      path: "snapshots/{name}",
      answer(call) {
        get(call);
        snapshots.delete(call.path["name"] ?? "");
        return { status: 204 };
      },
    },
  ];
}

function describe(name: string, { snapshot, takenAt }: Kept) {
  const rows = [...snapshot.values()].reduce((sum, table) => sum + table.length, 0);
  return { name, taken_at: takenAt, rows };
}

function refuseName(name: string): void {
  if (/^[\w.-]{1,50}$/.test(name)) return;
  const msg = "must be 1 to 50 letters, digits, dots, hyphens or underscores";
  throw invalid([{ loc: ["path", "name"], msg, type: "value_error" }]);
}
