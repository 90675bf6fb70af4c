import { randomUUID } from "node:crypto";
import type { Closing } from "../../contract/control/words.ts";
import { readPublicKey } from "../../contract/public-key.ts";
import { createNamedQueues } from "../../values/turns.ts";
import { keepRequest } from "../journal/entry.ts";
import type { Journal } from "../journal/journal.ts";
import { createEntry, type Entry, type WorldsParts } from "./entry.ts";
import type { ClosedWorld, WorldRecord } from "./record.ts";
import { notePause } from "./use.ts";

const mostClosed = 20;

/** To look through that many costs about as much as to check one signature. */
const mostSearched = 100;

/** The worlds that this server knows. */
export type Registry = ReturnType<typeof createRegistry>;

export function createRegistry(parts: WorldsParts) {
  const { real, root, storage } = parts;
  const { common } = root.store;
  const entries = new Map<string, Entry>();
  /** The latest first. */
  const closed: ClosedWorld[] = [];
  /** The names of the worlds that have a key of their own, by its thumbprint. */
  const owners = new Map<string, string>();
  /** What is done to a world is done in turn. */
  const turns = createNamedQueues();
  const cell = common?.cell("worlds");

  /** What is said of the owner goes into the journal alone. */
  async function findKeyOwner(thumbprint: string): Promise<string | undefined> {
    const owner = owners.get(thumbprint);
    if (owner !== undefined) return `the world ${owner}`;
    if ((await root.store.findKeyPair(thumbprint)) !== undefined) return "the root of the server";
    // Each would be a question for the database.
    if (common !== undefined) return undefined;
    for (const entry of [...entries.values()].slice(-mostSearched)) {
      const world = await entry.findOpen();
      if ((await world?.store.findKeyPair(thumbprint)) !== undefined) return `the world ${entry.record.name}`;
    }
    return undefined;
  }

  function add(record: WorldRecord): Entry {
    const end = (idle: number) => turns.inTurn(record.name, () => endIdle(entry, idle));
    const entry: Entry = createEntry(record, { ...parts, findKeyOwner }, end);
    entries.set(record.name, entry);
    if (record.publicKey !== undefined) owners.set(thumbprintOf(record.publicKey), record.name);
    return entry;
  }

  /** Closes it here; other servers keep serving it until its row is deleted. */
  async function forget(entry: Entry): Promise<void> {
    const { name, publicKey } = entry.record;
    entries.delete(name);
    if (publicKey !== undefined) owners.delete(thumbprintOf(publicKey));
    await entry.end();
  }

  /** Nothing else of it is kept: its data may be large. */
  function remember({ record }: Entry, closedBy: Closing, journal: Journal): void {
    const { createdAt, name, publicKey, settings } = record;
    const { from, idle, key } = settings;
    const closedAt = real.now().toISOString();
    closed.unshift({
      name,
      createdAt,
      publicKey,
      settings: { from, idle, key },
      closedAt,
      closedBy,
      journal,
    });
    closed.splice(mostClosed);
  }

  /** False if another server has removed it. */
  async function remove(entry: Entry): Promise<boolean> {
    const journal = await entry.remains();
    await forget(entry);
    const isRemoved = await storage.worlds.remove(entry.record.name);
    if (!isRemoved) return false;
    remember(entry, "request", journal);
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
      remember(entry, "idle", journal);
      await root.journal.add(await idleEntry(record.name, root.sources.clock.now()));
    }
    await forget(entry);
    if (uses === undefined) await storage.worlds.remove(record.name);
    if (isRemoved) await tellOthers();
    return 0;
  }

  return { closed, entries, owners, turns, add, findKeyOwner, forget, remove, tellOthers };
}

function thumbprintOf(publicKey: string): string {
  return readPublicKey(publicKey)?.thumbprint ?? "";
}

/** The journal entry of the root about a world that was ended for being idle. */
async function idleEntry(name: string, time: Date) {
  const path = `/_reference/worlds/${name}`;
  const request = { method: "DELETE", target: path, headers: {} };
  const kept = await keepRequest(request, {}, { time, milliseconds: 0, status: "idle", near: null });
  return { ...kept, request: () => ({ ...kept.request(), path }) };
}
