// Back to the seed, and a million rows from a plan.
import { median, row, takeTurns } from "../measure.js";
import { startServer } from "../processes.js";

/** @typedef {import("../installed.js").Installed} Installed */
/** @typedef {import("../processes.js").Running} Running */

/** @param {Installed} payctl @param {number} rounds */
export async function measureReset(payctl, rounds) {
  const seed = { generate: { buyers: 1000, audit_logs: 1000 } };
  const file = await startServer(payctl, { database: payctl.path("reset.db"), seed });
  const memory = await startServer(payctl, { database: ":memory:", seed });
  await fetch(`${memory.url}/_reference/worlds/one`, { method: "PUT" });
  const world = { ...memory, url: `${memory.url}/_worlds/one` };
  const times = await takeTurns(5 * rounds, { file: () => timeReset(file), world: () => timeReset(world) });
  return [
    row("each reset to 2,000 rows, after the first", median(times.file), { most: 10, unit: " ms" }),
    row("the same in a world in memory", median(times.world), { most: 10, unit: " ms" }),
  ];
}

/** @param {Running} server */
async function timeReset(server) {
  await post(server, "seed", JSON.stringify({ buyers: Array.from({ length: 20 }, () => ({})) }));
  const begun = performance.now();
  await post(server, "reset");
  return performance.now() - begun;
}

/**
 * @param {Running} server
 * @param {string} path
 * @param {string} [body]
 */
async function post(server, path, body = "") {
  const answer = await fetch(`${server.url}/_reference/${path}`, { method: "POST", body });
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}`);
  await answer.text();
}

/** @param {Installed} payctl */
export async function measureGenerate(payctl) {
  const rows = [];
  for (const list of ["buyers", "audit_logs"]) {
    const seed = { generate: { [list]: 1_000_000 } };
    const server = await startServer(payctl, { database: payctl.path(`${list}.db`), seed });
    const what = `a million ${list.replace("_", " ")} generated`;
    rows.push(row(what, server.milliseconds / 1000, { most: 180, unit: " s" }));
    await server.stop();
  }
  return rows;
}
