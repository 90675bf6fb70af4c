// Two servers of one database compared with one.
import { ratio, row, takeTurns } from "../measure.js";
import { rateOf, startServer } from "../processes.js";
import { changes, pages } from "./requests.js";
import { withPostgres } from "./test-helpers.js";

/** @typedef {import("../installed.js").Installed} Installed */
/** @typedef {import("../processes.js").Running} Running */

const seconds = 2;

/** @param {Installed} payctl @param {number} rounds */
export async function measurePostgresServers(payctl, rounds) {
  return withPostgres(async (address) => {
    const database = address("servers");
    const first = await startServer(payctl, { database, seed: { generate: { buyers: 100_000 } } });
    const second = await startServer(payctl, { database });
    const fleets = /** @type {Fleets} */ ({ one: [first], two: [first, second] });
    const requests = await pages(first);
    const rows = [];
    for (const connections of [8, 32]) {
      rows.push(await measureReads({ rounds, fleets, requests, connections }));
    }
    return [...rows, ...(await measureChanges(rounds, fleets))];
  });
}

/**
 * @typedef {{ one: [Running], two: [Running, Running] }} Fleets
 * @typedef {{ rounds: number, fleets: Fleets, requests: readonly string[], connections: number }} Wanted
 */

/** @param {Wanted} wanted */
async function measureReads({ connections, fleets, requests, rounds }) {
  /** @param {readonly Running[]} servers */
  const read = (servers) => rateOf({ url: urls(servers), connections, seconds, requests });
  const rates = await takeTurns(rounds, { one: () => read(fleets.one), two: () => read(fleets.two) });
  const what = `pages of two servers at ${connections} connections, relative to one`;
  return row(what, ratio(rates.two, rates.one), { least: 1.6 });
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
