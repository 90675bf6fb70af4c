import { setTimeout as sleep } from "node:timers/promises";
import type { TestPostgres } from "../../helpers/postgres.ts";
import { type ChildOptions, type ChildServer, startChild } from "../durability/child-server.ts";
import { judge, type Ledger } from "../durability/ledger.ts";
import { writers } from "../durability/writers.ts";

/** Some servers over one database, of which any may be killed at any moment. */
export interface Fleet {
  /** Answers what is wrong once the victim is back: a server by its place, or the database itself. */
  round(victim: number | "database"): Promise<string[]>;
  stop(): Promise<void>;
}

/** Milliseconds of writing before the crash, and after it. */
const shortest = 20;
const longest = 300;

/** Each server is its own machine: it has a folder, and so a key, of its own. */
export async function startFleet(
  postgres: TestPostgres,
  options: readonly ChildOptions[],
  ledger: Ledger,
): Promise<Fleet> {
  const servers: ChildServer[] = [];
  for (const option of options) servers.push(await startChild(option));

  /** Like a load balancer, one server after the other, so that a writer meets each of them. */
  const balanced = (start: number): ChildServer => {
    let turn = start;
    return {
      ...at(0),
      request(method, path, body) {
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

  return {
    async round(victim) {
      let isOver = false;
      const writing = writers.map(async (write, place) => {
        const server = balanced(place);
        while (!isOver) await write(server, ledger).catch(() => sleep(5));
      });
      await sleep(shortest + Math.random() * (longest - shortest));
      await crash(victim);
      await sleep(Math.random() * longest);
      isOver = true;
      await Promise.all(writing);
      const problems = await Promise.all(servers.map((server) => judge(server, ledger)));
      return problems.flat();
    },
    async stop() {
      for (const server of servers) await server.stop();
    },
  };
}
