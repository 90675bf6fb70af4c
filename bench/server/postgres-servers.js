// Two servers of one database beside one, and what the load and PostgreSQL take of the processors that they share.
import { availableParallelism } from "node:os";
import { median, ratio, row, takeTurns } from "../measure.js";
import { childrenOf, measureLoad, processorTimeOf, rateOf, startServer } from "../processes.js";
import { changes, pages } from "./requests.js";
import { withPostgres } from "./test-helpers.js";

/** @typedef {import("../installed.js").Installed} Installed */
/** @typedef {import("../processes.js").Running} Running */

const seconds = 2;

/** @param {Installed} payctl @param {number} rounds */
export async function measurePostgresServers(payctl, rounds) {
  return withPostgres(async (address, postgres) => {
    const database = address("servers");
    const first = await startServer(payctl, { database, seed: { generate: { buyers: 100_000 } } });
    const second = await startServer(payctl, { database });
    return [
      ...(await measureReads(rounds, { one: [first], two: [first, second] }, postgres)),
      await measureHeld(rounds, { one: [first], two: [first, second] }),
      ...(await measureChanges(rounds, { one: [first], two: [first, second] })),
    ];
  });
}

/** @typedef {{ one: [Running], two: [Running, Running] }} Fleets */

/** @param {number} rounds @param {Fleets} fleets @param {number} postgres its process */
async function measureReads(rounds, fleets, postgres) {
  const requests = await pages(fleets.one[0]);
  /** @type {{ one: Spent[], two: Spent[] }} */
  const spent = { one: [], two: [] };
  /** @param {"one" | "two"} fleet */
  const read = async (fleet) => {
    const measured = await spend(fleets[fleet], requests, postgres);
    spent[fleet].push(measured);
    return measured.rate;
  };
  const rates = await takeTurns(rounds, { one: () => read("one"), two: () => read("two") });
  const perPage = {
    one: spent.one.slice(1).map(({ rate, servers }) => servers / rate),
    two: spent.two.slice(1).map(({ rate, servers }) => servers / rate),
  };
  return [
    row("pages of two servers of one database, in times of those of one", ratio(rates.two, rates.one), {
      least: 1.6,
    }),
    ...shares("one server", spent.one.slice(1)),
    ...shares("two servers", spent.two.slice(1)),
    row(
      "what a page takes of a server's processor, one of two servers, in times of a single one",
      ratio(perPage.two, perPage.one),
    ),
  ];
}

/**
 * Servers that are stopped most of the time leave the processors to the load and PostgreSQL, as servers on machines of
 * their own do.
 * @param {number} rounds
 * @param {Fleets} fleets
 */
async function measureHeld(rounds, fleets) {
  const requests = await pages(fleets.one[0]);
  /** @param {readonly Running[]} servers */
  const read = async (servers) => {
    const url = servers.map((server) => server.url);
    const letGo = hold(servers);
    return rateOf({ url, connections: 8, seconds, requests }).finally(letGo);
  };
  const rates = await takeTurns(rounds, { one: () => read(fleets.one), two: () => read(fleets.two) });
  const what = "pages of two servers, each stopped for three quarters of the time, in times of those of one";
  return row(what, ratio(rates.two, rates.one), { least: 1.6 });
}

/**
 * Lets each server run for 5 of 20 milliseconds, one after the other, until it is told to let them go.
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
 * Milliseconds of the processor in each second, while pages are asked for.
 * @typedef {{ rate: number, load: number, postgres: number, servers: number }} Spent
 *
 * @param {readonly Running[]} servers
 * @param {readonly string[]} requests
 * @param {number} postgres its process
 * @returns {Promise<Spent>}
 */
async function spend(servers, requests, postgres) {
  const ofServers = stopwatch(() => servers.map(({ pid }) => pid));
  const ofPostgres = stopwatch(() => [postgres, ...childrenOf(postgres)]);
  const url = servers.map((server) => server.url);
  const { processor, rate } = await measureLoad({ url, connections: 8, seconds, requests });
  return {
    rate,
    load: processor / seconds,
    postgres: ofPostgres() / seconds,
    servers: ofServers() / seconds,
  };
}

/**
 * Tells how many milliseconds processes have computed for since, but for those that have ended.
 * @param {() => readonly number[]} pids those that run now
 */
function stopwatch(pids) {
  const before = new Map(pids().map((pid) => [pid, processorTimeOf(pid)]));
  return () => sum(pids().map((pid) => processorTimeOf(pid) - (before.get(pid) ?? 0)));
}

/** @param {string} fleet @param {readonly Spent[]} spent */
function shares(fleet, spent) {
  const cores = availableParallelism();
  /** @param {string} what @param {(one: Spent) => number} part */
  const share = (what, part) =>
    row(`pages of ${fleet}: share of ${cores} cores, ${what}`, median(spent.map(part)) / cores / 10, {
      unit: " %",
    });
  return [
    share("the load", ({ load }) => load),
    share("PostgreSQL", ({ postgres }) => postgres),
    share(fleet, ({ servers }) => servers),
  ];
}

/** @param {number} rounds @param {Fleets} fleets */
async function measureChanges(rounds, fleets) {
  const rows = [];
  for (const connections of [60, 8]) {
    /** @param {readonly Running[]} servers */
    const change = ([first, ...others]) => {
      if (first === undefined) return 0;
      const url = [first, ...others].map((server) => server.url);
      return rateOf({ url, connections, seconds, requests: changes(first) });
    };
    const rates = await takeTurns(rounds, {
      one: async () => change(fleets.one),
      two: async () => change(fleets.two),
    });
    const what = `changes of two servers of one database at ${connections} connections, in times of those of one`;
    rows.push(row(what, ratio(rates.two, rates.one), connections === 60 ? { least: 0.9 } : {}));
  }
  return rows;
}

/** @param {readonly number[]} numbers */
function sum(numbers) {
  return numbers.reduce((total, number) => total + number, 0);
}
