// Runs the tests of the command line and of the server on the executable: those that start the program start it, and
// those that call its functions call them in the Bun that it is made of.
//   npm run test:executable
//   npm run test:executable -- test/server    # those whose paths contain this
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { bunFor, executablePath, ownTarget } from "../../tools/executable/runtimes.js";

const root = fileURLToPath(new URL("../..", import.meta.url));
const vitest = "node_modules/vitest/vitest.mjs";
const asked = process.argv.slice(2);

/** What is of the package alone: how Node loads it, the runners that load its module, and how all is built. */
const ofThePackage =
  /^test\/(?:(?:architecture|package|startup)\.test|(?:bin|parts|screens|testing|tools)\/|docs\/(?:signing|testing|verify)-guide)/;
/** Bun has no server that refuses a client for want of a certificate; the checks here ask one of Node's. */
const ofNode = ["test/client/client-certificate.test.ts"];

const files = readdirSync(join(root, "test"), { recursive: true })
  .map((name) => `test/${name}`)
  .filter((name) => name.endsWith(".test.ts") && !name.includes("node_modules"))
  .filter((name) => !ofThePackage.test(name) && !ofNode.includes(name))
  .filter((name) => asked.length === 0 || asked.some((part) => name.includes(part)));
const starting = files.filter(startsProgram);
const calling = files.filter((file) => !startsProgram(file));

const steps = [
  () => run(process.execPath, ["tools/bundle/main.js"]),
  () => run(process.execPath, ["test/parts/install.js"]),
  () => run(process.execPath, ["tools/executable/main.js"]),
  () => run(process.execPath, ["tools/image/main.js"]),
  () => run(process.execPath, [vitest, "run", "--config", "test/executable/vitest.config.ts"]),
  () => starting.length === 0 || run(process.execPath, [vitest, "run", ...starting]),
  () => calling.length === 0 || run(bunFor(ownTarget), ["--bun", vitest, "run", ...calling]),
];
process.exitCode = steps.map((step) => step()).every(Boolean) ? 0 : 1;

/** @param {string} file */
function startsProgram(file) {
  const text = readFileSync(join(root, file), "utf8");
  return /\/(?:program|child-server|project|session|shells)\.ts"/.test(text);
}

/**
 * @param {string} file
 * @param {readonly string[]} words
 */
function run(file, words) {
  const env = { ...process.env, PAYCTL_TEST_EXECUTABLE: executablePath(ownTarget) };
  return spawnSync(file, words, { cwd: root, env, stdio: "inherit" }).status === 0;
}
