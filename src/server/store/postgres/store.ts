import type { KeyPairRecord } from "../records.ts";
import { createResources } from "../resources.ts";
import type { SqlStore } from "../sql.ts";
import type { StoreSources } from "../storage.ts";
import type { ReferenceStore, Resources, Unwritten } from "../store.ts";
import { type Batches, createBatches } from "./batches.ts";
import { type AskState, createCommon } from "./common.ts";
import type { Connection, Connections } from "./connections.ts";
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

/** Any server may have changed the data; what was read since its latest change holds until the next one. */
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

type Work<Value> = (resources: Resources) => Promise<Value>;

/** The outcome of work; undefined if it needs a transaction, and so has to start over. */
type Outcome<Value> = { readonly value: Value } | { readonly reason: unknown } | undefined;

const begin = "BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY";

/**
 * Work sees one state of the data, even if it is changed meanwhile. A single statement does so without a transaction.
 * Work that sends a second one starts over in a transaction, and starts in one the next time.
 */
function createRead({ connections, dataset, dialect }: ReadParts): ReferenceStore["read"] {
  /** First statements of work that sent more than one. */
  const longer = new Set<string>();

  async function attempt<Value>(connection: Connection, work: Work<Value>): Promise<Outcome<Value>> {
    const statements: string[] = [];
    let isTransaction = false;

    function sending(text: string): void {
      statements.push(text);
      const [first = text] = statements;
      if (statements.length === 1) {
        isTransaction = longer.has(first);
        if (isTransaction) connection.query(begin).catch(() => undefined);
      } else if (!isTransaction) {
        longer.add(first);
        throw new Error("a second statement needs a transaction");
      }
    }

    const outcome = await settled(work(createResources(sqlOn({ connection, dialect, dataset, sending }))));
    if (!isTransaction) return statements.length > 1 ? undefined : outcome;
    // The answer is not needed.
    connection.query("COMMIT").catch(() => undefined);
    if (statements.length === 1) longer.delete(statements[0] ?? "");
    return outcome;
  }

  async function read<Value>(connection: Connection, work: Work<Value>): Promise<Value> {
    for (;;) {
      const outcome = await attempt(connection, work);
      if (outcome === undefined) continue;
      if ("value" in outcome) return outcome.value;
      throw outcome.reason;
    }
  }

  return (work) => connections.insist((connection) => read(connection, work));
}

function settled<Value>(promise: Promise<Value>): Promise<Outcome<Value>> {
  return promise.then(
    (value) => ({ value }),
    (reason: unknown) => ({ reason }),
  );
}
