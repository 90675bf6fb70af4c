// Builds dist-sea/payctl: client, reference server and Node in one file that needs nothing installed.
//   npm run build:sea
import { execFileSync } from "node:child_process";
import { copyFileSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { fetchNode } from "./fetch-node.js";
import { onlyAscii } from "./only-ascii.js";
import { executableOptions } from "./options.js";

const root = fileURLToPath(new URL("../..", import.meta.url));
const workplace = join(root, "node_modules/.cache/payctl/sea");
const target = join(root, "dist-sea");
const main = join(workplace, "payctl.cjs");
const config = join(workplace, "config.json");
const output = join(target, "payctl");

// Builds executables by itself, starts faster than Node 20, and has SQLite.
const node = fetchNode("26");

rmSync(target, { recursive: true, force: true });
mkdirSync(target);
mkdirSync(workplace, { recursive: true });
await build({ ...executableOptions, absWorkingDir: root, outfile: main });
onlyAscii("payctl.cjs", readFileSync(main, "utf8"));
const settings = { main, output, disableExperimentalSEAWarning: true, useCodeCache: true };
writeFileSync(config, JSON.stringify(settings));
execFileSync(join(node, "bin/node"), ["--build-sea", config], { stdio: ["ignore", "ignore", "inherit"] });

for (const name of ["LICENSE", "THIRD-PARTY-LICENCES.txt"])
  copyFileSync(join(root, name), join(target, name));
copyFileSync(join(node, "LICENSE"), join(target, "NODE-LICENCES.txt"));

const version = execFileSync(join(node, "bin/node"), ["--version"], { encoding: "utf8" }).trim();
const megabytes = Math.round(statSync(output).size / 1e6);
process.stdout.write(`dist-sea/payctl: ${megabytes} MB, with Node ${version}\n`);
