import type { Exchange } from "../../contract/exchange.ts";
import { once } from "../../values/once.ts";
import { createApp } from "../app.ts";
import { createTokenIssuer } from "../authentication/issue.ts";
import { createExercised } from "../exercised/exercised.ts";
import type { FaultRule } from "../faults/fault-rule.ts";
import { createFaults } from "../faults/faults.ts";
import type { JournalMode } from "../journal/entry.ts";
import { createJournal } from "../journal/journal.ts";
import type { Layer } from "../layer.ts";
import { createRouter } from "../router.ts";
import { findSeedRecord } from "../seed/record.ts";
import type { Sources } from "../sources.ts";
import type { ReferenceStore } from "../store/open.ts";
import { createSnapshots } from "../store/snapshot-folder.ts";
import type { Shared, World } from "../world.ts";
import type { OpenWorldParts } from "../worlds/open-world.ts";
import type { Worlds } from "../worlds/record.ts";
import { openWorldFolder } from "../worlds/world-folder.ts";
import { createWorlds } from "../worlds/worlds.ts";
import type { DataFolders } from "./data-folders.ts";
import { isThere } from "./files.ts";
import { ensureAdministrator } from "./start-data.ts";
import { createTemplates } from "./templates.ts";

interface AssembleParts extends Pick<OpenWorldParts, "data" | "real"> {
  /** That of the world at the root. */
  readonly store: ReferenceStore;
  readonly sources: Sources;
  readonly embedLimit: number;
  readonly faults: readonly FaultRule[];
  /** What the journals keep of values; the redacted form unless given. */
  readonly journal?: JournalMode | undefined;
  readonly folders: DataFolders;
  readonly shared: Shared;
  readonly logging: Layer;
  /** What a reset of the root goes back to; what its seed makes, or the file that it began with, unless given. */
  origin?(): Promise<string>;
}

export interface AssembledServer {
  readonly exchange: Exchange;
  readonly root: World;
  readonly worlds: Worlds;
}

/** In memory, worlds are what tests make and forget. */
const anHour = 3_600_000;

/** Makes a server of its data: the world at the root, those beside it, and the router in front of them. */
export async function assembleServer(parts: AssembleParts): Promise<AssembledServer> {
  const { data, embedLimit, faults, folders, logging, real, shared, sources, store } = parts;
  const { administrator } = data;
  const templates = createTemplates({ administrator, folder: folders.templates });
  const seed = once(() => findSeedRecord(store));

  async function findOrigin(): Promise<string | undefined> {
    const record = await seed();
    if (record !== undefined) return templates.get("seed", record);
    const path = await folders.origin();
    return (await isThere(path)) ? path : undefined;
  }

  const { origin = findOrigin } = parts;
  const wentBack = () => ensureAdministrator(store, administrator);
  const snapshots = createSnapshots({ store, folder: folders.snapshots, wentBack });
  const exercised = createExercised();
  const newJournal = () => createJournal(parts.journal);
  const alone: World = {
    store,
    sources,
    embedLimit,
    faults: createFaults(faults),
    journal: newJournal(),
    exercised,
    issuer: createTokenIssuer({ store, clock: sources.tokenClock, newId: real.newId }),
    snapshots,
    async reset() {
      const path = await origin();
      if (path === undefined) return false;
      await snapshots.restoreFile(path);
      return true;
    },
  };
  const { lasting } = folders;
  const folder = once(async () => openWorldFolder({ folder: await folders.worlds(), lasting }));
  const worlds = createWorlds({
    shared,
    real,
    newJournal,
    exercised,
    lasting,
    data,
    root: alone,
    folder,
    seed,
    origin,
    templates,
    defaults: { embedLimit, idle: lasting ? null : anHour },
    // Those in memory went with the server that had them.
    known: lasting ? await (await folder()).read() : [],
  });
  const root = { ...alone, worlds };
  const exchange = createRouter({
    root: createApp(root, shared),
    find: worlds.respond,
    ownerOf: worlds.ownerOf,
    logging,
    newControlId: shared.newControlId,
  });
  return { exchange, root, worlds };
}
