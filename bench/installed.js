// The program as users have it: packed, and installed by npm into a folder of its own.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../", import.meta.url));

/** @typedef {ReturnType<typeof installPayctl>} Installed */

/** Packing builds the program first; data of the measurements go into the same folder. */
export function installPayctl() {
  const folder = mkdtempSync(join(tmpdir(), "payctl-bench-"));
  npm("run", "--prefix", root, "pack", "--", folder);
  const tarball = readdirSync(folder).find((name) => name.endsWith(".tgz")) ?? "";
  npm("install", join(folder, tarball), "--prefix", folder, "--no-audit", "--no-fund");
  return {
    program: join(folder, "node_modules/payctl/bin/payctl.js"),
    // NODE_EXTRA_CA_CERTS would make every start of Node 20 longer, and proxies would stand in the way.
    env: {
      PATH: process.env["PATH"],
      HOME: folder,
      PAYCTL_CONFIG_DIR: join(folder, "config"),
      XDG_CACHE_HOME: join(folder, "cache"),
      XDG_DATA_HOME: join(folder, "data"),
    },
    /** @param {string} name */
    path: (name) => join(folder, name),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** @param {readonly string[]} words */
function npm(...words) {
  const { status } = spawnSync("npm", [...words, "--loglevel", "error"], {
    cwd: root,
    stdio: ["ignore", "ignore", "inherit"],
  });
  if (status !== 0) throw new Error(`npm ${words.join(" ")} ended with ${status}`);
}
