import { isPostgresUrl } from "../../values/database-address.ts";
import { openSqliteStorage } from "./sqlite/storage.ts";
import type { Outage, Storage } from "./storage.ts";
import type { StoreSources } from "./store.ts";

export interface StorageOptions extends StoreSources {
  /** An absolute path, `:memory:`, or the address of a PostgreSQL database. */
  readonly database: string;
  readonly outage?: Outage | undefined;
}

/** Opens or creates a database; throws a ConfigurationError if it can't be used. */
export async function openStorage(options: StorageOptions): Promise<Storage> {
  if (!isPostgresUrl(options.database)) return openSqliteStorage(options);
  const { openPostgresStorage } = await import("./postgres/storage.ts");
  return openPostgresStorage(options);
}
