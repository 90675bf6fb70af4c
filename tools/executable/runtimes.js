// The platforms that an executable is made for, and Bun for each of them, as npm brings it.
import { execFileSync } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const lists = fileURLToPath(new URL(".", import.meta.url));
const built = fileURLToPath(new URL("../../dist-executable", import.meta.url));
const cache = fileURLToPath(new URL("../../node_modules/.cache/payctl/bun", import.meta.url));

/**
 * @typedef {object} Target
 * @property {string} name
 * @property {string} bun the package that brings Bun for it
 * @property {readonly string[]} system what npm calls it
 */

const [x64, arm64] = ["--cpu=x64", "--cpu=arm64"];
const glibc = ["--os=linux", "--libc=glibc"];
const musl = ["--os=linux", "--libc=musl"];

/**
 * Baselines run on any processor of x64.
 * @type {readonly Target[]}
 */
export const targets = [
  { name: "linux-x64", bun: "bun-linux-x64-baseline", system: [...glibc, x64] },
  { name: "linux-arm64", bun: "bun-linux-aarch64", system: [...glibc, arm64] },
  { name: "linux-x64-musl", bun: "bun-linux-x64-musl-baseline", system: [...musl, x64] },
  { name: "linux-arm64-musl", bun: "bun-linux-aarch64-musl", system: [...musl, arm64] },
  { name: "macos-x64", bun: "bun-darwin-x64", system: ["--os=darwin", x64] },
  { name: "macos-arm64", bun: "bun-darwin-aarch64", system: ["--os=darwin", arm64] },
  { name: "win-x64", bun: "bun-windows-x64-baseline", system: ["--os=win32", x64] },
];

/**
 * The path of what is made for a platform.
 * @param {Target} target
 */
export function executablePath({ name }) {
  return join(built, name, name.startsWith("win-") ? "payctl.exe" : "payctl");
}

/** This machine. */
export const ownTarget = find(nameOfMachine());

/** @param {string} name */
function find(name) {
  const found = targets.find((target) => target.name === name);
  if (found === undefined) throw new Error(`no executable is made on ${name}`);
  return found;
}

function nameOfMachine() {
  const system = { darwin: "macos", win32: "win" }[String(process.platform)] ?? process.platform;
  const name = `${system}-${process.arch}`;
  const { header } = /** @type {{ header: { glibcVersionRuntime?: string } }} */ (process.report.getReport());
  return system === "linux" && header.glibcVersionRuntime === undefined ? `${name}-musl` : name;
}

export const bunVersion = JSON.parse(readFileSync(join(lists, "package.json"), "utf8")).devDependencies[
  "bun-types"
];

/**
 * The path of Bun for a platform, which is installed unless it is there.
 * @param {Target} target
 */
export function bunFor({ bun, name, system }) {
  const prefix = join(cache, name);
  const file = join(prefix, "node_modules/@oven", bun, "bin", name.startsWith("win-") ? "bun.exe" : "bun");
  const stamp = join(prefix, "installed.json");
  const lock = readFileSync(join(lists, "package-lock.json"), "utf8");
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === lock) return file;
  mkdirSync(prefix, { recursive: true });
  for (const list of ["package.json", "package-lock.json", ".npmrc"])
    copyFileSync(join(lists, list), join(prefix, list));
  const words = ["ci", "--prefix", prefix, "--no-audit", "--no-fund", ...system];
  execFileSync("npm", words, { cwd: prefix, stdio: ["ignore", "ignore", "inherit"] });
  writeFileSync(stamp, lock);
  return file;
}

/** What the authors of Bun say of the licences of all that is in it. */
export function bunLicences() {
  const page = join(cache, ownTarget.name, "node_modules/bun-types/docs/project/license.mdx");
  const text = readFileSync(page, "utf8")
    .replace(/^---\n.*?\n---\n/s, "")
    .trim();
  return `This executable contains Bun ${bunVersion}, https://github.com/oven-sh/bun, of which its authors say:\n\n${text}\n`;
}
