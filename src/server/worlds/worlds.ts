import { randomUUID } from "node:crypto";
import type { WorldOptions } from "../../contract/control/schemas/worlds.ts";
import { createNamedQueues, createQueue } from "../../values/turns.ts";
import { type Failure, failure, invalid } from "../failure.ts";
import { ensureAdministrator, watchAdministrator } from "../seed/start-data.ts";
import { ConflictError } from "../store/store.ts";
import { createEntry, type Entry, type WorldsParts } from "./entry.ts";
import { makeWorld } from "./make-world.ts";
import { askedOf, type Created, type WorldRecord, type Worlds } from "./record.ts";

const mostWorlds = 1000;

/** The worlds of a server, with those of an earlier start. A world without requests is not opened. */
export async function openWorlds(parts: WorldsParts): Promise<Worlds> {
  const known = createKnownWorlds(parts);
  const { entries, turns } = known;
  for (const record of await parts.storage.worlds.read()) known.add(record);
  const { ask, ended } = createAsk(known, parts);
  return {
    administrator: parts.data.administrator,
    create: createCreate(known, parts),
    list: () => [...entries.values()].map(({ record }) => record),
    find: (name) => entries.get(name)?.record,
    delete: (name) =>
      turns.inTurn(name, async () => {
        const entry = entries.get(name);
        return entry !== undefined && known.remove(entry);
      }),
    respond: (name) => entries.get(name)?.respond,
    journalOf: (name) =>
      entries
        .get(name)
        ?.open()
        .then(({ journal }) => journal),
    ask,
    async close() {
      // If the database is away, each of them waits for it, so they are closed together.
      await Promise.all([ended(), ...[...entries.values()].map((entry) => entry.close())]);
    },
  };
}

/** The worlds that this server knows. */
type KnownWorlds = ReturnType<typeof createKnownWorlds>;

function createKnownWorlds(parts: WorldsParts) {
  const entries = new Map<string, Entry>();
  const cell = parts.root.store.common?.cell("worlds");

  function add(record: WorldRecord): Entry {
    const entry = createEntry(record, parts);
    entries.set(record.name, entry);
    return entry;
  }

  /** Closes it here; other servers keep serving it until its row is deleted. */
  async function forget(entry: Entry): Promise<void> {
    entries.delete(entry.record.name);
    await entry.end();
  }

  async function tellOthers(): Promise<void> {
    await cell?.update(() => ({ text: randomUUID(), value: undefined }));
  }

  return {
    entries,
    /** What is done to a world is done in turn. */
    turns: createNamedQueues(),
    add,
    forget,
    tellOthers,
    /** False if another server has removed it. */
    async remove(entry: Entry): Promise<boolean> {
      await forget(entry);
      const isRemoved = await parts.storage.worlds.remove(entry.record.name);
      if (isRemoved) await tellOthers();
      return isRemoved;
    },
  };
}

function createCreate(known: KnownWorlds, parts: WorldsParts): Worlds["create"] {
  const { add, entries, tellOthers, turns } = known;
  const { root, storage } = parts;
  let making = 0;

  async function make(name: string, options: WorldOptions): Promise<Created> {
    if (entries.size + making >= mostWorlds) throw tooMany();
    making += 1;
    try {
      const record = await makeWorld(name, options, parts);
      await add(record).open();
      await tellOthers();
      return { record, isNew: true };
    } finally {
      making -= 1;
    }
  }

  async function create(name: string, options: WorldOptions): Promise<Created> {
    const there = entries.get(name);
    if (there === undefined) return make(name, options);
    if (there.record.asked !== askedOf(options)) throw otherOptions(name);
    return { record: there.record, isNew: false };
  }

  return (name, options) =>
    turns.inTurn(name, async () => {
      if (root.store.common !== undefined) refuseOfOneServer(options);
      try {
        return await create(name, options);
      } catch (error) {
        if (!(error instanceof ConflictError)) throw error;
        // Another server has made one of this name at the same time.
        const made = (await storage.worlds.read()).find((record) => record.name === name);
        if (made !== undefined && !entries.has(name)) add(made);
        return create(name, options);
      }
    });
}

/** What other servers have changed; `ended` resolves once the worlds that were gone are closed here. */
function createAsk(known: KnownWorlds, { data, root, shared, storage }: WorldsParts) {
  const { add, entries, forget, turns } = known;
  const { common } = root.store;
  const isLost = common && watchAdministrator(common, data.administrator);
  const looking = createQueue();
  /** Another one after each change of the list of worlds, and the one of which this server knows the list. */
  let current: string | undefined;
  let listed: string | undefined;
  let ended: Promise<unknown> = Promise.resolve();
  common?.follow("worlds", (text) => {
    current = text;
  });

  /** Skips the worlds that this server is changing: another look finds them. */
  async function look(): Promise<void> {
    if (current === listed) return;
    const read = current;
    const before = turns.busy();
    const records = new Map((await storage.worlds.read()).map((record) => [record.name, record]));
    const changing = new Set([...before, ...turns.busy()]);
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

  return {
    ended: () => ended,
    /** What is opened only after that needs no question of its own. */
    async ask(name = ""): Promise<void> {
      const entry = entries.get(name);
      const inWorld = entry?.findOpen()?.then((world) => world?.store.common?.ask());
      inWorld?.catch(() => {});
      await common?.ask();
      if (isLost?.()) await ensureAdministrator(root.store, data.administrator);
      if (current !== listed) await looking(look);
      // Otherwise another server has deleted it, and may have made another one of that name.
      if (entry === entries.get(name)) await inWorld;
    },
  };
}

function tooMany(): Failure {
  const message = `There are ${mostWorlds} worlds, and no more can be made; delete one first`;
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
