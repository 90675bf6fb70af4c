// What a world costs: its making as a share of a process's start, its memory, and a page in it compared with one at the root.
import { median, ratio, row, takeTurns } from "../measure.js";
import { memoryOf, rateOf, startServer } from "../processes.js";
import { reads, walk } from "./requests.js";

/** @typedef {import("../installed.js").Installed} Installed */
/** @typedef {import("../processes.js").Running} Running */

/** @param {Installed} payctl @param {number} rounds */
export async function measureWorlds(payctl, rounds) {
  return [
    ...(await measureMaking(payctl, rounds)),
    ...(await measureWorldMemory(payctl)),
    ...(await measureWorldPages(payctl, rounds)),
  ];
}

/** @param {Installed} payctl @param {number} rounds */
async function measureMaking(payctl, rounds) {
  const server = await startServer(payctl, { database: ":memory:" });
  const file = await startServer(payctl, { database: payctl.path("worlds.db") });
  const made = { memory: makeNext(server), file: makeNext(file) };
  const times = await takeTurns(rounds, {
    start: async () => {
      const fresh = await startServer(payctl, { database: ":memory:" });
      await fresh.stop();
      return fresh.milliseconds;
    },
    memory: async () => median(await several(made.memory)),
    file: async () => median(await several(made.file)),
  });
  return [
    row("making a world, relative to starting a server", ratio(times.memory, times.start), { most: 0.03 }),
    row("making a world of a database file, relative to starting a server", ratio(times.file, times.start)),
  ];
}

/** @param {() => Promise<number>} work */
async function several(work) {
  const figures = [];
  for (let count = 0; count < 10; count += 1) figures.push(await work());
  return figures;
}

/**
 * Makes a world of another name each time; resolves to how many milliseconds that took.
 * @param {Running} server
 */
function makeNext(server) {
  let count = 0;
  return async () => {
    count += 1;
    const begun = performance.now();
    await make(server, `w${count}`);
    return performance.now() - begun;
  };
}

/**
 * @param {Running} server
 * @param {string} name
 */
async function make(server, name) {
  const answer = await fetch(`${server.url}/_reference/worlds/${name}`, { method: "PUT" });
  if (answer.status !== 201) throw new Error(`world ${name}: answered ${answer.status}`);
  await answer.text();
}

/** @param {Installed} payctl */
async function measureWorldMemory(payctl) {
  const server = await startServer(payctl, { database: ":memory:" });
  const [target = ""] = await walk(server, "/buyers?limit=20", 1);
  await rateOf({ url: server.url, connections: 1, requests: reads(server, [target]), seconds: 0.5 });
  const idle = memoryOf(server.pid, "VmRSS");
  const names = Array.from({ length: 200 }, (_, number) => `w${number}`);
  for (const name of names) await make(server, name);
  const requests = reads(
    server,
    names.map((name) => `/_worlds/${name}${target}`),
  );
  await rateOf({ url: server.url, connections: 1, requests, seconds: 3 });
  const more = memoryOf(server.pid, "VmRSS") - idle;
  return [row("200 worlds, each asked for a page, above an idle server", more, { most: 100, unit: " MiB" })];
}

/** @param {Installed} payctl @param {number} rounds */
async function measureWorldPages(payctl, rounds) {
  const seed = { generate: { buyers: 10_000 } };
  const server = await startServer(payctl, { database: payctl.path("world-pages.db"), seed });
  await make(server, "one");
  const below = "/_worlds/one";
  const world = await walk({ ...server, url: `${server.url}${below}` }, "/buyers?limit=20", 400);
  const requests = {
    root: reads(server, await walk(server, "/buyers?limit=20", 400)),
    world: reads(
      server,
      world.map((target) => `${below}${target}`),
    ),
  };
  const rates = await takeTurns(2 * rounds, {
    root: () => rateOf({ url: server.url, requests: requests.root, connections: 1, seconds: 1 }),
    world: () => rateOf({ url: server.url, requests: requests.world, connections: 1, seconds: 1 }),
  });
  return [
    row("a page in a world, relative to one at the root", ratio(rates.root, rates.world), { most: 1.1 }),
  ];
}
