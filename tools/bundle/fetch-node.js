// Node binaries of other versions, as npm brings them; they are kept until node_modules goes.
import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const cache = fileURLToPath(new URL("../../node_modules/.cache/payctl/nodes", import.meta.url));

/**
 * The folder with `bin/node` and `LICENSE`.
 * @param {string} version as npm takes it: 26, 20.19.0
 */
export function fetchNode(version) {
  const name = nodePackage();
  const prefix = join(cache, version);
  const folder = join(prefix, "node_modules", name);
  if (existsSync(join(folder, "bin/node"))) return folder;
  const quietly = ["--no-save", "--no-package-lock", "--ignore-scripts", "--no-audit", "--no-fund"];
  execFileSync("npm", ["install", "--prefix", prefix, ...quietly, `${name}@${version}`], {
    stdio: ["ignore", "ignore", "inherit"],
  });
  return folder;
}

function nodePackage() {
  const { arch, platform } = process;
  if (platform === "linux" && (arch === "x64" || arch === "arm64")) return `node-linux-${arch}`;
  throw new Error(`this takes Linux on x64 or arm64, and here is ${platform} on ${arch}`);
}
