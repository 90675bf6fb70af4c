// payctl as its users have it: the packed tarball, installed by npm, with folders of its own for everything it keeps.
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../../", import.meta.url));

export function installPackage() {
  const folder = mkdtempSync(join(tmpdir(), "payctl-bench-"));
  const npm = (/** @type {string[]} */ ...words) =>
    execFileSync("npm", [...words, "--ignore-scripts"], {
      cwd: folder,
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
    });
  const tarball = npm("pack", root).trim().split("\n").at(-1) ?? "";
  npm("install", "--global", "--prefix", join(folder, "prefix"), "--no-audit", "--no-fund", `./${tarball}`);
  return {
    program: join(folder, "prefix/lib/node_modules/payctl/bin/payctl.js"),
    /** Nothing of what the user has set; `NODE_EXTRA_CA_CERTS` would make every start longer, the bare one too. */
    env: {
      PATH: process.env["PATH"],
      HOME: folder,
      XDG_CACHE_HOME: join(folder, "cache"),
      XDG_CONFIG_HOME: join(folder, "config"),
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** @typedef {ReturnType<typeof installPackage>} Installed */

/**
 * The reference server with the demo data; it writes the profile `local`.
 * @param {Installed} installed
 */
export async function startServer({ env, program }) {
  const words = ["serve", "--port", "0", "--database", ":memory:", "--log", "off"];
  const server = spawn(process.execPath, [program, ...words], { env, stdio: ["ignore", "pipe", "inherit"] });
  const exited = once(server, "exit");
  const [line] = await once(createInterface({ input: server.stdout }), "line");
  const { key_file: keyFile, url } = JSON.parse(line);
  return {
    keyFile: String(keyFile),
    url: String(url),
    stop: async () => {
      server.kill("SIGTERM");
      await exited;
    },
  };
}
