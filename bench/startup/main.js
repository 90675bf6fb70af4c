// Measures how long a command line takes from its start to its end, in units of `node -e 0` that runs in between.
//   node bench/startup/main.js [rounds]
// The single executable takes part where npm run build:sea has made it.
import { spawnSync } from "node:child_process";
import { existsSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { installPayctl } from "../installed.js";
import { markdown, median, row } from "../measure.js";
import { startServer } from "../processes.js";

const [rounds = 31] = process.argv.slice(2).map(Number);
const workplace = installPayctl();
const { env } = workplace;

const executable = fileURLToPath(new URL("../../dist-sea/payctl", import.meta.url));
const list = ["-p", "local", "buyers", "list"];

/** @typedef {{ file?: string, args: readonly string[], most?: number }} Case */

/** @type {Record<string, Case>} */
const cases = {
  "node -e 0": { args: ["-e", "0"] },
  "payctl --version": { args: [workplace.program, "--version"], most: 1.2 },
  "payctl --help": { args: [workplace.program, "--help"], most: 1.6 },
  "payctl buyers list --help": { args: [workplace.program, "buyers", "list", "--help"], most: 1.6 },
  "payctl __complete profiles": { args: [workplace.program, "__complete", "profiles"], most: 1.6 },
  "payctl -p local buyers list": { args: [workplace.program, ...list], most: 2.2 },
  ...(existsSync(executable) && {
    "dist-sea/payctl --version": { file: executable, args: ["--version"] },
    "dist-sea/payctl --help": { file: executable, args: ["--help"] },
    "dist-sea/payctl -p local buyers list": { file: executable, args: list },
  }),
};

/**
 * Milliseconds of a process that must end with 0.
 * @param {Case} wanted
 */
function run({ args, file = process.execPath }) {
  const start = process.hrtime.bigint();
  const { status, stderr } = spawnSync(file, args, { env, encoding: "utf8" });
  const elapsed = Number(process.hrtime.bigint() - start) / 1e6;
  if (status !== 0) throw new Error(`${args.join(" ")} ended with ${status}: ${stderr}`);
  return elapsed;
}

/** @returns {Record<string, number[]>} */
function measure() {
  /** @type {Record<string, number[]>} */
  const times = Object.fromEntries(Object.keys(cases).map((name) => [name, []]));
  // The first round warms up and does not count.
  for (let round = 0; round <= rounds; round += 1) {
    for (const [name, wanted] of Object.entries(cases)) {
      const elapsed = run(wanted);
      if (round > 0) times[name]?.push(elapsed);
    }
  }
  return times;
}

const server = await startServer(workplace, { database: ":memory:" });
try {
  const keyFile = workplace.path("key.pem");
  writeFileSync(keyFile, server.privateKey, { mode: 0o600 });
  const profile = ["local", "--base-url", server.url, "--key-file", keyFile];
  run({ args: [workplace.program, "profile", "add", ...profile] });
  const times = measure();
  const base = times["node -e 0"] ?? [];
  const rows = Object.entries(cases).map(([name, { most }]) => {
    const ratio = median((times[name] ?? []).map((time, round) => time / (base[round] ?? Number.NaN)));
    const milliseconds = median(times[name] ?? []).toFixed(0);
    return row(`\`${name}\`, ${milliseconds} ms`, ratio, {
      unit: " x",
      ...(most === undefined ? {} : { most }),
    });
  });
  console.log(markdown(rows));
} finally {
  await server.stop();
  workplace.remove();
}
