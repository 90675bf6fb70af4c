import { isPostgresUrl } from "../../values/database-address.ts";
import { openSqliteStorage } from "./sqlite/storage.ts";
import type { Storage, StorageOptions } from "./storage.ts";

/** Opens or creates a database; throws a ConfigurationError if it can't be used. */
export async function openStorage(options: StorageOptions): Promise<Storage> {
  if (!isPostgresUrl(options.database)) return openSqliteStorage(options);
  const { openPostgresStorage } = await import("./postgres/storage.ts");
  return openPostgresStorage(options);
}
