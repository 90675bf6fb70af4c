// Requests a second against a floor that answers the same requests, without and with the text log, and what is left
// of them during a flood of forged tokens.
import { cpSync } from "node:fs";
import { ratio, row, takeTurns } from "../measure.js";
import { rateOf, startScript, startServer } from "../processes.js";
import { forge, get, reads, request, signToken, walk } from "./requests.js";

/** @typedef {import("../installed.js").Installed} Installed */
/** @typedef {import("../processes.js").Running} Running */
/** @typedef {(server: Running) => Promise<readonly string[]>} Requests */

/** Requests that are sent in turn, no two of them the same. */
const count = 500;
const cards = Array.from({ length: 2 * count }, (_, index) => {
  return {
    number: String(4_000_000_000_000_000 + index),
    pin: "1234",
    balance: 2500 + index,
    currency: "EUR",
  };
});
const methods = Array.from({ length: count }, () => ({ kind: "card" }));
const seed = { generate: { buyers: 100_000 }, payment_methods: methods, gift_cards: cards };

/** @param {Installed} payctl @param {number} rounds */
export async function measureThroughput(payctl, rounds) {
  const database = payctl.path("throughput.db");
  await (await startServer(payctl, { database, seed })).stop();
  /** @param {string} name */
  const copy = (name) => {
    cpSync(database, payctl.path(name));
    cpSync(`${database}.pem`, payctl.path(`${name}.pem`));
    return payctl.path(name);
  };
  const logged = await startServer(payctl, { database: copy("logged.db"), log: "text" });
  const floors = {
    page: await startScript(payctl, "server/floor.js", ["page", copy("page.db")]),
    balances: await startScript(payctl, "server/floor.js", ["balances", copy("balances.db")]),
    jobs: await startScript(payctl, "server/floor.js", ["jobs", copy("jobs.db")]),
  };
  const quiet = await startServer(payctl, { database });

  /**
   * @param {string} what
   * @param {{ floor: Running, requests: Requests, least: number }} compared
   */
  const compare = async (what, { floor, least, requests }) => {
    const rates = await takeTurns(rounds, {
      floor: rateAt(floor, await requests(floor)),
      quiet: rateAt(quiet, await requests(quiet)),
      logged: rateAt(logged, await requests(logged)),
    });
    return [
      row(`${what}, relative to the floor`, ratio(rates.quiet, rates.floor), { least }),
      row(`${what}, with the text log, relative to without`, ratio(rates.logged, rates.quiet), {
        least: 0.8,
      }),
    ];
  };

  /** @type {Requests} */
  const pages = async (server) => reads(server, await walk(server, "/buyers?limit=20", count));
  await refuseOtherPages(quiet, floors.page);
  await refuseOtherBalances(quiet, floors.balances);
  const methods = await cardsOnFile(quiet);
  return [
    ...(await compare("pages of 20 of 100,000 buyers", { floor: floors.page, requests: pages, least: 0.5 })),
    ...(await compare("balances of two gift cards", {
      floor: floors.balances,
      requests: balances,
      least: 0.4,
    })),
    ...(await compare("durable jobs", { floor: floors.jobs, requests: jobsFor(methods), least: 0.65 })),
  ];
}

/** @type {Requests} */
async function balances(server) {
  const token = signToken(server, ["gift-cards.read"]);
  return Array.from({ length: count }, (_, index) => {
    const items = cards.slice(2 * index, 2 * index + 2).map(({ number, pin }) => ({ number, pin }));
    return request("POST /gift-cards/balances", { token, body: { items } });
  });
}

/**
 * @param {readonly string[]} methods ids
 * @returns {Requests}
 */
function jobsFor(methods) {
  return async (server) => {
    const token = signToken(server, ["payment-methods.write"]);
    return methods.map((id) =>
      request("POST /account-updater/jobs", { token, body: { payment_method_ids: [id] } }),
    );
  };
}

/**
 * Ids of the payment methods that a job may update.
 * @param {Running} server
 * @returns {Promise<string[]>}
 */
async function cardsOnFile(server) {
  /** @type {{ items: { id: string, kind: string, status: string }[] }} */
  const { items } = Object(await (await fetch(`${server.url}/_reference/data/payment_methods`)).json());
  return items.filter(({ kind, status }) => kind === "card" && status === "active").map(({ id }) => id);
}

/**
 * The comparison is fair only if the floor returns the same pages.
 * @param {Running} server
 * @param {Running} floor
 */
async function refuseOtherPages(server, floor) {
  const [own, other] = await Promise.all(
    [server, floor].map(async (one) => {
      const targets = await walk(one, "/buyers?limit=20", 50);
      const { items } = await get(one, targets.at(-1) ?? "");
      return JSON.stringify(items);
    }),
  );
  if (own !== other) throw new Error("the floor answers other pages than the server");
}

/**
 * Likewise with the balances.
 * @param {Running} server
 * @param {Running} floor
 */
async function refuseOtherBalances(server, floor) {
  const [own, other] = await Promise.all(
    [server, floor].map(async (one) => {
      const token = signToken(one, ["gift-cards.read"]);
      const headers = { "content-type": "application/json", authorization: `Bearer ${token}` };
      const body = JSON.stringify({ items: cards.slice(0, 2).map(({ number, pin }) => ({ number, pin })) });
      return (await fetch(`${one.url}/gift-cards/balances`, { method: "POST", headers, body })).text();
    }),
  );
  if (own !== other) throw new Error("the floor answers other balances than the server");
}

/** @param {Installed} payctl @param {number} rounds */
export async function measureFlood(payctl, rounds) {
  const database = payctl.path("flood.db");
  const server = await startServer(payctl, { database, seed: { generate: { buyers: 10_000 } } });
  const good = {
    url: server.url,
    connections: 4,
    requests: reads(server, await walk(server, "/buyers?limit=20", count)),
  };
  const token = signToken(server, ["buyers.read"]) ?? "";
  const forged = Array.from({ length: 200 }, () => request("GET /buyers?limit=20", { token: forge(token) }));
  const rates = await takeTurns(rounds, {
    alone: () => rateOf({ ...good, seconds: 2 }),
    flooded: async () => {
      const flood = rateOf({ url: server.url, connections: 4, seconds: 3, requests: forged }, 401);
      const rate = await rateOf({ ...good, seconds: 2 });
      await flood;
      return rate;
    },
  });
  const what = "good requests during a flood of forged tokens, relative to without";
  return [row(what, ratio(rates.flooded, rates.alone), { least: 0.6 })];
}

/**
 * @param {Running} server
 * @param {readonly string[]} requests
 */
function rateAt({ url }, requests) {
  return () => rateOf({ url, requests, connections: 8, seconds: 2 });
}
