// How long until the first answer, and how much memory, in times of Node doing nothing.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { load, startServer } from "../processes.js";
import { request, signToken } from "../requests.js";
import { median } from "../rounds.js";
import { row } from "../row.js";

const rounds = 15;

/** @param {import("../processes.js").Workplace} workplace */
export async function measure(workplace) {
  const database = workplace.path("start.db");
  await (await startServer(workplace, { database })).stop();
  return [await measureStart(workplace, database), ...(await measureMemory(workplace, database))];
}

/**
 * @param {import("../processes.js").Workplace} workplace
 * @param {string} database
 */
async function measureStart(workplace, database) {
  /** @type {number[]} */
  const ratios = [];
  for (let round = 0; round < rounds; round += 1) {
    const begun = performance.now();
    await once(spawn(process.execPath, ["-e", "0"]), "exit");
    const bare = performance.now() - begun;
    const started = performance.now();
    const server = await startServer(workplace, { database });
    await (await fetch(`${server.url}/_reference/health`)).text();
    const first = performance.now() - started;
    await server.stop();
    if (round > 0) ratios.push(first / bare);
  }
  return row("first answer on an existing file, in times of node -e 0", median(ratios), { most: 2 });
}

/**
 * @param {import("../processes.js").Workplace} workplace
 * @param {string} database
 */
async function measureMemory(workplace, database) {
  const bare = spawn(process.execPath, ["-e", "setInterval(() => {}, 1e6)"]);
  const server = await startServer(workplace, { database });
  try {
    const token = signToken(server.privateKey, ["*.read"]);
    const requests = Array.from({ length: 500 }, (_, number) =>
      request(`GET /buyers?n=${number}`, { token }),
    );
    const traffic = { url: server.url, connections: 8, requests };
    await (await fetch(`${server.url}/buyers`, { headers: { authorization: `Bearer ${token}` } })).text();
    await sleep(2000);
    const rest = residentOf(server.pid) / residentOf(bare.pid ?? 0);
    await load({ ...traffic, seconds: 15 });
    const early = residentOf(server.pid);
    await load({ ...traffic, seconds: 45 });
    return [
      row("memory at rest, in times of bare Node's", rest, { most: 1.6 }),
      row("memory after 60 s of load, in times of after 15 s", residentOf(server.pid) / early, { most: 1.1 }),
    ];
  } finally {
    bare.kill();
    await server.stop();
  }
}

/**
 * Kilobytes that a process holds; Linux only.
 * @param {number} pid
 */
function residentOf(pid) {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]);
}
