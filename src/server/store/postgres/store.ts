import type { KeyPairRecord } from "../records.ts";
import { createResources } from "../resources.ts";
import type { SqlStore } from "../sql.ts";
import type { StoreSources } from "../storage.ts";
import type { ReferenceStore } from "../store.ts";
import { type Batches, createBatches } from "./batches.ts";
import { createCommon } from "./common.ts";
import type { Connections } from "./connections.ts";
import type { Dialect } from "./dialect.ts";
import { migrations } from "./migrations.ts";
import { createRead } from "./reads.ts";
import type { State, States } from "./states.ts";

/** A store on the rows of one dataset. */
export interface PostgresStore extends ReferenceStore, SqlStore {
  readonly dataset: number;
  readonly batches: Batches;
}

interface StoreParts {
  readonly connections: Connections;
  readonly dialect: Dialect;
  readonly states: States;
  readonly dataset: number;
  readonly secret: Uint8Array;
  readonly sources: StoreSources;
}

export function storeOn({
  connections,
  dialect,
  secret,
  dataset,
  sources,
  states,
}: StoreParts): PostgresStore {
  const batches = createBatches({ connections, dialect, dataset });
  const read = createRead({ connections, dialect, dataset });
  const keyPairs = createFindKeyPair(read);
  return {
    dataset,
    batches,
    name: connections.label,
    schemaVersion: migrations.length,
    secret,
    now: sources.now,
    newId: sources.newId,
    findKeyPair: keyPairs.find,
    common: createCommon({ connections, states, dataset, learned: keyPairs.learned }),
    read,
    write: (work) => batches.write((sql) => work(createResources(sql))),
    change: (work) => batches.write(work),
    // The connections are the storage's.
    close: () => batches.drain(),
  };
}

/** Any server may have changed the data; what was read at a version of it holds as long as that is the latest one. */
function createFindKeyPair(read: ReferenceStore["read"]) {
  const found = new Map<string, KeyPairRecord>();
  let latest = 0n;

  return {
    learned({ version }: State): void {
      // Answers may come in another order than they were asked for.
      if (BigInt(version) <= latest) return;
      latest = BigInt(version);
      found.clear();
    },
    async find(thumbprint: string): Promise<KeyPairRecord | undefined> {
      const known = found.get(thumbprint);
      if (known !== undefined) return known;
      const asked = latest;
      const keyPair = await read(({ apiKeyPairs }) => apiKeyPairs.findByThumbprint(thumbprint));
      // Unknown thumbprints are not cached: anyone can make them up.
      if (keyPair !== undefined && asked === latest) found.set(thumbprint, keyPair);
      return keyPair;
    },
  };
}
