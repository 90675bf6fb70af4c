import type { Pool, PoolClient } from "pg";

/** Breaks connections from which no answer will come. */
export interface SilenceWatch {
  /** Called with each statement of a connection. */
  expect(client: PoolClient, answer: Promise<unknown>): void;
  stop(): void;
}

interface Watched {
  readonly backend: Promise<number | undefined>;
  /** Statements that are not answered yet. */
  waiting: number;
  /** When the last answer came or the wait began, by the clock of `performance`. */
  heard: number;
}

/**
 * A frozen database never answers, and neither does one whose network has forgotten the connection. A statement may
 * take as long as it needs, so after a silence the database is asked on another connection what it is still working on.
 */
export function watchSilence(pool: Pool, silence: number): SilenceWatch {
  const clients = new Map<PoolClient, Watched>();
  let isAsking = false;

  pool.on("connect", (client) => {
    clients.set(client, { backend: findBackend(client), waiting: 0, heard: 0 });
    client.once("end", () => clients.delete(client));
  });

  const isSilent = ({ heard, waiting }: Watched) => waiting > 0 && performance.now() - heard > silence;

  async function look(): Promise<void> {
    const silent = [...clients].filter(([, watched]) => isSilent(watched));
    if (silent.length === 0 || isAsking) return;
    isAsking = true;
    const working = await findWorking(pool, silence).catch(() => new Set<number>());
    isAsking = false;
    for (const [client, watched] of silent) {
      // If the number is not known yet, its query has not been answered either.
      const backend = await Promise.race([watched.backend, undefined]);
      if (backend !== undefined && working.has(backend)) watched.heard = performance.now();
      else if (isSilent(watched)) client.connection.stream.destroy(noAnswer());
    }
  }

  const timer = setInterval(() => void look(), silence / 3).unref();
  return {
    expect(client, answer) {
      const watched = clients.get(client);
      if (watched === undefined) return;
      if (watched.waiting === 0) watched.heard = performance.now();
      watched.waiting += 1;
      const answered = () => {
        watched.waiting -= 1;
        watched.heard = performance.now();
      };
      answer.then(answered, answered);
    },
    stop: () => clearInterval(timer),
  };
}

/** The backend's own number: a pooler reports another one to the driver. */
async function findBackend(client: PoolClient): Promise<number | undefined> {
  try {
    const { rows } = await client.query<{ pid: number }>("SELECT pg_backend_pid() AS pid");
    return rows[0]?.pid;
  } catch {
    return undefined;
  }
}

/** The backends of this role that are working on a statement, or waiting for a lock. */
async function findWorking({ options }: Pool, patience: number): Promise<ReadonlySet<number>> {
  const { Client } = await import("pg");
  const { password, ...place } = options;
  // The pool hides the password from whatever lists its options.
  const limits = { connectionTimeoutMillis: patience, query_timeout: patience };
  const client = new Client({ ...place, ...(password !== undefined && { password }), ...limits });
  client.on("error", () => {});
  try {
    await client.connect();
    const text = "SELECT pid FROM pg_stat_activity WHERE usename = current_user AND state = 'active'";
    const { rows } = await client.query<{ pid: number }>(text);
    client.end().catch(() => {});
    return new Set(rows.map(({ pid }) => pid));
  } catch (error) {
    // A database that does not answer does not close its side either.
    client.connection.stream.destroy();
    throw error;
  }
}

function noAnswer(): Error {
  return Object.assign(new Error("no answer from the database"), { code: "ETIMEDOUT", syscall: "read" });
}
