import { createApp } from "../app.ts";
import { createTokenIssuer } from "../authentication/issue.ts";
import { createExercised, type Exercised } from "../exercised/exercised.ts";
import { createFaults } from "../faults/faults.ts";
import type { Journal } from "../journal/journal.ts";
import type { Respond } from "../layer.ts";
import { clearData, ensureAdministrator, type StartData } from "../running/start-data.ts";
import { openSources, type SourceOptions } from "../sources.ts";
import { openStore } from "../store/open.ts";
import { createSnapshots } from "../store/snapshot-folder.ts";
import type { Shared, World } from "../world.ts";
import type { WorldRecord } from "./record.ts";
import type { WorldFiles } from "./world-folder.ts";

/** A world that answers. */
export interface OpenWorld {
  readonly world: World;
  readonly respond: Respond;
  /** KiB of pages that it may keep in memory. */
  setCache(cache: number): Promise<void>;
  close(): Promise<void>;
}

export interface OpenWorldParts {
  readonly shared: Shared;
  /** The time of day, ids and chance of this server. */
  readonly real: Pick<SourceOptions, "newId" | "now" | "randomBytes" | "tokenTime">;
  newJournal(): Journal;
  /** What the callers of all worlds have met. */
  readonly exercised: Exercised;
  /** Whether the files are there after a restart. */
  readonly lasting: boolean;
  /** Names the key pair that the worlds share. */
  readonly data: Pick<StartData, "administrator" | "administratorLeaves">;
}

/** Opens the files of a world, whose clock, faults and journal begin as they did when it was made. */
export async function openWorld(
  record: WorldRecord,
  files: WorldFiles,
  parts: OpenWorldParts,
  cache: number,
): Promise<OpenWorld> {
  const { data, lasting, newJournal, real, shared } = parts;
  const { clock, deterministic, embedLimit, faults, frozen } = record.settings;
  const sources = openSources({
    ...real,
    clock: clock === null ? undefined : new Date(clock),
    deterministic: deterministic ?? undefined,
    opening: record.openings,
  });
  if (frozen) sources.clock.change({ frozen });
  const store = await openStore({
    path: files.data,
    now: sources.clock.now,
    newId: sources.newId,
    randomBytes: sources.lastingBytes,
    secret: Buffer.from(record.secret, "base64"),
    passing: !lasting,
    cache,
  });
  const publicKey = record.publicKey ?? data.administrator;
  const wentBack = () => ensureAdministrator(store, publicKey);
  const snapshots = createSnapshots({ store, folder: async () => files.snapshots, wentBack });
  const world: World = {
    store,
    sources,
    embedLimit,
    faults: createFaults(faults),
    journal: newJournal(),
    exercised: createExercised(parts.exercised),
    issuer: createTokenIssuer({ store, clock: sources.tokenClock, newId: real.newId }),
    snapshots,
    async reset() {
      await snapshots.restoreFile(files.origin);
      return true;
    },
  };
  try {
    await ensureAdministrator(store, publicKey);
  } catch (error) {
    await store.close();
    throw error;
  }
  return {
    world,
    respond: createApp(world, shared),
    setCache: (size) =>
      store.inspect((database) => database.exec(`PRAGMA cache_size = -${size}; PRAGMA shrink_memory`)),
    async close() {
      world.journal.close();
      if (lasting) await clearData(store, data);
      await store.close();
    },
  };
}
