import type { FaultRule } from "../../contract/control/schemas/faults.ts";
import type { JournalMode } from "../../contract/control/words.ts";
import type { Exchange } from "../../contract/exchange.ts";
import { once } from "../../values/once.ts";
import { createApp } from "../app.ts";
import { createTokenIssuer } from "../authentication/issue.ts";
import { createFaults } from "../faults/faults.ts";
import { createJournal } from "../journal/journal.ts";
import type { Layer } from "../layer.ts";
import { createRouter } from "../router.ts";
import { findSeedRecord } from "../seed/record.ts";
import { ensureAdministrator } from "../seed/start-data.ts";
import { shareSimulation } from "../sharing.ts";
import type { Sources } from "../sources.ts";
import type { Image } from "../store/storage.ts";
import type { Shared, World } from "../world.ts";
import type { OpenWorldParts } from "../worlds/open-world.ts";
import type { Worlds } from "../worlds/record.ts";
import { createTemplates } from "../worlds/templates.ts";
import { createWorlds } from "../worlds/worlds.ts";

interface AssembleParts extends Pick<OpenWorldParts, "data" | "storage" | "real"> {
  readonly sources: Sources;
  readonly embedLimit: number;
  readonly faults: readonly FaultRule[];
  /** Whether other servers of the database should follow this clock. */
  readonly setsClock?: boolean;
  /** What the journals keep of values; the redacted form unless given. */
  readonly journal?: JournalMode | undefined;
  readonly shared: Shared;
  readonly logging: Layer;
  /** What a reset of the root goes back to; what its seed makes, or the file that it started with, unless given. */
  origin?(): Promise<Image>;
}

export interface AssembledServer {
  readonly exchange: Exchange;
  readonly root: World;
  readonly worlds: Worlds;
}

/** Worlds in memory are what tests make and forget. */
const anHour = 3_600_000;

/** Makes a server of its data: the world at the root, the other worlds, and the router in front of them. */
export async function assembleServer(parts: AssembleParts): Promise<AssembledServer> {
  const { data, storage, embedLimit, faults, logging, real, shared, sources } = parts;
  const { administrator } = data;
  const { store } = storage.root;
  const templates = createTemplates({ administrator, storage });
  const seed = once(() => findSeedRecord(store));

  async function findOrigin(): Promise<Image | undefined> {
    const record = await seed();
    return record === undefined ? storage.findOrigin() : templates.get("seed", record);
  }

  const { origin = findOrigin } = parts;
  const snapshots = storage.root.openSnapshots(() => ensureAdministrator(store, administrator));
  const newJournal = () => createJournal(parts.journal);
  const sets = { clock: parts.setsClock ?? false, faults: faults.length > 0 };
  const own = { sources, faults: createFaults(faults), journal: newJournal(), sets };
  const simulation = await shareSimulation(own, store.common);
  const alone: World = {
    ...simulation,
    store,
    embedLimit,
    issuer: createTokenIssuer({ store, clock: sources.tokenClock, newId: real.newId }),
    snapshots,
    async reset() {
      const image = await origin();
      if (image === undefined) return false;
      await snapshots.restoreImage(image);
      simulation.faults.release();
      return true;
    },
  };
  const worlds = createWorlds({
    shared,
    real,
    newJournal,
    exercised: simulation.exercised,
    data,
    storage,
    root: alone,
    seed,
    origin,
    templates,
    defaults: { embedLimit, idle: storage.lasting ? null : anHour },
    known: await storage.worlds.read(),
  });
  const root = { ...alone, worlds };
  const exchange = createRouter({
    root: createApp(root, shared),
    access: shared.access,
    ask: store.common && worlds.ask,
    find: worlds.respond,
    owners: worlds.owners,
    logging,
    newControlId: shared.newControlId,
    instance: shared.identity?.instance,
  });
  return { exchange, root, worlds };
}
