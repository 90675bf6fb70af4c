// PostgreSQL compared with SQLite, in one run: pages, durable changes, and making a world.
import { median, ratio, row, takeTurns } from "../measure.js";
import { rateOf, startServer } from "../processes.js";
import { changes, pages } from "./requests.js";
import { withPostgres } from "./test-helpers.js";

/** @typedef {import("../installed.js").Installed} Installed */
/** @typedef {import("../processes.js").Running} Running */

/** @param {Installed} payctl @param {number} rounds */
export async function measurePostgres(payctl, rounds) {
  return withPostgres(async (address) => [
    ...(await measurePages(payctl, rounds, address("pages"))),
    ...(await measureChanges(payctl, rounds, address("changes"))),
    ...(await measureMaking(payctl, rounds, address("worlds"))),
  ]);
}

const buyers = { generate: { buyers: 100_000 } };

/** @param {Installed} payctl @param {number} rounds @param {string} address */
async function measurePages(payctl, rounds, address) {
  const shared = await startServer(payctl, { database: address, seed: buyers });
  const file = await startServer(payctl, { database: payctl.path("pages.db"), seed: buyers });
  const targets = { shared: await pages(shared), file: await pages(file) };
  const rows = [];
  for (const connections of [1, 8]) {
    const rates = await takeTurns(rounds, {
      shared: () => rateOf({ url: shared.url, connections, seconds: 1, requests: targets.shared }),
      file: () => rateOf({ url: file.url, connections, seconds: 1, requests: targets.file }),
    });
    const what = `pages of 20 of 100,000 a second from PostgreSQL, connections: ${connections}`;
    rows.push(row(what, median(rates.shared)));
    rows.push(row(`${what}, relative to those from a file`, ratio(rates.shared, rates.file)));
  }
  await shared.stop();
  await file.stop();
  return rows;
}

/** @param {Installed} payctl @param {number} rounds @param {string} address */
async function measureChanges(payctl, rounds, address) {
  const shared = await startServer(payctl, { database: address, seed: "empty" });
  const file = await startServer(payctl, { database: payctl.path("changes.db"), seed: "empty" });
  const rows = [];
  for (const connections of [8, 60]) {
    const rates = await takeTurns(rounds, {
      shared: () => changesOf(shared, connections),
      file: () => changesOf(file, connections),
    });
    const what = `durable changes a second in PostgreSQL, connections: ${connections}`;
    rows.push(row(what, median(rates.shared)));
    rows.push(row(`${what}, relative to those in a file`, ratio(rates.shared, rates.file)));
  }
  for (const server of [shared, file]) await server.stop();
  return rows;
}

/** @param {Running} server @param {number} connections */
function changesOf(server, connections) {
  return rateOf({ url: server.url, connections, seconds: 1, requests: changes(server) });
}

/** @param {Installed} payctl @param {number} rounds @param {string} address */
async function measureMaking(payctl, rounds, address) {
  const shared = await startServer(payctl, { database: address });
  const file = await startServer(payctl, { database: payctl.path("made.db") });
  let count = 0;
  /** @param {Running} server */
  const make = async ({ url }) => {
    count += 1;
    const begun = performance.now();
    const answer = await fetch(`${url}/_reference/worlds/w${count}`, { method: "PUT", body: "{}" });
    if (answer.status !== 201) throw new Error(`making a world answered ${answer.status}`);
    return performance.now() - begun;
  };
  const times = await takeTurns(5 * rounds, { shared: () => make(shared), file: () => make(file) });
  await shared.stop();
  await file.stop();
  return [
    row("making a world in PostgreSQL", median(times.shared), { unit: " ms" }),
    row("making a world in PostgreSQL, relative to one beside a file", ratio(times.shared, times.file)),
  ];
}
