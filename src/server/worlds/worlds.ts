import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { JournalEntry } from "../../contract/control/schemas/requests.ts";
import type { WorldOptions } from "../../contract/control/schemas/worlds.ts";
import { readPublicKey } from "../../contract/public-key.ts";
import { createNamedQueues, createQueue } from "../../values/turns.ts";
import { answering } from "../answer.ts";
import { type Failure, failure, invalid } from "../failure.ts";
import type { Respond } from "../layer.ts";
import { ensureAdministrator, watchAdministrator } from "../seed/start-data.ts";
import type { SharedUses } from "../store/storage.ts";
import { ConflictError } from "../store/store.ts";
import type { World } from "../world.ts";
import { type MakeWorldParts, makeWorld, type SourceWorld, unknownSource } from "./make-world.ts";
import { type OpenWorld, type OpenWorldParts, openWorld } from "./open-world.ts";
import { askedOf, type Created, type WorldRecord, type Worlds } from "./record.ts";
import { createWorldUse, notePause, type WorldUse } from "./use.ts";

export interface WorldsParts extends OpenWorldParts, MakeWorldParts {
  /** Those of an earlier start. */
  readonly known: readonly WorldRecord[];
  readonly root: Pick<World, "journal" | "snapshots" | "sources" | "store">;
}

/** A world that exists, open or not. */
interface Entry {
  record: WorldRecord;
  opened?: Promise<OpenWorld> | undefined;
  readonly use: WorldUse;
  readonly respond: Respond;
}

const mostWorlds = 1000;

/** How long a world that is deleted may take to answer running requests, in milliseconds. */
const patience = 5000;

/** The registry of a server's worlds. A world without requests is not opened. */
export function createWorlds(parts: WorldsParts): Worlds {
  const { data, storage, root, shared } = parts;
  const entries = new Map<string, Entry>();
  const owners = new Map<string, string>();
  const { busy, inTurn } = createNamedQueues();
  let making = 0;

  function add(record: WorldRecord): Entry {
    const entry: Entry = {
      record,
      use: createWorldUse({
        record,
        shared: storage.worlds.uses,
        end: (idle) => endIdle(entry, idle),
        report: (error) => shared.report(error, `end of the world ${record.name}`),
      }),
      respond: (request, trace) =>
        entry.use.during(async () => {
          const respond = await open(entry).then(
            (world) => world.respond,
            (error: unknown) =>
              answering(() => Promise.reject(error), { newId: shared.newControlId, report: shared.report }),
          );
          return respond(request, trace);
        }),
    };
    entries.set(record.name, entry);
    if (record.publicKey !== undefined) owners.set(thumbprintOf(record.publicKey), record.name);
    return entry;
  }

  function open(entry: Entry): Promise<OpenWorld> {
    if (entry.opened !== undefined) return entry.opened;
    const opened = reopen(entry);
    entry.opened = opened;
    opened.catch(() => {
      entry.opened = undefined;
    });
    return opened;
  }

  /** After a restart, a deterministic world must not draw again what it drew before. */
  async function reopen(entry: Entry): Promise<OpenWorld> {
    if (entry.record.settings.deterministic !== null) {
      entry.record = { ...entry.record, openings: entry.record.openings + 1 };
      await storage.worlds.rewrite(entry.record);
    }
    return openWorld(entry.record, parts);
  }

  function endIdle(entry: Entry, idle: number): Promise<number> {
    const { name } = entry.record;
    return inTurn(name, async () => {
      if (entries.get(name) !== entry) return 0;
      return storage.worlds.uses === undefined
        ? endAlone(entry, idle)
        : endShared(entry, idle, storage.worlds.uses);
    });
  }

  async function endAlone(entry: Entry, idle: number): Promise<number> {
    const rest = idle - entry.use.rested();
    if (rest > 0) return rest;
    await tellOfEnd(entry);
    await remove(entry);
    return 0;
  }

  /** Of the servers that find it idle, one removes it. */
  async function endShared(entry: Entry, idle: number, uses: SharedUses): Promise<number> {
    // Without a request, this server has not learned when the journal was cleared.
    await common?.ask();
    const { isRemoved, rest } = await uses.removeIdle(entry.record, idle + notePause(idle));
    if (rest > 0) return rest;
    if (isRemoved) await tellOfEnd(entry);
    await forget(entry);
    if (isRemoved) await tellOthers();
    return 0;
  }

  /** Anyone who finds the world gone should also find the reason. */
  async function tellOfEnd({ record }: Entry): Promise<void> {
    await root.journal.add(idleEntry(record.name, root.sources.clock.now()));
  }

  /** Closes it here; other servers keep serving it until its row is deleted. */
  async function forget(entry: Entry): Promise<void> {
    const { name, publicKey } = entry.record;
    entries.delete(name);
    if (publicKey !== undefined) owners.delete(thumbprintOf(publicKey));
    entry.use.close();
    for (let waited = 0; entry.use.isBusy() && waited < patience; waited += 10) {
      // A client waiting for the next request would wait in vain, and hold up the deletion of the world.
      (await entry.opened?.catch(() => undefined))?.world.journal.close();
      await sleep(10);
    }
    await (await entry.opened?.catch(() => undefined))?.close();
  }

  /** False if another server has removed it. */
  async function remove(entry: Entry): Promise<boolean> {
    await forget(entry);
    const isRemoved = await storage.worlds.remove(entry.record.name);
    if (isRemoved) await tellOthers();
    return isRemoved;
  }

  const { common } = root.store;
  const cell = common?.cell("worlds");
  const isLost = common && watchAdministrator(common, data.administrator);
  const looking = createQueue();
  /** Another one after each change of the list of worlds, and the one of which this server knows the list. */
  let current: string | undefined;
  let listed: string | undefined;
  let ended: Promise<unknown> = Promise.resolve();
  common?.follow("worlds", (text) => {
    current = text;
  });

  async function tellOthers(): Promise<void> {
    await cell?.update(() => ({ text: randomUUID(), value: undefined }));
  }

  /** What is opened only after that needs no question of its own. */
  async function ask(name: string | undefined): Promise<void> {
    const entry = entries.get(name ?? "");
    const inWorld = entry?.opened?.then(({ world }) => world.store.common?.ask());
    inWorld?.catch(() => {});
    await common?.ask();
    if (isLost?.()) await ensureAdministrator(root.store, data.administrator);
    if (current !== listed) await looking(look);
    // Otherwise another server has deleted it, and may have made another one of that name.
    if (entry === entries.get(name ?? "")) await inWorld;
  }

  /** What this server is making or deleting itself is left for another look. */
  async function look(): Promise<void> {
    if (current === listed) return;
    const read = current;
    const before = busy();
    const records = new Map((await storage.worlds.read()).map((record) => [record.name, record]));
    const changing = new Set([...before, ...busy()]);
    const gone = [...entries.values()].filter(
      ({ record }) => !changing.has(record.name) && records.get(record.name)?.secret !== record.secret,
    );
    const ends = gone.map((entry) =>
      forget(entry).catch((error: unknown) => shared.report(error, `end of the world ${entry.record.name}`)),
    );
    ended = Promise.all([ended, ...ends]).then(() => undefined);
    for (const record of records.values()) {
      if (!(changing.has(record.name) || entries.has(record.name))) add(record);
    }
    if (changing.size === 0) listed = read;
  }

  async function make(name: string, options: Parameters<Worlds["create"]>[1]) {
    if (entries.size + making >= mostWorlds) throw tooMany();
    making += 1;
    try {
      const { from = "seed" } = options;
      const source = from.startsWith("world:") ? from.slice("world:".length) : undefined;
      const forked = source === undefined ? undefined : entries.get(source);
      if (forked === undefined && source !== undefined) throw unknownSource("world", source);
      const { privateKey, record } =
        forked === undefined
          ? await makeWorld({ name, options, source: undefined }, parts)
          : await forked.use.during(async () =>
              makeWorld({ name, options, source: await sourceOf(forked) }, parts),
            );
      const entry = add(record);
      entry.opened = openWorld(record, parts);
      await entry.opened;
      await tellOthers();
      return { record, privateKey, isNew: true };
    } finally {
      making -= 1;
    }
  }

  async function sourceOf(entry: Entry): Promise<SourceWorld> {
    const { takeImage } = await open(entry);
    return { record: entry.record, takeImage };
  }

  async function create(name: string, options: Parameters<Worlds["create"]>[1]): Promise<Created> {
    const there = entries.get(name);
    if (there === undefined) return make(name, options);
    if (there.record.asked !== askedOf(options)) throw otherOptions(name);
    return { record: there.record, isNew: false };
  }

  for (const record of parts.known) add(record);
  return {
    ask,
    administrator: data.administrator,
    create: (name, options) =>
      inTurn(name, async () => {
        if (common !== undefined) refuseOfOneServer(options);
        try {
          return await create(name, options);
        } catch (error) {
          if (!(error instanceof ConflictError)) throw error;
          // Another server has made one of this name at the same time.
          const made = (await storage.worlds.read()).find((record) => record.name === name);
          if (made !== undefined && !entries.has(name)) add(made);
          return create(name, options);
        }
      }),
    list: () => [...entries.values()].map(({ record }) => record),
    find: (name) => entries.get(name)?.record,
    delete: (name) =>
      inTurn(name, async () => {
        const entry = entries.get(name);
        return entry !== undefined && remove(entry);
      }),
    respond: (name) => entries.get(name)?.respond,
    journalOf(name) {
      const entry = entries.get(name);
      return entry && open(entry).then(({ world }) => world.journal);
    },
    owners,
    async close() {
      // If the database is away, each of them waits for it, so they are closed together.
      const ends = [...entries.values()].map(async ({ opened, use }) => {
        use.close();
        await (await opened?.catch(() => undefined))?.close();
      });
      await Promise.all([ended, ...ends]);
    },
  };
}

function thumbprintOf(publicKey: string): string {
  return readPublicKey(publicKey)?.thumbprint ?? "";
}

/** The journal entry of the root about a world that was ended for being idle. */
function idleEntry(name: string, time: Date): JournalEntry {
  return {
    id: null,
    time: time.toISOString(),
    method: "DELETE",
    path: `/_reference/worlds/${name}`,
    operation: null,
    query: {},
    headers: {},
    body: null,
    body_bytes: 0,
    scopes: null,
    status: "idle",
    milliseconds: 0,
    fault: false,
    unread_fields: null,
    traceparent: null,
    failure: null,
    near: null,
  };
}

function tooMany(): Failure {
  const message = `There are ${mostWorlds} worlds, and no more can be made; delete one first, or make them with a shorter idle`;
  return failure(429, { message });
}

function otherOptions(name: string): Failure {
  const message = `The world ${name} was made with other options; delete it first, or use another name`;
  return failure(409, { message });
}

/** State that only this server knows: what a world has drawn. */
function refuseOfOneServer({ deterministic }: WorldOptions): void {
  if (deterministic === undefined) return;
  const msg = "is not for worlds in PostgreSQL, which several servers may serve";
  throw invalid([{ loc: ["body", "deterministic"], msg, type: "value_error" }]);
}
