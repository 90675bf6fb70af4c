import { isPostgresUrl } from "../../values/database-address.ts";
import { checkFile } from "./sqlite/database-copies.ts";
import { openSqliteStorage } from "./sqlite/storage.ts";
import type { Outage, Storage, StoreSources } from "./storage.ts";

export interface StorageOptions extends StoreSources {
  /** An absolute path, `:memory:`, or the address of a database of PostgreSQL. */
  readonly database: string;
  readonly outage?: Outage | undefined;
}

/** Opens or makes a database; one that can't be used is a ConfigurationError. */
export async function openStorage(options: StorageOptions): Promise<Storage> {
  if (!isPostgresUrl(options.database)) return openSqliteStorage(options);
  const { openPostgresStorage } = await import("./postgres/storage.ts");
  return openPostgresStorage(options);
}

/** Refuses what is not the file of a snapshot, or of a database, that a server can start from, with a ConfigurationError. */
export function checkSnapshotFile(path: string): Promise<void> {
  return checkFile(path);
}
