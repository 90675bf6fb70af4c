// Installs the packages of each test part whose lock file has changed since the last time, and of no other; `npm test`
// does so first, and needs the network only then.
//   npm run test:parts
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { isInstalled, markInstalled, partsFolder } from "./part.js";

const [parent = partsFolder] = process.argv.slice(2);
const parts = readdirSync(parent)
  .map((name) => resolve(parent, name))
  .filter((folder) => existsSync(join(folder, "package.json")));
for (const folder of parts) {
  if (!isInstalled(folder) && !install(folder)) process.exitCode = 1;
}

/** @param {string} folder */
function install(folder) {
  process.stderr.write(`installing the test part ${basename(folder)}\n`);
  const { status } = spawnSync("npm", ["ci", "--prefix", folder, "--no-audit", "--no-fund"], {
    cwd: folder,
    stdio: ["ignore", "ignore", "inherit"],
  });
  if (status !== 0) return false;
  // A part without packages gets no such folder from npm.
  mkdirSync(join(folder, "node_modules"), { recursive: true });
  markInstalled(folder);
  return true;
}
