// Requests a second against the floor: the same answers by bare node:http and SQLite.
import { cpSync } from "node:fs";
import { startFloor, startServer } from "../processes.js";
import { request, signToken } from "../requests.js";
import { compare } from "../rounds.js";
import { row } from "../row.js";

const cards = ["4000000000000001", "4000000000000002"].map((number) => {
  return { number, pin: "1234", balance: 2500, currency: "EUR" };
});
const seed = { generate: { buyers: 100_000, payment_methods: 100 }, gift_cards: cards };
const plan = { rounds: 7, seconds: 2, connections: 8 };

/** @param {import("../processes.js").Workplace} workplace */
export async function measure(workplace) {
  const database = workplace.path("throughput.db");
  await (await startServer(workplace, { database, seed })).stop();
  /** @param {string} kind */
  const openFloor = (kind) => {
    const copy = workplace.path(`${kind}.db`);
    cpSync(database, copy);
    return startFloor(kind, copy);
  };
  const floors = {
    page: await openFloor("page"),
    balances: await openFloor("balances"),
    jobs: await openFloor("jobs"),
    alone: await openFloor("jobs-alone"),
  };
  const server = await startServer(workplace, { database });
  try {
    return [
      ...(await measurePages(server, floors.page)),
      ...(await measureBalances(server, floors.balances)),
      ...(await measureJobs(server, floors)),
    ];
  } finally {
    for (const running of [server, ...Object.values(floors)]) await running.stop();
  }
}

/** @typedef {import("../processes.js").Running} Running */

/**
 * @param {Running} server
 * @param {Running} floor
 */
async function measurePages(server, floor) {
  const line = "GET /buyers?limit=20";
  const token = signToken(server.privateKey, ["buyers.read"]);
  const { own } = await compare(
    {
      floor: { url: floor.url, requests: [request(line)] },
      own: { url: server.url, requests: differing((mark) => request(`${line}&${mark}`, { token })) },
    },
    plan,
  );
  return [row("a page of 20 of 100,000 buyers", own.ratio, { least: 0.5 })];
}

/**
 * @param {Running} server
 * @param {Running} floor
 */
async function measureBalances(server, floor) {
  const token = signToken(server.privateKey, ["gift-cards.read"]);
  const body = { items: cards.map(({ number, pin }) => ({ number, pin })) };
  const line = "POST /gift-cards/balances";
  const { own } = await compare(
    {
      floor: { url: floor.url, requests: [request("POST /", { body })] },
      own: { url: server.url, requests: differing((mark) => request(`${line}?${mark}`, { token, body })) },
    },
    plan,
  );
  return [row("balances of two gift cards", own.ratio, { least: 0.4 })];
}

/**
 * Requests in turn, no two of them alike.
 * @param {(mark: string) => string} make
 */
function differing(make) {
  return Array.from({ length: 500 }, (_, number) => make(`n=${number}`));
}

/**
 * @param {Running} server
 * @param {{ jobs: Running, alone: Running }} floors
 */
async function measureJobs(server, floors) {
  const token = signToken(server.privateKey, ["payment-methods.write"]);
  /** @type {{ items: { id: string, kind: string, status: string }[] }} */
  const { items } = Object(await (await fetch(`${server.url}/_reference/data/payment_methods`)).json());
  const method = items.find(({ kind, status }) => kind === "card" && status === "active");
  const body = { payment_method_ids: [method?.id] };
  const contenders = {
    own: { url: server.url, requests: [request("POST /account-updater/jobs", { token, body })] },
    together: { url: floors.jobs.url, requests: [request("POST /", { body })] },
    alone: { url: floors.alone.url, requests: [request("POST /", { body })] },
  };
  const { alone, together } = await compare(contenders, plan);
  return [
    row("durable jobs, against a floor that commits together", 1 / together.ratio, { least: 0.75 }),
    row("durable jobs, against a floor with a commit each", 1 / alone.ratio, { least: 1.5 }),
  ];
}
