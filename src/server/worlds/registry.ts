import { randomUUID } from "node:crypto";
import { createNamedQueues } from "../../values/turns.ts";
import { keepRequest } from "../journal/entry.ts";
import { createClosedWorlds } from "./closed.ts";
import { createEntry, type Entry, type WorldsParts } from "./entry.ts";
import { createKeyOwners } from "./key-owners.ts";
import type { WorldRecord } from "./record.ts";
import { notePause } from "./use.ts";

/** The worlds that this server knows. */
export type Registry = ReturnType<typeof createRegistry>;

export function createRegistry(parts: WorldsParts) {
  const { real, root, storage } = parts;
  const { common } = root.store;
  const entries = new Map<string, Entry>();
  const closed = createClosedWorlds(real.now);
  const owners = createKeyOwners(root, entries);
  /** What is done to a world is done in turn. */
  const turns = createNamedQueues();
  const cell = common?.cell("worlds");

  function add(record: WorldRecord): Entry {
    const end = (idle: number) => turns.inTurn(record.name, () => endIdle(entry, idle));
    const entry: Entry = createEntry(record, { ...parts, findKeyOwner: owners.find }, end);
    entries.set(record.name, entry);
    owners.add(record);
    return entry;
  }

  /** Closes it here; other servers keep serving it until its row is deleted. */
  async function forget(entry: Entry): Promise<void> {
    entries.delete(entry.record.name);
    owners.remove(entry.record);
    await entry.end();
  }

  /** False if another server has removed it. */
  async function remove(entry: Entry): Promise<boolean> {
    const journal = await entry.remains();
    await forget(entry);
    const isRemoved = await storage.worlds.remove(entry.record.name);
    if (!isRemoved) return false;
    closed.remember(entry.record, "request", journal);
    await tellOthers();
    return true;
  }

  async function tellOthers(): Promise<void> {
    await cell?.update(() => ({ text: randomUUID(), value: undefined }));
  }

  /** Resolves to the milliseconds that are left; of the servers that find a world idle, one removes it. */
  async function endIdle(entry: Entry, idle: number): Promise<number> {
    const { record } = entry;
    const { uses } = storage.worlds;
    if (entries.get(record.name) !== entry) return 0;
    // Without a request, this server has not learned when the journal was cleared.
    await common?.ask();
    const journal = await entry.remains();
    const { isRemoved, rest } =
      uses === undefined
        ? { isRemoved: true, rest: idle - entry.rested() }
        : await uses.removeIdle(record, idle + notePause(idle));
    if (rest > 0) return rest;
    // Anyone who finds the world gone should also find the reason.
    if (isRemoved) {
      closed.remember(record, "idle", journal);
      await root.journal.add(await idleEntry(record.name, root.sources.clock.now()));
    }
    await forget(entry);
    if (uses === undefined) await storage.worlds.remove(record.name);
    if (isRemoved) await tellOthers();
    return 0;
  }

  return {
    closed: closed.latest,
    entries,
    owners: owners.names,
    turns,
    add,
    findKeyOwner: owners.find,
    forget,
    remove,
    tellOthers,
  };
}

/** The journal entry of the root about a world that was ended for being idle. */
async function idleEntry(name: string, time: Date) {
  const path = `/_reference/worlds/${name}`;
  const request = { method: "DELETE", target: path, headers: {} };
  const kept = await keepRequest(request, {}, { time, milliseconds: 0, status: "idle", near: null });
  return { ...kept, request: () => ({ ...kept.request(), path }) };
}
