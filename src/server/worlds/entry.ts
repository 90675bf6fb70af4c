import { setTimeout as sleep } from "node:timers/promises";
import { answering } from "../answer.ts";
import { createApp } from "../app.ts";
import type { Respond } from "../layer.ts";
import { ensureAdministrator, type StartData } from "../seed/start-data.ts";
import { openSources, type SourceOptions, type Sources } from "../sources.ts";
import type { Storage } from "../store/storage.ts";
import type { Shared } from "../world.ts";
import { type OpenWorld, openWorld } from "./open-world.ts";
import type { WorldRecord } from "./record.ts";

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

/** A world that exists, open or not. */
export type Entry = ReturnType<typeof createEntry>;

/** How long a world that is deleted may take to answer running requests, in milliseconds. */
const patience = 5000;

export function createEntry(record: WorldRecord, parts: WorldsParts) {
  const { newControlId: newId, report } = parts.shared;
  const { findOpen, open } = createOpening(record, parts);
  let running = 0;

  async function during<Value>(work: () => Promise<Value>): Promise<Value> {
    running += 1;
    try {
      return await work();
    } finally {
      running -= 1;
    }
  }

  async function close(): Promise<void> {
    await (await findOpen())?.close();
  }

  const respond: Respond = (request, trace) =>
    during(async () => {
      const refuse = (error: unknown) => answering(() => Promise.reject(error), { newId, report });
      const answer = await open().then((world) => world.respond, refuse);
      return answer(request, trace);
    });

  return {
    record,
    respond,
    open,
    findOpen,
    close,
    /** Closes it once running requests are answered. */
    async end() {
      for (let waited = 0; running > 0 && waited < patience; waited += 10) {
        await sleep(10);
      }
      await close();
    },
  };
}

interface AnsweringWorld extends OpenWorld {
  readonly respond: Respond;
}

/** Opens the world with its first request; what has failed is tried again with the next one. */
function createOpening(record: WorldRecord, parts: WorldsParts) {
  let { openings } = record;
  let opened: Promise<AnsweringWorld> | undefined;
  return {
    open(): Promise<AnsweringWorld> {
      if (opened !== undefined) return opened;
      opened = openRecord({ ...record, openings }, parts);
      openings += 1;
      opened.catch(() => {
        opened = undefined;
      });
      return opened;
    },
    /** Undefined if it is not open. */
    findOpen: () => opened?.catch(() => undefined),
  };
}

/** A world's clock starts as it did when the world was made. */
export function openWorldSources(
  { openings, settings }: Pick<WorldRecord, "openings" | "settings">,
  real: WorldsParts["real"],
): Sources {
  const { clock, deterministic, frozen } = settings;
  return openSources({
    ...real,
    clock: clock === null ? undefined : new Date(clock),
    frozen,
    deterministic: deterministic ?? undefined,
    opening: openings,
  });
}

async function openRecord(record: WorldRecord, parts: WorldsParts): Promise<AnsweringWorld> {
  const { data, real, shared, storage } = parts;
  const { deterministic, embedLimit, faults } = record.settings;
  const sources = openWorldSources(record, real);
  // After a restart, a deterministic world must not draw again what it drew before.
  if (deterministic !== null && storage.lasting) {
    await storage.worlds.rewrite({ ...record, openings: record.openings + 1 });
  }
  const { lastingBytes, newId } = sources;
  const { base, now } = sources.clock;
  const dataset = await storage.worlds.open(record, { now, newId, randomBytes: lastingBytes, base });
  try {
    await ensureAdministrator(dataset.store, data.administrator);
    const world = await openWorld(dataset, {
      ...data,
      sources,
      newTokenId: real.newId,
      faults,
      embedLimit,
      origin: async () => dataset.origin,
    });
    return { ...world, respond: createApp(world, shared) };
  } catch (error) {
    await dataset.store.close();
    throw error;
  }
}
