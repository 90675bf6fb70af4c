import { randomUUID } from "node:crypto";
import pg from "pg";
import { openStorage } from "../../src/server/store/open-storage.ts";
import type { Storage, StorageOptions } from "../../src/server/store/storage.ts";
import { sharedPostgres } from "./postgres.ts";

/** The engine that this run tests; vitest.config.ts runs many test files once for each. */
export const isPostgres = process.env["PAYCTL_TEST_ENGINE"] === "postgres";

/** Schemas that are no longer used; emptying one takes a tenth of the time of creating one. */
const free: string[] = [];

/** Opens an empty database of the engine that is tested: in memory, or a schema of its own. */
export async function openEmptyStorage(options: Omit<StorageOptions, "database">): Promise<Storage> {
  if (!isPostgres) return openStorage({ database: ":memory:", ...options });
  const schema = free.pop() ?? `test_${randomUUID().replaceAll("-", "_")}`;
  const address = `${await sharedPostgres()}/postgres`;
  await empty(address, schema);
  const storage = await openStorage({ database: `${address}?schema=${schema}`, ...options });
  let isClosed = false;
  return {
    ...storage,
    async close() {
      if (isClosed) return;
      isClosed = true;
      await storage.close();
      free.push(schema);
    },
  };
}

async function empty(address: string, schema: string): Promise<void> {
  const client = await emptying(address);
  const { rows } = await client.query<{ name: string }>(
    "SELECT tablename AS name FROM pg_tables WHERE schemaname = $1",
    [schema],
  );
  const names = rows.map(({ name }) => name).filter((name) => name !== "schema_version");
  if (names.length === 0) return;
  const emptied = names.filter((name) => name !== "datasets").map((name) => `DELETE FROM ${schema}.${name};`);
  const datasets = `DELETE FROM ${schema}.datasets WHERE id <> 1; UPDATE ${schema}.datasets SET moment = 0`;
  await client.query(`SET session_replication_role = replica; ${emptied.join("\n")} ${datasets}`);
}

let emptier: Promise<pg.Client> | undefined;

/** One connection for all tests of this process. */
function emptying(address: string): Promise<pg.Client> {
  emptier ??= connectTo(address);
  return emptier;
}

async function connectTo(connectionString: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString });
  // The database may end before this process does.
  client.on("error", () => {});
  await client.connect();
  return client;
}

/** A separate connection, to see or change what no interface offers. */
export async function asking<Value>(
  address: string,
  work: (client: pg.Client) => Promise<Value>,
): Promise<Value> {
  const client = new pg.Client({ connectionString: address });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
