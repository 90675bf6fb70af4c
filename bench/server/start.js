// Time to the first answer, and memory, as multiples of bare Node.
import { spawn } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import { ratio, row, takeTurns } from "../measure.js";
import { memoryOf, rateOf, run, startServer } from "../processes.js";
import { reads, walk } from "./requests.js";

/** @typedef {import("../installed.js").Installed} Installed */

/** @param {Installed} payctl @param {number} rounds */
export async function measureStart(payctl, rounds) {
  const database = payctl.path("start.db");
  await (await startServer(payctl, { database })).stop();
  const seconds = await takeTurns(2 * rounds, {
    bare: async () => (await run(payctl, ["-e", "0"])).seconds,
    server: async () => {
      const begun = performance.now();
      const server = await startServer(payctl, { database });
      await (await fetch(`${server.url}/_reference/health`)).text();
      const elapsed = performance.now() - begun;
      await server.stop();
      return elapsed / 1000;
    },
  });
  const what = "first answer on an existing file, relative to `node -e 0`";
  return [row(what, ratio(seconds.server, seconds.bare), { most: 2 })];
}

/** @param {Installed} payctl */
export async function measureMemory(payctl) {
  const database = payctl.path("memory.db");
  await (await startServer(payctl, { database, seed: { generate: { buyers: 10_000 } } })).stop();
  const bare = spawn(process.execPath, ["-e", "setInterval(() => {}, 1e6)"], { env: payctl.env });
  const server = await startServer(payctl, { database });
  const requests = reads(server, await walk(server, "/buyers?limit=20", 2));
  await rateOf({ url: server.url, connections: 1, requests, seconds: 0.1 });
  await sleep(2000);
  const rest = memoryOf(server.pid, "VmRSS") / memoryOf(bare.pid, "VmRSS");
  bare.kill();
  const traffic = {
    url: server.url,
    connections: 8,
    requests: reads(server, await walk(server, "/buyers?limit=20", 500)),
  };
  await rateOf({ ...traffic, seconds: 15 });
  const early = memoryOf(server.pid, "VmRSS");
  await rateOf({ ...traffic, seconds: 45 });
  return [
    row("memory at rest, relative to bare Node's", rest, { most: 1.6 }),
    row("memory after 60 s of load, relative to after 15 s", memoryOf(server.pid, "VmRSS") / early, {
      most: 1.1,
    }),
  ];
}
