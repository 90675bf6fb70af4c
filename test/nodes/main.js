// Runs tests of the built program under each version of Node that payctl supports.
//   npm run test:nodes
//   npm run test:nodes -- test     # every test
import { spawnSync } from "node:child_process";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";
import { fetchNode } from "../../tools/bundle/fetch-node.js";

const root = fileURLToPath(new URL("../..", import.meta.url));
/** The oldest one, the last that hides SQLite behind a flag, and the newest of each line. */
const versions = ["20.19.0", "20", "22.12.0", "22", "24", "26"];
/** The program as it is installed and as it starts, and what it takes from Node alone: TLS, proxies, signals. */
const usual = ["test/package.test.ts", "test/smoke.test.ts", "test/trust/streams.test.ts", "test/client"];

const given = process.argv.slice(2);
// The usual tests need no heavy part; any other may.
if (given.length > 0) spawnSync(process.execPath, ["test/parts/install.js"], { cwd: root, stdio: "inherit" });
const results = versions.map((version) => `${version}: ${test(version) ? "passed" : "failed"}`);
process.stdout.write(`\n${results.join("\n")}\n`);
process.exitCode = results.every((result) => result.endsWith("passed")) ? 0 : 1;

/**
 * Everything that a test starts finds the same Node first.
 * @param {string} version
 */
function test(version) {
  const bin = join(fetchNode(version), "bin");
  process.stdout.write(`\n== Node ${version}\n`);
  const words = ["node_modules/vitest/vitest.mjs", "run", ...(given.length > 0 ? given : usual)];
  const env = { ...process.env, PATH: [bin, process.env["PATH"]].join(delimiter) };
  return spawnSync(join(bin, "node"), words, { cwd: root, env, stdio: "inherit" }).status === 0;
}
