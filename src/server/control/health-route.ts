import { isDeepStrictEqual } from "node:util";
import { version } from "../../version.ts";
import type { Faults } from "../faults/faults.ts";
import type { Journal } from "../journal/journal.ts";
import { findSeedRecord, type SeedRecord } from "../seed/record.ts";
import type { Sources } from "../sources.ts";
import type { ReferenceStore } from "../store/store.ts";
import type { ServerIdentity } from "../world.ts";
import type { Worlds } from "../worlds/record.ts";
import { answerWith, type ControlRoute } from "./route.ts";
import { clockState } from "./simulation-routes.ts";

interface HealthParts {
  readonly identity?: ServerIdentity;
  readonly store: ReferenceStore;
  readonly sources: Sources;
  readonly faults: Faults;
  readonly journal: Journal;
  readonly worlds?: Pick<Worlds, "list">;
}

/** Tells that the server answers, which one it is, and in what state. */
export function healthRoute(parts: HealthParts): ControlRoute {
  const { faults, identity, journal, sources, store } = parts;
  const start = performance.now();
  const findSeed = createFindSeed(store);
  return {
    method: "GET",
    path: "health",
    async answer() {
      return answerWith({
        status: "ok",
        ...identity,
        version,
        uptime_ms: Math.round(performance.now() - start),
        database: store.name,
        schema_version: store.schemaVersion,
        seed: await findSeed(),
        clock: clockState(sources),
        worlds: parts.worlds?.list().length ?? 0,
        faults: faults.list().length,
        journal: journal.mode,
      });
    },
  };
}

interface SeedState {
  readonly name: "custom" | "demo" | "empty";
  /** When it was applied. */
  readonly at: string;
}

/** What the data began with, compared again only after another seed; null where that is not known. */
function createFindSeed(store: ReferenceStore): () => Promise<SeedState | null> {
  let known: { readonly began: string; readonly seed: SeedState } | undefined;
  return async () => {
    const record = await findSeedRecord(store);
    if (record === undefined) return null;
    const began = `${record.at} ${record.name}`;
    if (known?.began !== began) known = { began, seed: await describeSeed(record) };
    return known.seed;
  };
}

async function describeSeed({ at, seed }: SeedRecord): Promise<SeedState> {
  if (Object.keys(seed).length === 0) return { name: "empty", at };
  const { default: demo } = await import("../seed/demo.yaml");
  return { name: isDeepStrictEqual(seed, demo) ? "demo" : "custom", at };
}
