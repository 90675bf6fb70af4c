// Starts the built server, its floors and the load, each in a process of its own.
import { spawn } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../../", import.meta.url));
const cache = join(root, "node_modules/.cache/payctl");

/**
 * A copy of the bundle below node_modules, where its driver is found, and a place for data: a build in the meantime
 * must not pull the chunks out from under a running server.
 */
export function makeWorkplace() {
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, "bench-"));
  for (const name of ["bin", "dist"]) cpSync(join(root, name), join(folder, name), { recursive: true });
  writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
  return {
    program: join(folder, "bin/payctl.js"),
    /** @param {string} name */
    path: (name) => join(folder, name),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** @typedef {ReturnType<typeof makeWorkplace>} Workplace */

/**
 * @typedef {object} Running
 * @property {string} url
 * @property {number} pid
 * @property {number} milliseconds from the start of the process to its ready line
 * @property {string} privateKey PEM; empty for a floor
 * @property {() => Promise<void>} stop
 */

/**
 * The reference server on a database file; a seed is applied where the file is new.
 * @param {Workplace} workplace
 * @param {{ database: string, seed?: object, options?: readonly string[] }} wanted
 * @returns {Promise<Running>}
 */
export async function startServer(workplace, { database, options = [], seed }) {
  const args = ["serve", "--port", "0", "--database", database, "--no-profile", "--log", "off", ...options];
  if (seed !== undefined) {
    writeFileSync(workplace.path("seed.json"), JSON.stringify(seed));
    args.push("--seed", workplace.path("seed.json"));
  }
  const { ready, ...rest } = await start([workplace.program, ...args]);
  return { ...rest, url: ready.url, privateKey: readFileSync(ready.key_file, "utf8") };
}

/**
 * A floor: what node:http and SQLite do for the same answers and nothing else.
 * @param {string} kind
 * @param {string} database
 * @returns {Promise<Running>}
 */
export async function startFloor(kind, database) {
  const { ready, ...rest } = await start([
    fileURLToPath(new URL("floor.js", import.meta.url)),
    kind,
    database,
  ]);
  return { ...rest, url: ready.url, privateKey: "" };
}

/** @param {readonly string[]} args */
async function start(args) {
  const begun = performance.now();
  const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
  const exited = new Promise((resolve) => child.once("exit", resolve));
  const line = await firstLine(child.stdout, exited);
  return {
    ready: JSON.parse(line),
    pid: child.pid ?? 0,
    milliseconds: performance.now() - begun,
    stop: async () => {
      child.kill("SIGTERM");
      await exited;
    },
  };
}

/**
 * @param {import("node:stream").Readable} stream
 * @param {Promise<unknown>} exited
 * @returns {Promise<string>}
 */
async function firstLine(stream, exited) {
  const lines = createInterface({ input: stream });
  return new Promise((resolve, reject) => {
    lines.once("line", resolve);
    void exited.then((code) => reject(new Error(`ended with ${code} before it was ready`)));
  });
}

/**
 * @param {import("./load.js").Load} spec
 * @returns {Promise<import("./load.js").Measured>}
 */
export async function load(spec) {
  const script = fileURLToPath(new URL("load.js", import.meta.url));
  const child = spawn(process.execPath, [script], { stdio: ["pipe", "pipe", "inherit"] });
  child.stdin.end(JSON.stringify(spec));
  const exited = new Promise((resolve) => child.once("exit", resolve));
  return JSON.parse(await firstLine(child.stdout, exited));
}
