// Node binaries of other versions, as npm brings them; they are kept until node_modules goes.
import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const cache = fileURLToPath(new URL("../../node_modules/.cache/payctl/nodes", import.meta.url));

/** The platforms that an executable is made for, by the names of the packages that bring Node. */
const platforms = ["linux-x64", "linux-arm64", "win-x64"];

/** This machine; only Linux builds. */
export const ownPlatform = `${process.platform}-${process.arch}`;

/**
 * The folder with `LICENSE`, and with `bin/node` or for Windows `bin/node.exe`.
 * @param {string} version as npm takes it: 26, 20.19.0
 * @param {string} [platform]
 */
export function fetchNode(version, platform = ownPlatform) {
  if (!platforms.includes(platform))
    throw new Error(`this takes one of ${platforms.join(", ")}, and not ${platform}`);
  const prefix = join(cache, platform === ownPlatform ? version : `${version}-${platform}`);
  const name = `node-${platform}`;
  const folder = join(prefix, "node_modules", name);
  if (["node", "node.exe"].some((file) => existsSync(join(folder, "bin", file)))) return folder;
  // With --force, npm installs what runs on another platform only.
  const words = ["--force", "--no-save", "--no-package-lock", "--ignore-scripts", "--no-audit", "--no-fund"];
  execFileSync("npm", ["install", "--prefix", prefix, ...words, `${name}@${version}`], {
    stdio: ["ignore", "ignore", "inherit"],
  });
  return folder;
}
