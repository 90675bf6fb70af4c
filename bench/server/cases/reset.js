// Back to the seed, and a million rows from a plan.
import { startServer } from "../processes.js";
import { median } from "../rounds.js";
import { row } from "../row.js";

/** @param {import("../processes.js").Workplace} workplace */
export async function measure(workplace) {
  return [await measureReset(workplace), ...(await measureGenerate(workplace))];
}

/** @param {import("../processes.js").Workplace} workplace */
async function measureReset(workplace) {
  const seed = { generate: { buyers: 1000, audit_logs: 1000 } };
  const server = await startServer(workplace, { database: workplace.path("reset.db"), seed });
  /** @type {number[]} */
  const times = [];
  for (let round = 0; round < 21; round += 1) {
    const begun = performance.now();
    const answer = await fetch(`${server.url}/_reference/reset`, { method: "POST" });
    if (!answer.ok) throw new Error(`reset answered ${answer.status}`);
    times.push(performance.now() - begun);
  }
  await server.stop();
  return row("reset to 2,000 rows", median(times), { most: 10, unit: " ms" });
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
