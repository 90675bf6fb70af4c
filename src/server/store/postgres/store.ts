import type { KeyPairRecord } from "../records.ts";
import { createResources } from "../resources.ts";
import type { SqlStore } from "../sql.ts";
import type { StoreSources } from "../storage.ts";
import type { ReferenceStore, Unwritten } from "../store.ts";
import { type Batches, createBatches } from "./batches.ts";
import { type AskState, createCommon } from "./common.ts";
import type { Connections } from "./connections.ts";
import { type Dialect, sqlOn } from "./dialect.ts";
import { migrations } from "./migrations.ts";

/** A store on the rows of one dataset. */
export interface PostgresStore extends ReferenceStore, SqlStore {
  readonly dataset: number;
  readonly batches: Batches;
}

interface StoreParts {
  readonly connections: Connections;
  readonly dialect: Dialect;
  readonly askState: AskState;
  readonly unwritten: Unwritten;
  readonly dataset: number;
  readonly secret: Uint8Array;
  readonly sources: StoreSources;
}

export function storeOn({
  askState,
  connections,
  dialect,
  secret,
  dataset,
  sources,
  unwritten,
}: StoreParts): PostgresStore {
  const { base = () => sources.now().getTime() } = sources;
  const batches = createBatches({ connections, dialect, dataset, base });
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
    common: createCommon({ askState, connections, unwritten, dataset, learned: keyPairs.learned }),
    read,
    write: (work) => batches.write((sql, { moment }) => work(createResources(sql), moment)),
    change: (work) => batches.write(work),
    // The connections belong to the storage.
    close: () => batches.drain(),
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

/**
 * Work sees one state of the data, even if it is changed meanwhile. A single statement does so by itself, and most work
 * has no other: a transaction would cost it a third more. Work that sends a second one runs again, in a transaction.
 */
function createRead({ connections, dataset, dialect }: ReadParts): ReferenceStore["read"] {
  return (work) =>
    connections.insist(async (connection) => {
      let statements = 0;
      const sending = () => {
        statements += 1;
        if (statements > 1) throw new Error("a second statement needs a transaction");
      };
      const [alone] = await Promise.allSettled([
        work(createResources(sqlOn({ connection, dialect, dataset, sending }))),
      ]);
      if (statements < 2) {
        if (alone.status === "rejected") throw alone.reason;
        return alone.value;
      }
      connection.query("BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY").catch(() => undefined);
      try {
        return await work(createResources(sqlOn({ connection, dialect, dataset })));
      } finally {
        // The answer is not needed.
        connection.query("COMMIT").catch(() => undefined);
      }
    });
}
