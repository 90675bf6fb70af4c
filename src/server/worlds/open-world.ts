import { createApp } from "../app.ts";
import { createTokenIssuer } from "../authentication/issue.ts";
import type { Exercised } from "../exercised/exercised.ts";
import { Failure } from "../failure.ts";
import { createFaults } from "../faults/faults.ts";
import type { OwnJournal } from "../journal/journal.ts";
import type { Respond } from "../layer.ts";
import { clearData, ensureAdministrator, type StartData } from "../seed/start-data.ts";
import { shareSimulation } from "../sharing.ts";
import { openSources, type SourceOptions } from "../sources.ts";
import type { Image, Storage } from "../store/storage.ts";
import type { Shared, World } from "../world.ts";
import type { WorldRecord } from "./record.ts";

/** A world that answers. */
export interface OpenWorld {
  readonly world: World;
  readonly respond: Respond;
  /** Of its data as it is now. */
  takeImage(): Promise<Image>;
  close(): Promise<void>;
}

export interface OpenWorldParts {
  readonly shared: Shared;
  /** The time of day, ids and randomness of this server. */
  readonly real: Pick<SourceOptions, "newId" | "now" | "randomBytes" | "tokenTime">;
  newJournal(): OwnJournal;
  /** What the callers of all worlds have met. */
  readonly exercised: Exercised;
  readonly storage: Storage;
  /** Names the key pair that the worlds share. */
  readonly data: Pick<StartData, "administrator" | "administratorLeaves">;
}

/** Opens the data of a world; its clock, faults and journal start as they did when it was made. */
export async function openWorld(record: WorldRecord, parts: OpenWorldParts): Promise<OpenWorld> {
  const { data, storage, newJournal, real, shared } = parts;
  const { clock, deterministic, embedLimit, faults, frozen } = record.settings;
  const sources = openSources({
    ...real,
    clock: clock === null ? undefined : new Date(clock),
    frozen,
    deterministic: deterministic ?? undefined,
    opening: record.openings,
  });
  const { openSnapshots, origin, store, takeImage } = await storage.worlds.open(record, {
    now: sources.clock.now,
    newId: sources.newId,
    randomBytes: sources.lastingBytes,
    base: sources.clock.base,
  });
  const publicKey = record.publicKey ?? data.administrator;
  const snapshots = openSnapshots(() => ensureAdministrator(store, publicKey));
  const sets = { clock: false, faults: false };
  const own = { sources, faults: createFaults(faults), journal: newJournal(), whole: parts.exercised, sets };
  const world: World = {
    ...(await shareSimulation(own, store.common)),
    store,
    embedLimit,
    issuer: createTokenIssuer({ store, clock: sources.tokenClock, newId: real.newId }),
    snapshots,
    async reset() {
      await snapshots.restoreImage(origin);
      world.faults.release();
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
    takeImage,
    async close() {
      world.faults.release();
      await world.journal.close();
      // If another server has deleted the world, or the database is away, nothing can be cleared.
      if (storage.lasting) await clearData(store, data).catch(unlessGone);
      await store.close();
    },
  };
}

function unlessGone(error: unknown): void {
  if (!(error instanceof Failure && [404, 503].includes(error.status))) throw error;
}
