import { failure, invalid } from "../failure.ts";
import { json } from "../json.ts";
import type { ReferenceStore } from "../store/open.ts";
import { forgetSnapshot, restoreSnapshot, takeSnapshot } from "../store/snapshots.ts";
import { answerWith, type ControlRoute } from "./route.ts";

interface Kept {
  readonly rows: number;
  readonly takenAt: string;
}

const mostSnapshots = 100;

/** Keep the data under a name, for as long as the server runs, and go back to it. */
export function snapshotRoutes(store: ReferenceStore): readonly ControlRoute[] {
  const snapshots = new Map<string, Kept>();

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
        if (isNew && snapshots.size >= mostSnapshots) throw tooMany();
        const kept = await take(store, name);
        snapshots.set(name, kept);
        return { status: isNew ? 201 : 200, body: json(describe(name, kept)) };
      },
    },
    {
      method: "POST",
      path: "snapshots/{name}/restore",
      async answer({ path: { name = "" } }) {
        const kept = snapshots.get(name);
        const isRestored = kept !== undefined && (await restoreSnapshot(store, stored(name)));
        if (!isRestored) throw unknownName();
        return answerWith(describe(name, kept));
      },
    },
    {
      method: "DELETE",
      path: "snapshots/{name}",
      async answer({ path: { name = "" } }) {
        if (!snapshots.delete(name)) throw unknownName();
        await forgetSnapshot(store, stored(name));
        return { status: 204 };
      },
    },
  ];
}

async function take(store: ReferenceStore, name: string): Promise<Kept> {
  const takenAt = store.now().toISOString();
  return { rows: await takeSnapshot(store, stored(name)), takenAt };
}

/** The store keeps other snapshots, too. */
function stored(name: string): string {
  return `snapshot ${name}`;
}

function tooMany() {
  return failure(400, { message: `No more than ${mostSnapshots} snapshots are kept; delete one first` });
}

function unknownName() {
  return failure(404, { message: "No snapshot has this name" });
}

function describe(name: string, { rows, takenAt }: Kept) {
  return { name, taken_at: takenAt, rows };
}

function refuseName(name: string): void {
  if (/^[\w.-]{1,50}$/.test(name)) return;
  const msg = "must be 1 to 50 letters, digits, dots, hyphens or underscores";
  throw invalid([{ loc: ["path", "name"], msg, type: "value_error" }]);
}
