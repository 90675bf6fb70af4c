import type { Depot, StoreSources } from "./depot.ts";
import { openSqliteDepot } from "./sqlite/depot.ts";

export interface DepotOptions extends StoreSources {
  /** An absolute path, or `:memory:`. */
  readonly database: string;
}

/** Opens or makes a database; one that can't be used is a ConfigurationError. */
export function openDepot(options: DepotOptions): Promise<Depot> {
  return openSqliteDepot(options);
}
