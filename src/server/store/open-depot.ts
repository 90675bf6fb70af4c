import { isPostgresUrl } from "../../values/postgres-url.ts";
import type { Depot, StoreSources } from "./depot.ts";
import { openSqliteDepot } from "./sqlite/depot.ts";

export interface DepotOptions extends StoreSources {
  /** An absolute path, `:memory:`, or the address of a database of PostgreSQL. */
  readonly database: string;
}

/** Opens or makes a database; one that can't be used is a ConfigurationError. */
export async function openDepot(options: DepotOptions): Promise<Depot> {
  if (!isPostgresUrl(options.database)) return openSqliteDepot(options);
  const { openPostgresDepot } = await import("./postgres/depot.ts");
  return openPostgresDepot(options);
}
