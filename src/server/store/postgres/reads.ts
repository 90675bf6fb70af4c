import { createResources } from "../resources.ts";
import type { ReferenceStore, Resources } from "../store.ts";
import type { Connection, Connections } from "./connections.ts";
import { type Dialect, sqlOn } from "./dialect.ts";
import { runningFailure } from "./failures.ts";

interface ReadParts {
  readonly connections: Connections;
  readonly dialect: Dialect;
  readonly dataset: number;
}

type Work<Value> = (resources: Resources) => Promise<Value>;

/** What work came to; undefined where it needs a transaction, and so has to begin again. */
type Outcome<Value> = { readonly value: Value } | { readonly reason: unknown } | undefined;

const begin = "BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY";

/**
 * Work sees one state of the data, whoever changes it meanwhile. A single statement does so by itself. Work that goes on to
 * a second one begins again in a transaction, and the next time it begins with that.
 */
export function createRead({ connections, dataset, dialect }: ReadParts): ReferenceStore["read"] {
  /** First statements of work that went on. */
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
    // Nobody waits for the answer.
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

  return async (work) => {
    try {
      return await connections.insist((connection) => read(connection, work));
    } catch (error) {
      throw runningFailure(error);
    }
  };
}

function settled<Value>(promise: Promise<Value>): Promise<Outcome<Value>> {
  return promise.then(
    (value) => ({ value }),
    (reason: unknown) => ({ reason }),
  );
}
