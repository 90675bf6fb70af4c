// Node binaries of other versions, as npm brings them; they are kept until node_modules goes.
import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const cache = fileURLToPath(new URL("../../node_modules/.cache/payctl/nodes", import.meta.url));

/**
 * The folder with `bin/node`; only for Linux.
 * @param {string} version as npm takes it: 26, 20.19.0
 */
export function fetchNode(version) {
  const prefix = join(cache, version);
  const name = `node-${process.platform}-${process.arch}`;
  const folder = join(prefix, "node_modules", name);
  if (existsSync(join(folder, "bin/node"))) return folder;
  const words = ["--no-save", "--no-package-lock", "--ignore-scripts", "--no-audit", "--no-fund"];
  execFileSync("npm", ["install", "--prefix", prefix, ...words, `${name}@${version}`], {
    stdio: ["ignore", "ignore", "inherit"],
  });
  return folder;
}
