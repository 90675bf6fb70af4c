// Runs the tests that start the built program on the executable of this machine.
//   npm run test:executable
//   npm run test:executable -- test/server    # those whose paths contain this
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { executablePath, ownTarget } from "../../tools/executable/main.js";

const root = fileURLToPath(new URL("../..", import.meta.url));
const vitest = "node_modules/vitest/vitest.mjs";
const asked = process.argv.slice(2);

/** What is of the package alone: how Node loads it, the runners that load its module, and how all is built. */
const ofThePackage =
  /^test\/(?:(?:architecture|package|startup)\.test|(?:bin|parts|testing|tools)\/|docs\/(?:signing|testing)-guide)/;

const starting = readdirSync(join(root, "test"), { recursive: true })
  .map((name) => `test/${name}`)
  .filter((name) => name.endsWith(".test.ts") && !name.includes("node_modules"))
  .filter((name) => !ofThePackage.test(name) && startsProgram(name))
  .filter((name) => asked.length === 0 || asked.some((part) => name.includes(part)));

const steps = [
  ["tools/bundle/main.js"],
  ["test/parts/install.js"],
  ["tools/executable/main.js"],
  [vitest, "run", "--config", "test/executable/vitest.config.ts"],
  [vitest, "run", ...starting],
];
process.exitCode = steps.map(run).every(Boolean) ? 0 : 1;

/** @param {string} file */
function startsProgram(file) {
  const text = readFileSync(join(root, file), "utf8");
  return /\/(?:program|child-server|place|project|session|shells)\.ts"/.test(text);
}

/** @param {readonly string[]} words */
function run(words) {
  const env = { ...process.env, PAYCTL_TEST_EXECUTABLE: executablePath(ownTarget()) };
  return spawnSync(process.execPath, words, { cwd: root, env, stdio: "inherit" }).status === 0;
}
