// Two servers of one database compared with one, and what the load and PostgreSQL take of the processors that they share.
import { availableParallelism } from "node:os";
import { median, ratio, row, takeTurns } from "../measure.js";
import { childrenOf, measureLoad, processorTimeOf, rateOf, startServer } from "../processes.js";
import { changes, pages } from "./requests.js";
import { withPostgres } from "./test-helpers.js";

/** @typedef {import("../installed.js").Installed} Installed */
/** @typedef {import("../processes.js").Running} Running */

const seconds = 2;
const cores = availableParallelism();

/** @param {Installed} payctl @param {number} rounds */
export async function measurePostgresServers(payctl, rounds) {
  return withPostgres(async (address, postgres) => {
    const database = address("servers");
    const first = await startServer(payctl, { database, seed: { generate: { buyers: 100_000 } } });
    const second = await startServer(payctl, { database });
    const fleets = /** @type {Fleets} */ ({ one: [first], two: [first, second] });
    const requests = await pages(first);
    const rows = [];
    for (const connections of [8, 32]) {
      rows.push(...(await measureReads({ rounds, fleets, requests, connections }, postgres)));
      rows.push(await measureHeld({ rounds, fleets, requests, connections }));
    }
    return [...rows, ...(await measureChanges(rounds, fleets))];
  });
}

/**
 * @typedef {{ one: [Running], two: [Running, Running] }} Fleets
 * @typedef {{ rounds: number, fleets: Fleets, requests: readonly string[], connections: number }} Wanted
 */

/** @param {Wanted} wanted @param {number} postgres its process */
async function measureReads({ connections, fleets, requests, rounds }, postgres) {
  /** @type {Spent[]} */
  const spent = [];
  /** @param {readonly Running[]} servers */
  const read = (servers) => measureLoad({ url: urls(servers), connections, seconds, requests });
  const rates = await takeTurns(rounds, {
    one: async () => {
      const passed = stopwatch(fleets.one[0], postgres);
      const { processor, rate } = await read(fleets.one);
      spent.push({ load: processor, ...passed() });
      return rate;
    },
    two: async () => (await read(fleets.two)).rate,
  });
  const what = `pages of two servers at ${connections} connections, relative to one`;
  // The first round warms up.
  const shares = sharesOf(spent.slice(1));
  const used = sum(shares.map(({ share }) => share));
  return [
    row(what, ratio(rates.two, rates.one), { least: 1.6 }),
    ...shares.map(({ share, who }) =>
      row(`share of ${cores} cores at ${connections} connections and one server: ${who}`, share, {
        unit: " %",
      }),
    ),
    row(`${what}: the most that these shares leave room for`, Math.min(2, 100 / used)),
  ];
}

/**
 * Servers that are stopped most of the time leave the processors to the load and PostgreSQL, as servers on machines of
 * their own do.
 * @param {Wanted} wanted
 */
async function measureHeld({ connections, fleets, requests, rounds }) {
  /** @param {readonly Running[]} servers */
  const read = async (servers) => {
    const letGo = hold(servers);
    return rateOf({ url: urls(servers), connections, seconds, requests }).finally(letGo);
  };
  const rates = await takeTurns(rounds, { one: () => read(fleets.one), two: () => read(fleets.two) });
  const what = `pages of two servers at ${connections} connections, each stopped for three quarters of the time, relative to one`;
  return row(what, ratio(rates.two, rates.one), { least: 1.6 });
}

/**
 * Lets each server run for 5 of 20 milliseconds, one after the other, until it is told to let them run freely.
 * @param {readonly Running[]} servers
 */
function hold(servers) {
  let turn = 0;
  const timer = setInterval(() => {
    for (const [index, { pid }] of servers.entries())
      process.kill(pid, turn === index ? "SIGCONT" : "SIGSTOP");
    turn = (turn + 1) % 4;
  }, 5);
  return () => {
    clearInterval(timer);
    for (const { pid } of servers) process.kill(pid, "SIGCONT");
  };
}

/**
 * Milliseconds of the processors.
 * @typedef {{ load: number, postgres: number, server: number }} Spent
 *
 * Tells what a server and PostgreSQL, with its children that run now, have taken since.
 * @param {Running} server
 * @param {number} postgres its process
 */
function stopwatch(server, postgres) {
  const children = () => [postgres, ...childrenOf(postgres)];
  const serverBefore = processorTimeOf(server.pid);
  const before = new Map(children().map((pid) => [pid, processorTimeOf(pid)]));
  return () => ({
    server: processorTimeOf(server.pid) - serverBefore,
    postgres: sum(children().map((pid) => processorTimeOf(pid) - (before.get(pid) ?? 0))),
  });
}

/** @param {readonly Spent[]} spent */
function sharesOf(spent) {
  /** @param {string} who @param {(one: Spent) => number} part */
  const share = (who, part) => ({ who, share: median(spent.map(part)) / seconds / cores / 10 });
  return [
    share("the load", ({ load }) => load),
    share("PostgreSQL", ({ postgres }) => postgres),
    share("the server", ({ server }) => server),
  ];
}

/** @param {readonly Running[]} servers */
function urls(servers) {
  return servers.map(({ url }) => url);
}

/** @param {number} rounds @param {Fleets} fleets */
async function measureChanges(rounds, fleets) {
  const rows = [];
  for (const connections of [60, 8]) {
    /** @param {readonly Running[]} servers */
    const change = ([first, ...others]) => {
      if (first === undefined) return 0;
      return rateOf({ url: urls([first, ...others]), connections, seconds, requests: changes(first) });
    };
    const rates = await takeTurns(rounds, {
      one: async () => change(fleets.one),
      two: async () => change(fleets.two),
    });
    const what = `changes of two servers of one database at ${connections} connections, relative to one`;
    rows.push(row(what, ratio(rates.two, rates.one), connections === 60 ? { least: 0.9 } : {}));
  }
  return rows;
}

/** @param {readonly number[]} numbers */
function sum(numbers) {
  return numbers.reduce((total, number) => total + number, 0);
}
