import type { FaultRule } from "../../contract/control/schemas/faults.ts";
import { createApp } from "../app.ts";
import type { Layer } from "../layer.ts";
import { createRouter } from "../router.ts";
import type { Sources } from "../sources.ts";
import { findSeedOrigin } from "../worlds/make-world.ts";
import { openWorld } from "../worlds/open-world.ts";
import type { WorldsParts } from "../worlds/served-world.ts";
import { openWorlds } from "../worlds/worlds.ts";

interface AssembleParts extends Omit<WorldsParts, "root"> {
  readonly sources: Sources;
  /** Replace those in force, if there are any. */
  readonly faults: readonly FaultRule[];
  /** Whether its clock replaces the one in force. */
  readonly setsClock?: boolean;
  readonly logging: Layer;
}

/** Makes a server of its data: the world at the root, the other worlds, and the router in front of them. */
export async function assembleServer(parts: AssembleParts) {
  const { embedLimit, faults, logging, real, setsClock = false, shared, sources, storage } = parts;
  const { administrator } = parts.data;
  // What is in memory goes with its server.
  const deletesAdministrator = parts.data.administratorLeaves && storage.isPersistent;
  const lookAtRoot = async () => (await storage.look(undefined)).root;
  const opened = openWorld(storage.root, {
    sources,
    newTokenId: real.newId,
    embedLimit,
    administrators: storage.administrators.list,
    ownAdministrator: deletesAdministrator ? administrator : undefined,
    look: lookAtRoot,
    origin: () => findSeedOrigin(storage, administrator),
  });
  const text = JSON.stringify(sources.clock.state());
  if (setsClock) await storage.root.cells.change("clock", () => ({ text, value: undefined }));
  if (faults.length > 0) await opened.faults.replace(faults);
  const worlds = openWorlds({
    ...parts,
    data: { administrator, administratorLeaves: deletesAdministrator },
    root: opened,
  });
  const root = { ...opened, worlds };
  const exchange = createRouter({
    root: createApp(root, shared),
    worlds,
    access: shared.access,
    logging,
    newControlId: shared.newControlId,
    report: shared.report,
    instance: shared.identity?.instance,
  });
  return {
    exchange,
    root,
    /** Closes all worlds, and then the storage. */
    async close() {
      await worlds.close();
      if (deletesAdministrator) await storage.administrators.forget(administrator).catch(() => {});
      await root.close();
      await storage.close();
    },
  };
}
