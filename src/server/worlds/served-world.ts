import { sleep } from "../../values/timers.ts";
import { createApp } from "../app.ts";
import { gone } from "../failure.ts";
import type { Respond } from "../layer.ts";
import { registerAdministrators, type StartData } from "../seed/start-data.ts";
import { openSources, type SourceOptions, type Sources } from "../sources.ts";
import type { DatasetState } from "../store/records.ts";
import type { Storage } from "../store/storage.ts";
import type { Shared } from "../world.ts";
import { type OpenWorld, openWorld } from "./open-world.ts";
import type { WorldRecord, WorldSettings } from "./record.ts";

/** What worlds have from their server. */
export interface WorldsParts {
  /** The time of day, ids and randomness. */
  readonly real: Pick<SourceOptions, "newId" | "now" | "randomBytes">;
  /** Names the key pair that the worlds share. */
  readonly data: Pick<StartData, "administrator" | "administratorLeaves">;
  readonly storage: Storage;
  readonly shared: Shared;
  readonly root: OpenWorld;
  /** That of worlds which are made without one. */
  readonly embedLimit: number;
}

/** A world that this server answers for. */
export interface ServedWorld {
  readonly id: number;
  /** The look that found it. */
  readonly look: number;
  readonly world: Promise<OpenWorld>;
  readonly respond: Respond;
  /** Closes it once running requests are answered. */
  close(): Promise<void>;
}

/** How long a world that is deleted may take to answer running requests, in milliseconds. */
const closeTimeout = 5000;

export function serveWorld(record: WorldRecord, state: DatasetState, parts: WorldsParts): ServedWorld {
  const running = new Set<Promise<unknown>>();
  const world = openRecord(record, state, parts);
  const app = world.then((open) => createApp(open, parts.shared));
  app.catch(() => {});
  return {
    id: state.id,
    look: state.look,
    world,
    respond(request, trace) {
      const answer = app.then((respond) => respond(request, trace));
      running.add(answer);
      return answer.finally(() => running.delete(answer));
    },
    async close() {
      await Promise.race([Promise.allSettled(running), sleep(closeTimeout)]);
      await (await world.catch(() => undefined))?.close();
    },
  };
}

/** The sources of a world that was opened so often before. */
export function openWorldSources(
  { clock, deterministic, frozen }: WorldSettings,
  real: WorldsParts["real"],
  opening = 0,
): Sources {
  return openSources({
    ...real,
    clock: clock === null ? undefined : new Date(clock),
    frozen,
    deterministic: deterministic ?? undefined,
    opening,
  });
}

async function openRecord(
  { name, settings }: WorldRecord,
  state: DatasetState,
  { data, real, storage }: WorldsParts,
): Promise<OpenWorld> {
  const { deterministic, embedLimit } = settings;
  // After a restart, a deterministic world must not draw again what it drew before.
  const opening = deterministic === null ? 0 : await storage.worlds.countOpening(state.id);
  const sources = openWorldSources(settings, real, opening);
  const { lastingBytes, newId } = sources;
  const { base, now } = sources.clock;
  const dataset = storage.worlds.open(state, { now, newId, randomBytes: lastingBytes, base });
  const administrators = storage.administrators.list;
  await registerAdministrators(dataset.store, await administrators());
  return openWorld(dataset, {
    sources,
    newTokenId: real.newId,
    embedLimit,
    administrators,
    ownAdministrator: data.administratorLeaves ? data.administrator : undefined,
    origin: async () => state.origin ?? undefined,
    async look() {
      const { world } = await storage.look(name);
      if (world?.id !== state.id) throw gone();
      return world;
    },
  });
}
