import type { FaultRule } from "../../contract/control/schemas/faults.ts";
import { createTokenIssuer } from "../authentication/issue.ts";
import { Failure } from "../failure.ts";
import { openFaults } from "../faults/faults.ts";
import { createJournal } from "../journal/journal.ts";
import { clearData, ensureAdministrator, type StartData } from "../seed/start-data.ts";
import { createShare } from "../sharing.ts";
import type { Clock, Sources } from "../sources.ts";
import type { Dataset } from "../store/storage.ts";
import type { World } from "../world.ts";

/** A world that can answer. */
export interface OpenWorld extends World {
  close(): Promise<void>;
}

/** `administrator`: of the key pair that may do everything. */
export interface OpenSettings extends Pick<StartData, "administrator" | "administratorLeaves"> {
  readonly sources: Sources;
  /** Ids of tokens, which nobody may foresee. */
  newTokenId(): string;
  readonly faults: readonly FaultRule[];
  readonly embedLimit: number;
  /** The number of what a reset goes back to; undefined if that is not known. */
  origin(): Promise<number | undefined>;
  /** Whether other servers of the database should follow this clock, or these rules; neither unless given. */
  readonly sets?: { readonly clock: boolean; readonly faults: boolean };
}

/** Makes a world of its data, in which the administrator is registered; its faults and its journal start anew. */
export async function openWorld(dataset: Dataset, settings: OpenSettings): Promise<OpenWorld> {
  const { openSnapshots, store } = dataset;
  const { administrator, embedLimit, newTokenId, origin, sources } = settings;
  const { sets = { clock: false, faults: false } } = settings;
  const snapshots = openSnapshots(() => ensureAdministrator(store, administrator));
  const share = createShare(store.common);
  const faults = await openFaults({ rules: settings.faults, sets: sets.faults, share });
  const { change: changeClock } = await share("clock", { ...textOf(sources.clock), sets: sets.clock });
  await store.common?.ask();
  return {
    sources,
    changeClock,
    faults,
    journal: store.common?.journal ?? createJournal(),
    store,
    embedLimit,
    issuer: createTokenIssuer({ store, now: sources.realNow, newId: newTokenId }),
    snapshots,
    async reset() {
      const began = await origin();
      if (began === undefined) return false;
      await snapshots.goBack(began);
      faults.release();
      return true;
    },
    async close() {
      faults.release();
      await clearData(store, settings).catch(unlessGone);
      await store.close();
    },
  };
}

function textOf(clock: Clock) {
  return {
    dump: () => JSON.stringify(clock.state()),
    load: (text: string) => clock.restore(JSON.parse(text)),
  };
}

/** If the database is away, or another server has deleted the world, nothing can be cleared. */
function unlessGone(error: unknown): void {
  if (!(error instanceof Failure && [404, 503].includes(error.status))) throw error;
}
