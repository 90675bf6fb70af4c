import { gone } from "../failure.ts";
import type { Engine } from "./engine.ts";
import type { KeyPairRecord } from "./records.ts";
import { createResources } from "./resources.ts";
import type { SqlStore, Statements } from "./sql.ts";
import type { IssuedKeyPairs, ReferenceStore, StoreSources } from "./store.ts";

interface StoreParts {
  readonly dataset: number;
  readonly issued: Pick<IssuedKeyPairs, "find">;
  /** Authenticates cursors. */
  readonly secret: Uint8Array;
  readonly sources: StoreSources;
}

/** The data of a dataset. */
export function createStore(
  engine: Engine,
  { dataset, issued, secret, sources }: StoreParts,
): ReferenceStore & SqlStore {
  const { newId, now, base = () => now().getTime() } = sources;
  const change = createChange(engine, dataset);
  const resourcesOf = (statements: Statements) => createResources(engine.sql(statements, dataset));
  const read: ReferenceStore["read"] = (work) => engine.read((statements) => work(resourcesOf(statements)));
  const keyPairs = createKeyPairCache(
    async (thumbprint) =>
      (await read(({ apiKeyPairs }) => apiKeyPairs.findByThumbprint(thumbprint))) ?? issued.find(thumbprint),
  );
  return {
    name: engine.name,
    schemaVersion: engine.schemaVersion,
    secret,
    now,
    newId,
    findKeyPair: keyPairs.find,
    refresh: keyPairs.refresh,
    read,
    write: (work) => change((statements, moment) => work(resourcesOf(statements), moment), base() * 1000),
    change: (work) => change((statements) => work(engine.sql(statements, dataset)), base() * 1000),
  };
}

type Change = <Value>(
  work: (statements: Statements, moment: number) => Promise<Value>,
  now?: number,
) => Promise<Value>;

/**
 * Changes a dataset, whose row is locked first. The moment is past that of every earlier change, even if the clock of
 * this server is behind that of another.
 */
export function createChange({ change, schema }: Engine, dataset: number): Change {
  const lock = `UPDATE ${schema}.datasets SET moment = CASE WHEN moment < ? THEN ? ELSE moment END + 1
    WHERE id = ? RETURNING moment`;
  return (work, now = 0) =>
    change(async (statements) => {
      const [row] = await statements.all<{ moment: number }>(lock, now, now, dataset);
      if (row === undefined) throw gone();
      return work(statements, row.moment);
    }, dataset);
}

/**
 * Any server may have changed the data; what was read since its latest change holds until the next one. Reading a key
 * pair with each request would make a page take half as long again.
 */
function createKeyPairCache(read: ReferenceStore["findKeyPair"]) {
  let found = new Map<string, KeyPairRecord>();
  let latest: number | undefined;

  return {
    refresh(moment: number): void {
      if (moment === latest) return;
      latest = moment;
      found = new Map();
    },
    async find(thumbprint: string): Promise<KeyPairRecord | undefined> {
      const known = found;
      const keyPair = known.get(thumbprint) ?? (await read(thumbprint));
      // Unknown thumbprints are not kept: anyone can make them up.
      if (keyPair !== undefined) known.set(thumbprint, keyPair);
      return keyPair;
    },
  };
}
