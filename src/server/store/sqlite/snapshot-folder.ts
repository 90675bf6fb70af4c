import { mkdir, readdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { systemCode } from "../../../errors.ts";
import { syncFile } from "../../../files/sync.ts";
import { createQueue } from "../../../values/turns.ts";
import type { Snapshot, SnapshotRecord, Snapshots } from "../storage.ts";
import { markSnapshot, readSnapshot } from "./database-copies.ts";
import type { SqliteStore } from "./open.ts";

interface SnapshotsParts {
  readonly store: SqliteStore;
  /** Made when the first snapshot is taken. */
  folder(): Promise<string>;
  /** Called after the data was restored, before anything else happens to it. */
  wentBack(): Promise<void>;
}

/** The snapshots of a store are used by one operation at a time; the files last as long as their folder. */
export function createSnapshots({ folder, store, wentBack }: SnapshotsParts): Snapshots {
  let known: Promise<Map<string, Snapshot>> | undefined;
  const queue = createQueue();

  function inTurn<Value>(work: (snapshots: Map<string, Snapshot>, place: string) => Promise<Value>) {
    return queue(async () => {
      const place = await folder();
      known ??= readFolder(place);
      return work(await known, place);
    });
  }

  async function goBack(path: string): Promise<void> {
    await store.restoreFrom(path);
    await wentBack();
  }

  return {
    list: () => inTurn(async (snapshots) => [...snapshots.values()]),
    take: (name) =>
      inTurn(async (snapshots, place) => {
        const { path, record } = await copyInto(place, store);
        // A snapshot taken on request is as durable as every other answered change.
        await syncFile(path);
        await rename(path, fileOf(place, name));
        const isNew = !snapshots.has(name);
        return { ...addLast(snapshots, { name, ...record }), isNew };
      }),
    restore: (name) =>
      inTurn(async (snapshots, place) => {
        const snapshot = snapshots.get(name);
        if (snapshot !== undefined) await goBack(fileOf(place, name));
        return snapshot;
      }),
    restoreImage: (path) => inTurn(() => goBack(path)),
    delete: (name) =>
      inTurn(async (snapshots, place) => {
        if (!snapshots.has(name)) return false;
        await rm(fileOf(place, name), { force: true });
        return snapshots.delete(name);
      }),
    use: (name, work) =>
      inTurn(async (snapshots, place) => (snapshots.has(name) ? work(fileOf(place, name)) : undefined)),
  };
}

/** Makes a file next to the others that does not have its name yet. */
async function copyInto(
  folder: string,
  store: SqliteStore,
): Promise<{ readonly path: string; readonly record: SnapshotRecord }> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, `${crypto.randomUUID()}.tmp`);
  const takenAt = store.now().toISOString();
  await store.copyTo(path);
  return { path, record: await markSnapshot(path, takenAt) };
}

/** A map would leave a name that it already has in its old place. */
function addLast(snapshots: Map<string, Snapshot>, snapshot: Snapshot): Snapshot {
  snapshots.delete(snapshot.name);
  snapshots.set(snapshot.name, snapshot);
  return snapshot;
}

const ending = ".db";

/** A copy that has no name yet. */
const unfinished = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\.tmp$/;

/** Some file systems ignore case, and would take `A` for `a`. */
function fileOf(folder: string, name: string): string {
  return join(folder, `${name.replace(/[A-Z]/g, (letter) => `=${letter.toLowerCase()}`)}${ending}`);
}

function nameOf(file: string): string {
  return file.slice(0, -ending.length).replace(/=([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

/** The snapshots of an earlier start, the oldest first; removes what a killed process left half done. */
async function readFolder(folder: string): Promise<Map<string, Snapshot>> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((error: unknown) => {
    if (systemCode(error) === "ENOENT") return [];
    throw error;
  });
  const found: Snapshot[] = [];
  for (const { name: file } of entries.filter((entry) => entry.isFile())) {
    const path = join(folder, file);
    if (unfinished.test(file)) await rm(path, { force: true });
    const record = file.endsWith(ending) ? await readSnapshot(path) : undefined;
    if (record !== undefined) found.push({ name: nameOf(file), ...record });
  }
  const sorted = found.toSorted((a, b) => (a.takenAt < b.takenAt ? -1 : 1));
  return new Map(sorted.map((snapshot) => [snapshot.name, snapshot]));
}
