import type { FaultRule } from "../../contract/control/schemas/faults.ts";
import { createApp } from "../app.ts";
import type { Layer } from "../layer.ts";
import { createRouter } from "../router.ts";
import type { Sources } from "../sources.ts";
import type { WorldsParts } from "../worlds/entry.ts";
import { findSeedOrigin } from "../worlds/make-world.ts";
import { openWorld } from "../worlds/open-world.ts";
import { openWorlds } from "../worlds/worlds.ts";

interface AssembleParts extends Omit<WorldsParts, "root"> {
  readonly sources: Sources;
  readonly faults: readonly FaultRule[];
  /** Whether other servers of the database should follow this clock. */
  readonly setsClock?: boolean;
  readonly logging: Layer;
}

/** Makes a server of its data: the world at the root, the other worlds, and the router in front of them. */
export async function assembleServer(parts: AssembleParts) {
  const { embedLimit, faults, logging, real, setsClock = false, shared, sources, storage } = parts;
  const { administrator } = parts.data;
  // What is in memory goes with its server.
  const data = { administrator, administratorLeaves: parts.data.administratorLeaves && storage.lasting };
  const opened = await openWorld(storage.root, {
    ...data,
    sources,
    newTokenId: real.newId,
    faults,
    embedLimit,
    origin: () => findSeedOrigin(storage, administrator),
    sets: { clock: setsClock, faults: faults.length > 0 },
  });
  const worlds = await openWorlds({ ...parts, data, root: opened });
  const root = { ...opened, worlds };
  const exchange = createRouter({
    root: createApp(root, shared),
    access: shared.access,
    ask: storage.root.store.common && worlds.ask,
    find: worlds.respond,
    names: () => worlds.list().map(({ name }) => name),
    logging,
    newControlId: shared.newControlId,
    instance: shared.identity?.instance,
  });
  return {
    exchange,
    root,
    /** Closes all worlds, and then the storage. */
    async close() {
      await worlds.close();
      await root.close();
      await storage.close();
    },
  };
}
