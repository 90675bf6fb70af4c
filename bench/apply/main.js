// Measures merchants apply, the whole process from its start to its end, against a loop of nothing but undici.
//   npm run bench:apply -- [accounts] [rounds]
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { makeWorkplace, startServer } from "../server/processes.js";
import { median } from "../server/rounds.js";
import { markdown, row } from "../server/row.js";

const [accounts = 10_000, rounds = 3] = process.argv.slice(2).map(Number);
const concurrency = 8;
const loop = fileURLToPath(new URL("bare-loop.js", import.meta.url));
const workplace = makeWorkplace();
const input = workplace.path("accounts.ndjson");
const results = workplace.path("results.ndjson");

const lines = Array.from({ length: accounts }, (_, index) =>
  JSON.stringify({ id: `shop-${index + 1}`, display_name: `Shop ${index + 1}` }),
);
writeFileSync(input, `${lines.join("\n")}\n`);

/**
 * What a process prints; it must end with 0.
 * @param {readonly string[]} args
 * @param {Record<string, string>} [env]
 */
async function run(args, env = {}) {
  const child = spawn(process.execPath, args, {
    stdio: ["ignore", "pipe", "inherit"],
    env: { PATH: process.env["PATH"] ?? "", ...env },
  });
  const [printed, [code]] = await Promise.all([text(child.stdout), once(child, "exit")]);
  if (code !== 0) throw new Error(`${args.join(" ")} ended with ${code}`);
  return printed;
}

/**
 * Requests per second against a fresh server that is empty.
 * @param {(server: import("../server/processes.js").Running) => Promise<unknown>} work
 */
async function rate(work) {
  const server = await startServer(workplace, { database: ":memory:", options: ["--seed", "empty"] });
  try {
    const start = performance.now();
    await work(server);
    return (accounts / (performance.now() - start)) * 1000;
  } finally {
    await server.stop();
  }
}

/** @param {import("../server/processes.js").Running} server */
function settings(server) {
  return {
    PAYCTL_BASE_URL: server.url,
    PAYCTL_PRIVATE_KEY: server.privateKey,
    PAYCTL_CONFIG_DIR: workplace.path("config"),
  };
}

const bare = [];
const applied = [];
const ratios = [];
try {
  // The first round warms up and does not count.
  for (let round = 0; round <= rounds; round += 1) {
    const floor = await rate(async (server) => {
      const scope = ["auth", "token", "--scope", "merchant-accounts.write"];
      const token = await run([workplace.program, ...scope], settings(server));
      await run([loop, server.url, token.trim(), input, String(concurrency)]);
    });
    const words = ["merchants", "apply", "-f", input, "--results", results, "-o", "ndjson", "-q"];
    const apply = await rate((server) => run([workplace.program, ...words], settings(server)));
    const rows = readFileSync(results, "utf8").trimEnd().split("\n").length;
    if (rows !== accounts) throw new Error(`${rows} results for ${accounts} accounts`);
    rmSync(results);
    if (round === 0) continue;
    bare.push(floor);
    applied.push(apply);
    ratios.push(apply / floor);
  }
} finally {
  workplace.remove();
}

console.log(
  `${new Date().toISOString().slice(0, 10)}, Node ${process.version}, ${availableParallelism()} cores\n`,
);
console.log(
  markdown([
    row(`a bare undici loop over ${accounts} accounts`, median(bare), { unit: "/s" }),
    row("merchants apply of the same, results written", median(applied), { unit: "/s" }),
    row("apply to bare loop", median(ratios), { least: 0.6 }),
  ]),
);
