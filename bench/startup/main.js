// Measures how long payctl takes from its start to its end under each Node, relative to `node -e 0` of the same Node, and
// prints the rows of docs/developers/performance.md.
//   npm run bench:startup -- [rounds] [version of Node]...
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { fetchNode } from "../../tools/bundle/fetch-node.js";
import { installPayctl } from "../installed.js";
import { markdown, ratio } from "../measure.js";
import { startServer } from "../processes.js";

const [rounds = "31", ...given] = process.argv.slice(2);
const versions = given.length > 0 ? given : ["20", "22", "24", "26"];
const bareCall = fileURLToPath(new URL("bare-call.js", import.meta.url));

const payctl = installPayctl();
const { env, program } = payctl;
const server = await startServer(payctl, { database: ":memory:", profile: true });

/**
 * What is measured, and the most that it may be; the second number is for a Node that keeps compiled code (22.8).
 * @type {Record<string, { args: readonly string[], most?: readonly [number, number] }>}
 */
const cases = {
  "`node -e 0`": { args: ["-e", "0"] },
  "`payctl --help`": { args: [program, "--help"], most: [1.6, 1.6] },
  "`payctl completion bash`": { args: [program, "completion", "bash"], most: [1.7, 1.7] },
  "what Tab asks of payctl": { args: [program, "__complete", "1", "buyers", "li"], most: [1.7, 1.7] },
  "a script of 15 lines that lists buyers": { args: [bareCall, server.keyFile, server.url] },
  "a signed list as JSON": { args: [program, "buyers", "list"], most: [3.5, 3] },
  "a signed list as a table": { args: [program, "buyers", "list", "-o", "table"], most: [3.8, 3.3] },
};

try {
  const measured = versions.map(measure);
  const [bare = "", ...others] = Object.keys(cases);
  console.log(
    `Node ${versions.join(", ")}\n\n${markdown(others.map((name) => compare(name, bare, measured)))}`,
  );
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
 * The row of a case: a ratio for each Node.
 * @param {string} name
 * @param {string} bare
 * @param {readonly Map<string, number[]>[]} measured
 * @returns {import("../measure.js").Row}
 */
function compare(name, bare, measured) {
  const what = `${name}, relative to ${bare}`;
  const ratios = measured.map((times) => ratio(times.get(name) ?? [], times.get(bare) ?? []));
  const shown = ratios.map((value) => value.toFixed(2)).join(", ");
  const { most } = cases[name] ?? {};
  if (most === undefined) return { what, measured: shown, target: "", met: "" };
  const [plain, cached] = most;
  const over = versions.filter((version, index) => {
    return (ratios[index] ?? 0) > (Number(version.split(".")[0]) < 22 ? plain : cached);
  });
  return {
    what,
    measured: shown,
    target: `at most ${plain}${cached === plain ? "" : `, from Node 22.8 on ${cached}`}`,
    met: metBy(over),
  };
}

/** @param {readonly string[]} over the versions of Node that are not within the target */
function metBy(over) {
  if (over.length === 0) return "yes";
  return over.length === versions.length ? "no" : `all but Node ${over.join(", ")}`;
}
