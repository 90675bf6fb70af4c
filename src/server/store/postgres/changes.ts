import { createQueue } from "../../../values/turns.ts";
import { failure } from "../../failure.ts";
import { gone } from "../datasets.ts";
import type { Sql } from "../sql.ts";
import type { Connection, Connections } from "./connections.ts";
import { type Dialect, sqlOn } from "./dialect.ts";
import { isSerialization, isTransient } from "./failures.ts";

/** What happens to a dataset at a moment, in microseconds of the clock that orders changes. */
type Work<Value> = (sql: Sql, moment: number) => Promise<Value>;

interface ChangesParts {
  readonly connections: Connections;
  readonly dialect: Dialect;
  readonly dataset: number;
  /** Milliseconds of the clock that orders changes. */
  readonly base: () => number;
}

export interface Changes {
  /** All or nothing, in a transaction of its own; durable once this resolves. */
  make<Value>(work: Work<Value>): Promise<Value>;
  /** Resolves once every requested change is answered. */
  drain(): Promise<void>;
}

/** The most attempts of a transaction that has to give way to others. */
const mostAttempts = 10;

/** Changes of a dataset wait for each other here, for those of other servers at the row of the dataset. */
export function createChanges({ base, connections, dataset, dialect }: ChangesParts): Changes {
  const inTurn = createQueue();

  async function attempt<Value>(connection: Connection, work: Work<Value>): Promise<Value> {
    const [, moment] = await Promise.all([connection.query("BEGIN"), lock(connection)]);
    return work(sqlOn({ connection, dialect, dataset }), moment);
  }

  /** The moment is past that of every earlier change, even if the clock of this server is behind that of another. */
  async function lock(connection: Connection): Promise<number> {
    const { rows } = await connection.query<{ moment: number }>({
      name: "payctl_lock",
      text: `UPDATE ${connections.schema}.datasets SET moment = greatest(moment, $2) + 1 WHERE id = $1
        RETURNING moment`,
      values: [dataset, base() * 1000],
    });
    if (rows[0] === undefined) throw gone();
    return rows[0].moment;
  }

  return {
    make: (work) =>
      inTurn(() =>
        connections.change((connection) => transaction(connection, () => attempt(connection, work))),
      ),
    drain: () => inTurn(async () => {}),
  };
}

/** Commits what the work has begun, or undoes it; runs it again if it has to give way to others. */
export async function transaction<Value>(connection: Connection, work: () => Promise<Value>): Promise<Value> {
  for (let attempts = 1; ; attempts += 1) {
    try {
      const value = await work();
      await commit(connection);
      return value;
    } catch (error) {
      // What is lost with its connection is undone, too.
      if (!isTransient(error)) await connection.query("ROLLBACK").catch(() => undefined);
      if (!isSerialization(error) || attempts === mostAttempts) throw error;
    }
  }
}

async function commit(connection: Connection): Promise<void> {
  const { command } = await connection.query("COMMIT").catch((error: unknown) => {
    if (!isTransient(error)) throw error;
    // A client that gets a 503 assumes that nothing was done.
    const unknown = failure(500, { message: "It is not known whether the change was made" });
    throw Object.assign(unknown, { cause: error });
  });
  // PostgreSQL rolls back instead if a statement has failed.
  if (command !== "COMMIT") throw new Error("a change went on after a statement of it had failed");
}
