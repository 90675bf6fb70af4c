import { version } from "../../version.ts";
import type { Faults } from "../faults/faults.ts";
import { findBeginning } from "../seed/record.ts";
import type { Sources } from "../sources.ts";
import type { ReferenceStore } from "../store/store.ts";
import type { ServerIdentity, ServerPlace } from "../world.ts";
import type { Worlds } from "../worlds/record.ts";
import { answerWith, type ControlHandlers } from "./handler.ts";
import { clockState } from "./simulation.ts";

interface HealthParts {
  readonly identity?: ServerIdentity;
  readonly place?: ServerPlace;
  readonly store: ReferenceStore;
  readonly sources: Sources;
  readonly faults: Faults;
  readonly worlds?: Pick<Worlds, "list">;
}

/** Reports that the server answers, which one it is, and in what state. */
export function healthHandlers(parts: HealthParts): Pick<ControlHandlers, "readHealth"> {
  const { faults, identity, place, sources, store } = parts;
  const start = performance.now();
  return {
    async readHealth() {
      return answerWith({
        status: "ok" as const,
        ...identity,
        version,
        command: place?.command,
        key_file: place?.keyFile(),
        ca_file: place?.caFile,
        log: place?.log,
        uptime_ms: Math.round(performance.now() - start),
        database: store.name,
        schema_version: store.schemaVersion,
        seed: await describeSeed(store),
        clock: clockState(sources.clock),
        worlds: parts.worlds?.list().length ?? 0,
        faults: faults.list().length,
      });
    },
  };
}

/** What the data started with; null if that is not known. */
async function describeSeed(store: ReferenceStore) {
  const beginning = await findBeginning(store);
  return beginning === undefined ? null : { name: beginning.seed, at: beginning.at };
}
