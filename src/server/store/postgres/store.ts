import type { StoreParts } from "../engine.ts";
import type { KeyPairRecord } from "../records.ts";
import { createResources } from "../resources.ts";
import type { SqlStore } from "../sql.ts";
import type { ReferenceStore } from "../store.ts";
import { createChanges } from "./changes.ts";
import { type AskState, createCommon } from "./common.ts";
import type { Connections } from "./connections.ts";
import { type Dialect, sqlOn } from "./dialect.ts";
import { schemaVersion } from "./migrations.ts";

interface PostgresStoreParts extends StoreParts {
  readonly connections: Connections;
  readonly dialect: Dialect;
  readonly askState: AskState;
}

export function storeOn({
  askState,
  connections,
  dialect,
  secret,
  dataset,
  sources,
}: PostgresStoreParts): ReferenceStore & SqlStore {
  const { base = () => sources.now().getTime() } = sources;
  const changes = createChanges({ connections, dialect, dataset, base });
  const read = createRead({ connections, dialect, dataset });
  const keyPairs = createFindKeyPair(read);
  return {
    name: connections.label,
    schemaVersion,
    secret,
    now: sources.now,
    newId: sources.newId,
    findKeyPair: keyPairs.find,
    common: createCommon({ askState, connections, dataset, learned: keyPairs.learned }),
    read,
    write: (work) => changes.make((sql, moment) => work(createResources(sql), moment)),
    change: (work) => changes.make(work),
    // The connections belong to the storage.
    close: () => changes.drain(),
  };
}

/**
 * Any server may have changed the data; what was read since its latest change holds until the next one. To read a key
 * pair with each request would cost a page half as much again.
 */
function createFindKeyPair(read: ReferenceStore["read"]) {
  let found = new Map<string, KeyPairRecord>();
  let latest: number | undefined;

  return {
    learned(moment: number): void {
      if (moment === latest) return;
      latest = moment;
      found = new Map();
    },
    async find(thumbprint: string): Promise<KeyPairRecord | undefined> {
      const known = found;
      const keyPair =
        known.get(thumbprint) ?? (await read(({ apiKeyPairs }) => apiKeyPairs.findByThumbprint(thumbprint)));
      // Unknown thumbprints are not kept: anyone can make them up.
      if (keyPair !== undefined) known.set(thumbprint, keyPair);
      return keyPair;
    },
  };
}

interface ReadParts {
  readonly connections: Connections;
  readonly dialect: Dialect;
  readonly dataset: number;
}

/** Work sees one state of the data, even if it is changed meanwhile. */
function createRead({ connections, dataset, dialect }: ReadParts): ReferenceStore["read"] {
  return (work) =>
    connections.use(async (connection) => {
      // Without a wait for either answer, a transaction costs no round trip.
      connection.query("BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY").catch(() => undefined);
      try {
        return await work(createResources(sqlOn({ connection, dialect, dataset })));
      } finally {
        connection.query("COMMIT").catch(() => undefined);
      }
    });
}
