import type { WorldOptions } from "../../contract/control/schemas/worlds.ts";
import { createNamedQueues } from "../../values/turns.ts";
import { type Failure, failure, invalid } from "../failure.ts";
import type { Respond } from "../layer.ts";
import { ConflictError, type DatasetState } from "../store/records.ts";
import { makeWorld } from "./make-world.ts";
import { askedOf, type CreatedWorld, type WorldRecord, type Worlds } from "./record.ts";
import { type ServedWorld, serveWorld, type WorldsParts } from "./served-world.ts";

/** The worlds of a server, and how it finds out about them. */
export interface AllWorlds extends Worlds {
  /** Looks at the root and the world with a name, which answers with what the database knows now; undefined for none. */
  look(name: string | undefined): Promise<Respond | undefined>;
  /** A world that has answered here before, if nothing is known of it now. */
  opened(name: string): Respond | undefined;
  close(): Promise<void>;
}

/** A world is opened with the first request for it that this server gets. */
export function openWorlds(parts: WorldsParts): AllWorlds {
  const { data, root, storage } = parts;
  const servedWorlds = createServedWorlds(parts);
  /** What is done to a world is done in turn. */
  const { inTurn } = createNamedQueues();

  async function look(name: string | undefined): Promise<ServedWorld | undefined> {
    const state = await storage.look(name);
    root.refresh(state.root);
    return name === undefined ? undefined : servedWorlds.find(name, state.world, state.root.look);
  }

  async function create(name: string, options: WorldOptions): Promise<CreatedWorld> {
    const created = await findOrMake(name, options, parts);
    if (created.isNew) await look(name);
    return created;
  }

  return {
    administrator: data.administrator,
    create: (name, options) =>
      inTurn(name, async () => {
        if (storage.isShared) refuseOfOneServer(options);
        return create(name, options).catch((error: unknown) => {
          // Another server has made one of this name at the same time, or has removed what it starts with.
          if (error instanceof ConflictError) return create(name, options);
          throw error;
        });
      }),
    list: storage.worlds.list,
    names: async () => (await storage.worlds.list()).map(({ name }) => name),
    find: (name) => findRecord(name, storage),
    delete: (name) =>
      inTurn(name, async () => {
        const { world } = await storage.look(name);
        return (
          world !== undefined &&
          servedWorlds.whileClosed(name, world.id, () => storage.worlds.remove(world.id))
        );
      }),
    async journalOf(name) {
      return (await (await look(name))?.world)?.journal;
    },
    look: async (name) => (await look(name))?.respond,
    opened: (name) => servedWorlds.worlds.get(name)?.respond,
    // If the database is away, each of them waits for it, so they are closed together.
    async close() {
      await Promise.all([...servedWorlds.worlds.values()].map((served) => served.close()));
    },
  };
}

async function findRecord(name: string, storage: WorldsParts["storage"]): Promise<WorldRecord | undefined> {
  const { world } = await storage.look(name);
  return world && recordOf(world);
}

async function findOrMake(name: string, options: WorldOptions, parts: WorldsParts): Promise<CreatedWorld> {
  const record = await findRecord(name, parts.storage);
  if (record === undefined) return { record: await makeWorld(name, options, parts), isNew: true };
  if (record.asked !== askedOf(options)) throw otherOptions(name);
  return { record, isNew: false };
}

/** The worlds that this server has answered for. */
function createServedWorlds(parts: WorldsParts) {
  const worlds = new Map<string, ServedWorld>();
  const deleting = new Set<number>();

  function close(name: string, served: ServedWorld): Promise<void> {
    worlds.delete(name);
    return served.close();
  }

  function open(name: string, state: DatasetState): ServedWorld {
    const served = serveWorld(recordOf(state), state, parts);
    worlds.set(name, served);
    return served;
  }

  return {
    worlds,
    /** The one that the database knows, once it has seen what that says. */
    async find(
      name: string,
      state: DatasetState | undefined,
      look: number,
    ): Promise<ServedWorld | undefined> {
      const known = worlds.get(name);
      // Another server has deleted it, and may have made another one of that name.
      if (known !== undefined && known.id !== state?.id && known.look < look) {
        close(name, known).catch((error: unknown) => parts.shared.report(error, `end of the world ${name}`));
      }
      if (state === undefined || deleting.has(state.id)) return undefined;
      const served = worlds.get(name) ?? open(name, state);
      try {
        (await served.world).refresh(state);
      } catch (error) {
        // What has failed is tried again with the next request.
        if (worlds.get(name) === served) worlds.delete(name);
        throw error;
      }
      return served;
    },
    /** Runs work once the world is closed here, to which it gives no answers meanwhile. */
    async whileClosed<Value>(name: string, id: number, work: () => Promise<Value>): Promise<Value> {
      deleting.add(id);
      try {
        const served = worlds.get(name);
        if (served?.id === id) await close(name, served);
        return await work();
      } finally {
        deleting.delete(id);
      }
    },
  };
}

function recordOf({ cells }: DatasetState): WorldRecord {
  return JSON.parse(cells.options ?? "{}");
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
