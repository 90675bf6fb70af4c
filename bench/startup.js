// Measures how long payctl takes from its start to its end, as npm installs it under each Node, and as an executable, and
// prints the table of docs/developers/performance.md.
//   npm run bench:startup -- [rounds] [version of Node]...
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { fetchNode } from "../tools/bundle/fetch-node.js";
import { executablePath, ownTarget } from "../tools/executable/main.js";
import { installPayctl } from "./installed.js";
import { markdown, median, ratio, takeTurns } from "./measure.js";
import { startServer } from "./processes.js";

const [rounds = "31", ...given] = process.argv.slice(2);
const [oldest = "", ...newer] = given.length > 0 ? given : ["20", "22", "24", "26"];
const root = fileURLToPath(new URL("..", import.meta.url));

spawnSync(process.execPath, ["tools/executable/main.js"], { cwd: root, stdio: "inherit" });
const payctl = installPayctl();
const { env, program } = payctl;
const server = await startServer(payctl, { database: ":memory:", profile: true });

/** @typedef {{ title: string, file: string, payctl: readonly string[], node: boolean }} Way */

/** @type {readonly Way[]} */
const ways = [
  ...[oldest, ...newer].map((version) => ({
    title: `Node ${version}`,
    file: join(fetchNode(version), "bin/node"),
    payctl: [program],
    node: true,
  })),
  { title: "executable", file: executablePath(ownTarget()), payctl: [], node: false },
];

/**
 * What is measured: command lines of payctl, and of Node alone.
 * @type {Record<string, (way: Way) => readonly string[] | undefined>}
 */
const cases = {
  "`node -e 0`": ({ node }) => (node ? ["-e", "0"] : undefined),
  "`payctl --version`": ({ payctl }) => [...payctl, "--version"],
  "`payctl --help`": ({ payctl }) => [...payctl, "--help"],
  "`payctl completion bash`": ({ payctl }) => [...payctl, "completion", "bash"],
  "what Tab asks of payctl": ({ payctl }) => [...payctl, "__complete", "1", "buyers", "li"],
  "a signed list as JSON": ({ payctl }) => [...payctl, "buyers", "list"],
  "a signed list as a table": ({ payctl }) => [...payctl, "buyers", "list", "-o", "table"],
};

try {
  const contenders = Object.entries(cases).flatMap(([name, wordsOf]) =>
    ways.flatMap((way) => {
      const words = wordsOf(way);
      return words === undefined ? [] : [[`${name} ${way.title}`, async () => run(way.file, words)]];
    }),
  );
  const times = await takeTurns(Number(rounds), Object.fromEntries(contenders));
  const bare = times[`\`node -e 0\` Node ${oldest}`] ?? [];
  const titles = ways.map(({ title }) => title);
  const rows = Object.keys(cases).map((name) => [
    name,
    ...titles.map((title) => {
      const own = times[`${name} ${title}`];
      return own === undefined ? "" : `${ratio(own, bare).toFixed(2)} (${median(own).toFixed(0)} ms)`;
    }),
  ]);
  console.log(markdown([["", ...titles], ...rows]));
} finally {
  await server.stop();
  payctl.remove();
}

/**
 * Milliseconds of a process that must end with 0.
 * @param {string} file
 * @param {readonly string[]} words
 */
function run(file, words) {
  const begun = process.hrtime.bigint();
  const { status, stderr } = spawnSync(file, words, { env, encoding: "utf8" });
  const elapsed = Number(process.hrtime.bigint() - begun) / 1e6;
  if (status !== 0) throw new Error(`${words.join(" ")} ended with ${status}: ${stderr}`);
  return elapsed;
}
