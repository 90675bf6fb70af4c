// The reference server: pages and durable changes relative to bare node:http over the same database file, what worlds
// cost, and its start.
import { randomUUID } from "node:crypto";
import { cpSync, writeFileSync } from "node:fs";
import { median, ratio, row, takeTurns } from "./measure.js";
import { memoryOf, pathOf, rateOf, run, start, startServer } from "./processes.js";

export const buyers = { generate: { buyers: 100_000 } };

/** A token of the server's own key, which all of its worlds accept. */
export async function tokenOf(payctl, keyFile) {
  const words = ["auth", "token", "--scope", "*.read", "--scope", "*.write", "--ttl", "12h"];
  const env = { PAYCTL_PRIVATE_KEY_FILE: keyFile };
  return (await run(payctl, [payctl.program, ...words], { env })).output.trim();
}

/** Pages of buyers that follow one another. */
export async function pagesOf(url, token) {
  const requests = [{ method: "GET", path: "/buyers?limit=20" }];
  while (requests.length < 200) {
    const headers = token ? { authorization: `Bearer ${token}` } : {};
    const answer = await fetch(`${url}${requests.at(-1).path}`, { headers });
    const { next_cursor: cursor } = await answer.json();
    requests.push({ method: "GET", path: `/buyers?limit=20&cursor=${cursor}` });
  }
  return requests;
}

/** More changes than a server makes in a second. */
export function changes() {
  return Array.from({ length: 20_000 }, () => {
    return { method: "POST", path: "/merchant-accounts", body: { id: randomUUID(), display_name: "Shop" } };
  });
}

export async function measureRequests(payctl, rounds) {
  const database = payctl.path("requests.db");
  await (await startServer(payctl, { database, seed: buyers })).stop();
  cpSync(database, payctl.path("floor.db"));
  const floor = await start(payctl, [pathOf("floor.js"), payctl.path("floor.db")]);
  const server = await startServer(payctl, { database });
  const token = await tokenOf(payctl, server.keyFile);
  const read = {
    floor: { url: floor.url, requests: await pagesOf(floor.url) },
    server: { url: server.url, token, requests: await pagesOf(server.url, token) },
  };
  const pages = await takeTurns(rounds, {
    floor: () => rateOf(read.floor),
    server: () => rateOf(read.server),
  });
  const rows = [row("pages of 20 of 100,000, rate relative to the floor", ratio(pages.server, pages.floor))];
  for (const connections of [1, 8]) {
    const made = await takeTurns(rounds, {
      floor: () => rateOf({ url: floor.url, connections, requests: changes() }),
      server: () => rateOf({ url: server.url, token, connections, requests: changes() }),
    });
    const what = `durable changes over ${connections} connections, rate relative to the floor`;
    rows.push(row(what, ratio(made.server, made.floor)));
  }
  return rows;
}

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
  return [row(what, ratio(seconds.server, seconds.bare))];
}

export async function measureWorlds(payctl, rounds) {
  const { keyFile, pid, url } = await startServer(payctl, { database: payctl.path("worlds.db") });
  let made = 0;
  const make = async () => {
    made += 1;
    const begun = performance.now();
    const answer = await fetch(`${url}/_reference/worlds/w${made}`, { method: "PUT" });
    if (!answer.ok) throw new Error(`a world was answered ${answer.status}`);
    return performance.now() - begun;
  };
  const times = await takeTurns(5 * rounds, { world: make });
  const token = await tokenOf(payctl, keyFile);
  const idle = memoryOf(pid, "VmRSS");
  while (made < 200) await make();
  const requests = Array.from({ length: made }, (_, index) => {
    return { method: "GET", path: `/_worlds/w${index + 1}/buyers?limit=20` };
  });
  await rateOf({ url, token, connections: 1, seconds: 3, requests });
  const memory = memoryOf(pid, "VmRSS") - idle;
  return [
    row("making a world", median(times.world), " ms"),
    row("200 worlds, each asked for a page, above an idle server", memory, " MiB"),
  ];
}

/** From the import to the first answer; what Node compiles for its first fetch is not part of the server. */
const firstAnswer = `
await fetch("data:,");
await new Promise((resolve) => setTimeout(resolve, 500));
const begun = performance.now();
const { startReferenceServer } = await import("payctl/testing");
const server = await startReferenceServer();
await (await fetch(server.url + "/_reference/health")).text();
console.log(performance.now() - begun);
await server.close();
`;

export async function measureTesting(payctl, rounds) {
  const script = payctl.path("first.mjs");
  writeFileSync(script, firstAnswer);
  const milliseconds = await takeTurns(rounds, {
    serve: async () => {
      const server = await startServer(payctl, { database: ":memory:" });
      await server.stop();
      return server.milliseconds;
    },
    testing: async () => Number((await run(payctl, [script])).output),
  });
  const what = "`startReferenceServer`, import to first answer, relative to `payctl serve`";
  return [row(what, ratio(milliseconds.testing, milliseconds.serve))];
}
