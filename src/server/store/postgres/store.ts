import type { StoreSources } from "../depot.ts";
import type { KeyPairRecord } from "../records.ts";
import { createResources } from "../resources.ts";
import type { SqlStore } from "../sql.ts";
import type { ReferenceStore, Resources } from "../store.ts";
import { type Batches, createBatches, gone } from "./batches.ts";
import type { Connection, Connections } from "./connections.ts";
import { type Dialect, sqlOn } from "./dialect.ts";
import { runningFailure } from "./failures.ts";
import { migrations } from "./migrations.ts";

/** A store on the rows of one shelf. */
export interface PostgresStore extends ReferenceStore, SqlStore {
  readonly shelf: number;
  readonly batches: Batches;
}

interface StoreParts {
  readonly connections: Connections;
  readonly dialect: Dialect;
  readonly versions: Versions;
  readonly shelf: number;
  readonly secret: Uint8Array;
  readonly sources: StoreSources;
}

export function storeOn({
  connections,
  dialect,
  secret,
  shelf,
  sources,
  versions,
}: StoreParts): PostgresStore {
  const batches = createBatches({ connections, dialect, shelf });
  const known = new WeakMap<Connection, Resources>();

  /** Those of a connection are the same for each of its transactions. */
  function resourcesOn(connection: Connection): Resources {
    const found = known.get(connection);
    if (found !== undefined) return found;
    const made = createResources(sqlOn({ connection, dialect, shelf }));
    known.set(connection, made);
    return made;
  }

  const read: ReferenceStore["read"] = (work) =>
    reading(connections, (connection) => work(resourcesOn(connection)));
  const findKeyPair = createFindKeyPair(() => versions.of(shelf), read);
  return {
    shelf,
    batches,
    name: connections.label,
    schemaVersion: migrations.length,
    secret,
    now: sources.now,
    newId: sources.newId,
    findKeyPair,
    read,
    write: (work) => batches.write((sql) => work(createResources(sql))),
    change: (work) => batches.write(work),
    // The connections are the depot's.
    close: () => batches.drain(),
  };
}

/** One state of the data, whoever changes it meanwhile; beginning and end are sent without waiting for their answers. */
async function reading<Value>(
  connections: Connections,
  work: (connection: Connection) => Promise<Value>,
): Promise<Value> {
  try {
    return await connections.insist(async (connection) => {
      connection.query("BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY").catch(() => undefined);
      try {
        return await work(connection);
      } finally {
        connection.query("COMMIT").catch(() => undefined);
      }
    });
  } catch (error) {
    throw runningFailure(error);
  }
}

/** Which version each shelf has at the moment. */
export interface Versions {
  of(shelf: number): Promise<string>;
}

/** Asks for all who want to know in one turn of the event loop at once; nobody gets an answer from before they asked. */
export function createVersions(connections: Connections): Versions {
  let asked: Promise<ReadonlyMap<number, string>> | undefined;
  const shelves = new Set<number>();

  async function ask(): Promise<ReadonlyMap<number, string>> {
    await new Promise((resolve) => setImmediate(resolve));
    asked = undefined;
    const wanted = [...shelves];
    shelves.clear();
    const { rows } = await connections.insist((connection) =>
      connection.query<{ id: number; version: string }>({
        name: "payctl_versions",
        text: `SELECT id, version::text AS version FROM ${connections.schema}.shelves WHERE id = ANY($1::integer[])`,
        values: [wanted],
      }),
    );
    return new Map(rows.map(({ id, version }) => [id, version]));
  }

  return {
    async of(shelf) {
      shelves.add(shelf);
      asked ??= ask();
      const version = (await asked.catch((error: unknown) => Promise.reject(runningFailure(error)))).get(
        shelf,
      );
      if (version === undefined) throw gone();
      return version;
    },
  };
}

/** Any server may have changed the data, so its version is asked for each time; what was read at it still holds. */
function createFindKeyPair(findVersion: () => Promise<string>, read: ReferenceStore["read"]) {
  const found = new Map<string, KeyPairRecord>();
  let readAt = "";

  return async (thumbprint: string): Promise<KeyPairRecord | undefined> => {
    const version = await findVersion();
    if (version !== readAt) {
      found.clear();
      readAt = version;
    }
    const known = found.get(thumbprint);
    if (known !== undefined) return known;
    const keyPair = await read(({ apiKeyPairs }) => apiKeyPairs.findByThumbprint(thumbprint));
    // Unknown thumbprints are not cached: anyone can make them up.
    if (keyPair !== undefined && readAt === version) found.set(thumbprint, keyPair);
    return keyPair;
  };
}
