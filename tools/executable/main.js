// Compiles client, reference server and Bun into one file that needs nothing installed, below dist-executable.
//   npm run build:executable            # for this machine
//   npm run build:executable -- --all   # for every platform
import { execFileSync } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { packagesIn } from "../bundle/bundled-packages.js";
import { licencesText } from "../bundle/licences-text.js";
import { onlyAscii } from "../bundle/only-ascii.js";
import { executableOptions } from "../bundle/options.js";

const root = fileURLToPath(new URL("../..", import.meta.url));
const lists = join(root, "tools/executable");
const cache = join(root, "node_modules/.cache/payctl/executable");

/**
 * @typedef {object} Target
 * @property {string} name of the platform, as Node says it
 * @property {string} bun the package that brings Bun for it; a baseline runs on any processor of x64
 * @property {string} [file] the name of the executable
 */

/** @type {readonly Target[]} */
export const targets = [
  { name: "linux-x64", bun: "bun-linux-x64-baseline" },
  { name: "linux-arm64", bun: "bun-linux-aarch64" },
  { name: "darwin-arm64", bun: "bun-darwin-aarch64" },
  { name: "win32-x64", bun: "bun-windows-x64-baseline", file: "payctl.exe" },
];

/** @param {Target} target */
export function executablePath({ file = "payctl", name }) {
  return join(root, "dist-executable", name, file);
}

/** This machine's. */
export function ownTarget() {
  const name = `${process.platform}-${process.arch}`;
  const found = targets.find((target) => target.name === name);
  if (found === undefined) throw new Error(`no executable is made for ${name}`);
  return found;
}

/** @param {readonly Target[]} wanted */
export async function buildExecutables(wanted) {
  mkdirSync(cache, { recursive: true });
  const { metafile } = await build({
    ...executableOptions,
    absWorkingDir: root,
    outfile: join(cache, "payctl.cjs"),
  });
  onlyAscii("payctl.cjs", readFileSync(join(cache, "payctl.cjs"), "utf8"));
  const licences = licencesText(await packagesIn(metafile));
  for (const target of wanted) {
    const path = executablePath(target);
    const folder = dirname(path);
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    compile(target, path);
    copyFileSync(join(root, "LICENSE"), join(folder, "LICENSE"));
    writeFileSync(join(folder, "BUN-LICENCES.txt"), bunLicences());
    writeFileSync(join(folder, "THIRD-PARTY-LICENCES.txt"), licences);
    process.stdout.write(`${path}\n`);
  }
}

/**
 * @param {Target} target
 * @param {string} path
 */
function compile(target, path) {
  const words = [
    ...[
      "build",
      "payctl.cjs",
      "--compile",
      "--bytecode",
      "--format=cjs",
      "--external=@photostructure/sqlite",
    ],
    // Files of the folder that it is started in have no effect.
    ...["--no-compile-autoload-dotenv", "--no-compile-autoload-bunfig"],
    ...[`--target=${target.bun}`, `--compile-executable-path=${bunFor(target)}`, `--outfile=${path}`],
  ];
  execFileSync(bunFor(ownTarget()), words, { cwd: cache, env: {}, stdio: ["ignore", "ignore", "inherit"] });
}

/**
 * The path of Bun for a platform, as npm brings it; installed unless it is there.
 * @param {Target} target
 */
function bunFor({ bun, file = "payctl", name }) {
  const [os, cpu] = name.split("-");
  const prefix = join(cache, name);
  const installed = join(prefix, "node_modules/@oven", bun, "bin", file.replace("payctl", "bun"));
  const stamp = join(prefix, "installed.json");
  const lock = readFileSync(join(lists, "package-lock.json"), "utf8");
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === lock) return installed;
  mkdirSync(prefix, { recursive: true });
  for (const list of ["package.json", "package-lock.json", ".npmrc"])
    copyFileSync(join(lists, list), join(prefix, list));
  const words = ["ci", "--prefix", prefix, "--no-audit", "--no-fund", `--os=${os}`, `--cpu=${cpu}`];
  execFileSync("npm", words, { cwd: prefix, stdio: ["ignore", "ignore", "inherit"] });
  writeFileSync(stamp, lock);
  return installed;
}

/** What the authors of Bun say of the licences of all that is in it. */
function bunLicences() {
  const page = join(cache, ownTarget().name, "node_modules/bun-types/docs/project/license.mdx");
  const text = readFileSync(page, "utf8")
    .replace(/^---\n.*?\n---\n/s, "")
    .trim();
  return `This executable contains Bun, https://github.com/oven-sh/bun, of which its authors say:\n\n${text}\n`;
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  await buildExecutables(process.argv.includes("--all") ? targets : [ownTarget()]);
