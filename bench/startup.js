// Measures how long payctl takes from its start to its end, as npm installs it under each Node, and as an executable.
//   npm run bench:startup -- [rounds] [version of Node]...
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { fetchNode } from "../tools/bundle/fetch-node.js";
import { executablePath, ownTarget } from "../tools/executable/main.js";
import { markdown, median, ratio, takeTurns } from "./measure.js";
import { installPayctl, pathOf, startServer } from "./processes.js";

const [rounds = "31", ...given] = process.argv.slice(2);
const versions = given.length > 0 ? given : ["20", "22", "24", "26"];

execFileSync(process.execPath, ["tools/executable/main.js"], { cwd: pathOf(".."), stdio: "inherit" });
const payctl = installPayctl();
const server = await startServer(payctl, { database: ":memory:", profile: true });

/** The first words of a command line. */
const ways = {
  ...Object.fromEntries(
    versions.map((version) => [`Node ${version}`, [join(fetchNode(version), "bin/node"), payctl.program]]),
  ),
  executable: [executablePath(ownTarget())],
};
const cases = {
  "`payctl --version`": ["--version"],
  "`payctl --help`": ["--help"],
  "what Tab asks of payctl": ["__complete", "1", "buyers", "li"],
  "a signed list as JSON": ["buyers", "list"],
  "a signed list as a table": ["buyers", "list", "-o", "table"],
};

/** Milliseconds of a process that must end with 0. */
function time([file, ...words]) {
  const begun = performance.now();
  execFileSync(file, words, { env: payctl.env, stdio: ["ignore", "ignore", "inherit"] });
  return performance.now() - begun;
}

try {
  const [oldest] = Object.values(ways);
  const contenders = { bare: () => time([oldest[0], "-e", "0"]) };
  for (const [what, words] of Object.entries(cases)) {
    for (const [way, first] of Object.entries(ways)) {
      contenders[`${what} ${way}`] = () => time([...first, ...words]);
    }
  }
  const { bare, ...times } = await takeTurns(Number(rounds), contenders);
  const cell = (own) => `${ratio(own, bare).toFixed(2)} (${median(own).toFixed(0)} ms)`;
  const rows = Object.keys(cases).map((what) => [
    what,
    ...Object.keys(ways).map((way) => cell(times[`${what} ${way}`])),
  ]);
  console.log(markdown([[`\`node -e 0\`: ${median(bare).toFixed(0)} ms`, ...Object.keys(ways)], ...rows]));
} finally {
  await server.stop();
  payctl.remove();
}
