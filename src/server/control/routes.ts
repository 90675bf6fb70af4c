import type { Faults } from "../faults/faults.ts";
import type { Journal } from "../journal/journal.ts";
import type { Sources } from "../sources.ts";
import { clockRoutes } from "./clock-routes.ts";
import { coverageRoute } from "./coverage.ts";
import { type DataParts, dataRoutes } from "./data-routes.ts";
import { faultRoutes } from "./fault-routes.ts";
import { journalRoutes } from "./journal-routes.ts";
import { answerWith, type ControlRoute } from "./route.ts";
import { snapshotRoutes } from "./snapshot-routes.ts";

export interface ControlParts extends DataParts {
  readonly sources: Sources;
  readonly faults: Faults;
  readonly journal: Journal;
}

/** Every route of the control interface. */
export function controlRoutes(parts: ControlParts): readonly ControlRoute[] {
  return [
    { method: "GET", path: "health", answer: () => answerWith({ status: "ok" }) },
    coverageRoute,
    ...dataRoutes(parts),
    ...snapshotRoutes(parts.store),
    ...journalRoutes(parts.journal),
    ...faultRoutes(parts.faults),
    ...clockRoutes(parts.sources.clocks),
  ];
}
