// Measures how long payctl takes from its start to its end under each Node, in times of `node -e 0` of the same Node.
//   npm run bench:startup -- [rounds] [version of Node]...
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { fetchNode } from "../../tools/bundle/fetch-node.js";
import { installPayctl } from "../installed.js";
import { median, ratio } from "../measure.js";
import { startServer } from "../processes.js";

const [rounds = "31", ...given] = process.argv.slice(2);
const versions = given.length > 0 ? given : ["20", "22", "24", "26"];
const bareCall = fileURLToPath(new URL("bare-call.js", import.meta.url));

const payctl = installPayctl();
const { env, program } = payctl;
const server = await startServer(payctl, { database: ":memory:", profile: true });

/** @type {Record<string, { args: readonly string[], target?: string }>} */
const cases = {
  "`node -e 0`": { args: ["-e", "0"] },
  "`payctl --help`": { args: [program, "--help"], target: "1.6" },
  "`payctl completion bash`": { args: [program, "completion", "bash"], target: "1.7" },
  "`payctl __complete 1 buyers li`": { args: [program, "__complete", "1", "buyers", "li"], target: "1.7" },
  "a script of 15 lines that lists buyers": { args: [bareCall, server.keyFile, server.url] },
  "`payctl buyers list`, as JSON": {
    args: [program, "buyers", "list"],
    target: "3.5, from Node 22.8 on 3.0",
  },
  "`payctl buyers list -o table`": {
    args: [program, "buyers", "list", "-o", "table"],
    target: "3.8, from Node 22.8 on 3.3",
  },
};

try {
  const measured = versions.map(measure);
  const [bare] = Object.keys(cases);
  const lines = Object.entries(cases).map(([name, { target = "" }]) => {
    const cells = measured.map((times) => cell(times, name, bare ?? ""));
    return `| ${[name, target, ...cells].join(" | ")} |`;
  });
  const titles = versions.map((version) => `Node ${version}`);
  console.log(`| ${["command line", "at most", ...titles].join(" | ")} |`);
  console.log(`|---|---|${"---|".repeat(versions.length)}`);
  console.log(lines.join("\n"));
} finally {
  await server.stop();
  payctl.remove();
}

/**
 * Milliseconds of every case, round by round: what is compared takes turns.
 * @param {string} version
 */
function measure(version) {
  const node = join(fetchNode(version), "bin/node");
  /** @type {Map<string, number[]>} */
  const times = new Map(Object.keys(cases).map((name) => [name, []]));
  // The first round fills the cache of compiled code, and does not count.
  for (let round = 0; round <= Number(rounds); round += 1) {
    for (const [name, { args }] of Object.entries(cases)) {
      const elapsed = run(node, args);
      if (round > 0) times.get(name)?.push(elapsed);
    }
  }
  return times;
}

/**
 * Milliseconds of a process that must end with 0.
 * @param {string} node
 * @param {readonly string[]} args
 */
function run(node, args) {
  const begun = process.hrtime.bigint();
  const { status, stderr } = spawnSync(node, args, { env, encoding: "utf8" });
  const elapsed = Number(process.hrtime.bigint() - begun) / 1e6;
  if (status !== 0) throw new Error(`${args.join(" ")} ended with ${status}: ${stderr}`);
  return elapsed;
}

/**
 * The median of the ratios to the bare start, and the median in milliseconds.
 * @param {Map<string, number[]>} times
 * @param {string} name
 * @param {string} bare
 */
function cell(times, name, bare) {
  const own = times.get(name) ?? [];
  const base = times.get(bare) ?? [];
  return `${ratio(own, base).toFixed(2)} (${median(own).toFixed(0)} ms)`;
}
