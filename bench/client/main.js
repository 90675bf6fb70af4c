// Measures how many rows a second a long list brings, against a loop of nothing but undici over the same pages.
//   npm run bench:client -- [rows] [rounds]
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { makeWorkplace } from "../server/processes.js";
import { median } from "../server/rounds.js";
import { markdown, row } from "../server/row.js";

const [rows = 1_000_000, rounds = 3] = process.argv.slice(2).map(Number);
const workplace = makeWorkplace();

/** @param {string} name */
function script(name) {
  return fileURLToPath(new URL(name, import.meta.url));
}

/** Tells the peak of its process's memory, in KiB, at its end. */
const peakTeller = `data:text/javascript,process.on("exit",()=>process._rawDebug(process.resourceUsage().maxRSS))`;

/**
 * Rows per second and peak MiB of a process that must end with 0; what it prints is thrown away.
 * @param {readonly string[]} args
 * @param {Record<string, string>} [env]
 */
async function run(args, env = {}) {
  const start = performance.now();
  const child = spawn(process.execPath, ["--import", peakTeller, ...args], {
    stdio: ["ignore", "ignore", "pipe"],
    env: { PATH: process.env["PATH"] ?? "", ...env },
  });
  const [said, [code]] = await Promise.all([text(child.stderr), once(child, "exit")]);
  const seconds = (performance.now() - start) / 1000;
  if (code !== 0) throw new Error(`${args.join(" ")} ended with ${code}: ${said}`);
  return { rate: rows / seconds, peak: Number(said) / 1024 };
}

const server = spawn(process.execPath, [script("page-server.js"), String(rows)], {
  stdio: ["ignore", "pipe", "inherit"],
});
try {
  const [line] = await once(createInterface({ input: server.stdout }), "line");
  const { url } = JSON.parse(line);
  const list = [workplace.program, "audit", "list", "--all", "-o", "ndjson"];
  const env = { PAYCTL_BASE_URL: url, PAYCTL_TOKEN: "a.b.c", PAYCTL_CONFIG_DIR: workplace.path("config") };
  /** @type {Awaited<ReturnType<typeof run>>[]} */
  const bare = [];
  /** @type {typeof bare} */
  const payctl = [];
  for (let round = 0; round < rounds; round += 1) {
    bare.push(await run([script("bare-loop.js"), url]));
    payctl.push(await run(list, env));
  }
  const ratios = payctl.map(({ rate }, round) => rate / (bare[round]?.rate ?? Number.NaN));
  const rateOf = (/** @type {typeof bare} */ results) => median(results.map(({ rate }) => rate));
  console.log(
    markdown([
      row("undici alone, rows a second", rateOf(bare)),
      row("`payctl audit list --all -o ndjson`, rows a second", rateOf(payctl)),
      row("rows a second, of those of undici alone", median(ratios), { least: 0.5 }),
      row("peak memory", Math.max(...payctl.map(({ peak }) => peak)), { most: 130, unit: " MiB" }),
    ]),
  );
} finally {
  server.kill();
  workplace.remove();
}
