// Installs the packages of each test part whose lock file has changed since the last time, and of no other; `npm test`
// does so first, and needs the network only then.
//   npm run test:parts
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { isInstalled, markInstalled, partsFolder } from "./part.js";

const missing = readdirSync(partsFolder)
  .map((name) => join(partsFolder, name))
  .filter((folder) => existsSync(join(folder, "package.json")) && !isInstalled(folder));
if (missing.length > 0) {
  const names = missing.map((folder) => basename(folder)).join(", ");
  process.stderr.write(`installing what some tests need, once: ${names}\n`);
}
// All at once, because each of them mostly waits for the network.
await Promise.all(missing.map(install));

/** @param {string} folder */
async function install(folder) {
  const child = spawn("npm", ["ci", "--prefix", folder, "--no-audit", "--no-fund"], {
    cwd: folder,
    stdio: ["ignore", "ignore", "inherit"],
  });
  const [status] = await once(child, "exit");
  const { description } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const outcome = status === 0 ? "installed" : "could not install";
  process.stderr.write(`${outcome} ${basename(folder)} (${description})\n`);
  if (status !== 0) {
    process.exitCode = 1;
    return;
  }
  // A part without packages gets no such folder from npm.
  mkdirSync(join(folder, "node_modules"), { recursive: true });
  markInstalled(folder);
}
