// Back to the seed, and a million rows from a plan.
import { startServer } from "../processes.js";
import { median } from "../rounds.js";
import { row } from "../row.js";

/** @param {import("../processes.js").Workplace} workplace */
export async function measure(workplace) {
  return [...(await measureReset(workplace)), ...(await measureGenerate(workplace))];
}

/** @param {import("../processes.js").Workplace} workplace */
async function measureReset(workplace) {
  const seed = { generate: { buyers: 1000, audit_logs: 1000 } };
  const server = await startServer(workplace, { database: workplace.path("reset.db"), seed });
  // The first one applies the seed and keeps what came of it.
  const first = await timeReset(server);
  /** @type {number[]} */
  const times = [];
  for (let round = 0; round < 41; round += 1) {
    await post(server, "seed", JSON.stringify({ buyers: Array.from({ length: 20 }, () => ({})) }));
    times.push(await timeReset(server));
  }
  await server.stop();
  return [
    row("first reset to 2,000 rows", first, { unit: " ms" }),
    row("each later reset to 2,000 rows", median(times), { most: 10, unit: " ms" }),
  ];
}

/** @param {import("../processes.js").Running} server */
async function timeReset(server) {
  const begun = performance.now();
  await post(server, "reset");
  return performance.now() - begun;
}

/**
 * @param {import("../processes.js").Running} server
 * @param {string} path
 * @param {string} [body]
 */
async function post(server, path, body = "") {
  const answer = await fetch(`${server.url}/_reference/${path}`, { method: "POST", body });
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}`);
  await answer.text();
}

/** @param {import("../processes.js").Workplace} workplace */
async function measureGenerate(workplace) {
  const rows = [];
  for (const list of ["buyers", "audit_logs"]) {
    const seed = { generate: { [list]: 1_000_000 } };
    const server = await startServer(workplace, { database: workplace.path(`${list}.db`), seed });
    rows.push(row(`a million ${list} generated`, server.milliseconds / 1000, { most: 180, unit: " s" }));
    await server.stop();
  }
  return rows;
}
