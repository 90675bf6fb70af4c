import { setTimeout as sleep } from "node:timers/promises";
import type { TestPostgres } from "../../helpers/postgres.ts";
import { type ChildOptions, type ChildServer, startChild } from "../durability/child-server.ts";
import { judge, type Ledger } from "../durability/ledger.ts";
import { writers } from "../durability/writers.ts";

/** Several servers of one database, any of which may be killed at any moment. */
export interface Fleet {
  /** Returns what is wrong once the victim is back: a server by its place, or the database itself. */
  round(victim: number | "database"): Promise<string[]>;
  stop(): Promise<void>;
}

/** Milliseconds of writing before the crash, and after it. */
const shortest = 20;
const longest = 300;

/** Each server is on its own machine: it has a folder, and so a key, of its own. */
export async function startFleet(
  postgres: TestPostgres,
  options: readonly ChildOptions[],
  ledger: Ledger,
): Promise<Fleet> {
  const servers: ChildServer[] = [];
  for (const option of options) servers.push(await startChild(option));

  /** Like a load balancer, one server after the other, so that a writer reaches each of them. */
  const balanced = (start: number): ChildServer => {
    let turn = start;
    return {
      ...at(0),
      async request(method, path, body) {
        turn += 1;
        return at(turn % servers.length).request(method, path, body);
      },
    };
  };

  function at(place: number): ChildServer {
    const server = servers[place];
    if (server === undefined) throw new Error(`there is no server ${place}`);
    return server;
  }

  async function crash(victim: number | "database"): Promise<void> {
    if (victim === "database") {
      await postgres.kill();
      await sleep(Math.random() * longest);
      return postgres.start();
    }
    await at(victim).kill();
    const option = options[victim];
    if (option !== undefined) servers[victim] = await startChild(option);
  }

  async function underLoad(work: () => Promise<void>): Promise<string[]> {
    let isOver = false;
    const writing = writers.map(async (write, place) => {
      const server = balanced(place);
      while (!isOver) await write(server, ledger).catch(() => sleep(5));
    });
    try {
      await sleep(shortest + Math.random() * (longest - shortest));
      await work();
      await sleep(Math.random() * longest);
    } finally {
      isOver = true;
    }
    await Promise.all(writing);
    return (await Promise.all(servers.map((server) => judge(server, ledger)))).flat();
  }

  return {
    round: (victim) => underLoad(() => crash(victim)),
    async stop() {
      for (const server of servers) await server.stop();
    },
  };
}
