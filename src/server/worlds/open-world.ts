import { createTokenIssuer } from "../authentication/issue.ts";
import { Failure } from "../failure.ts";
import { createFaults } from "../faults/faults.ts";
import { deleteAdministrator, registerAdministrators } from "../seed/start-data.ts";
import type { Sources } from "../sources.ts";
import type { DatasetState } from "../store/records.ts";
import type { Dataset } from "../store/storage.ts";
import type { Cells } from "../store/store.ts";
import type { World } from "../world.ts";

/** A world that can answer. */
export interface OpenWorld extends World {
  /** Takes over what the database knows of it now. */
  refresh(state: DatasetState): void;
  close(): Promise<void>;
}

export interface OpenSettings {
  readonly sources: Sources;
  /** Ids of tokens, which nobody may foresee. */
  newTokenId(): string;
  readonly embedLimit: number;
  /** PEM, SPKI, of the key pairs that may do everything. */
  administrators(): Promise<readonly string[]>;
  /** The one of them that is deleted when this server closes the world. */
  readonly ownAdministrator?: string | undefined;
  /** What the database knows of it now. */
  look(): Promise<DatasetState>;
  /** The number of what a reset goes back to; undefined if that is not known. */
  origin(): Promise<number | undefined>;
}

/** Makes a world of its data. */
export function openWorld(dataset: Dataset, settings: OpenSettings): OpenWorld {
  const { cells, counts, issued, journal, store } = dataset;
  const { administrators, embedLimit, ownAdministrator, newTokenId, origin, sources } = settings;
  const { clock } = sources;
  const firstClock = clock.state();
  const snapshots = dataset.openSnapshots(async () => registerAdministrators(store, await administrators()));
  const change: Cells["change"] = async (name, work) => {
    const value = await cells.change(name, work);
    refresh(await settings.look());
    return value;
  };
  const faults = createFaults(change, counts);
  let latest = 0;

  function refresh({ cells, look, moment }: DatasetState): void {
    // An answer may be overtaken by that to a later question, which says more.
    if (look < latest) return;
    latest = look;
    store.refresh(moment);
    clock.restore(cells.clock === undefined ? firstClock : JSON.parse(cells.clock));
    faults.refresh(cells.faults);
  }

  return {
    sources,
    changeClock: (move) =>
      change("clock", (text) => {
        if (text !== undefined) clock.restore(JSON.parse(text));
        move(clock);
        return { text: JSON.stringify(clock.state()), value: undefined };
      }),
    faults,
    counts,
    journal,
    store,
    embedLimit,
    issuer: createTokenIssuer({ store, issued, now: sources.realNow, newId: newTokenId }),
    snapshots,
    refresh,
    async reset() {
      const beginning = await origin();
      if (beginning === undefined) return false;
      await snapshots.goBack(beginning);
      faults.release();
      return true;
    },
    async close() {
      faults.release();
      if (ownAdministrator !== undefined)
        await deleteAdministrator(store, ownAdministrator).catch(unlessGone);
    },
  };
}

/** If the database is away, or another server has deleted the world, nothing can be cleared. */
function unlessGone(error: unknown): void {
  if (!(error instanceof Failure && [404, 503].includes(error.status))) throw error;
}
