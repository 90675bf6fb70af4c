// Starts servers and loads, and runs commands, each in a process of its own.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";

/** @typedef {import("./installed.js").Installed} Installed */

/**
 * @typedef {object} Running
 * @property {string} url
 * @property {number} pid
 * @property {number} milliseconds from the start of the process to its ready line
 * @property {string} keyFile empty for anything but the reference server
 * @property {() => Promise<void>} stop
 */

/** @type {Set<Running>} */
const running = new Set();

export async function stopAll() {
  await Promise.all([...running].map((process) => process.stop()));
}

/**
 * The reference server; a seed is applied if the database is new.
 * @param {Installed} payctl
 * @param {{ database: string, seed?: object, profile?: boolean }} wanted
 */
export async function startServer(payctl, { database, profile = false, seed }) {
  const words = ["serve", "--port", "0", "--database", database, "--log", "off"];
  if (!profile) words.push("--no-profile");
  if (seed !== undefined) {
    writeFileSync(payctl.path("seed.json"), JSON.stringify(seed));
    words.push("--seed", payctl.path("seed.json"));
  }
  return start(payctl, [payctl.program, ...words]);
}

/**
 * A script of this folder that prints a JSON line with its address when it is ready.
 * @param {Installed} payctl
 * @param {string} script
 * @param {readonly string[]} words
 */
export async function startScript(payctl, script, ...words) {
  return start(payctl, [pathOf(script), ...words]);
}

/** @param {Installed} payctl @param {readonly string[]} args @returns {Promise<Running>} */
async function start({ env }, args) {
  const begun = performance.now();
  const child = spawn(process.execPath, args, { env, stdio: ["ignore", "pipe", "inherit"] });
  const exited = once(child, "exit");
  const line = await Promise.race([
    once(createInterface(child.stdout), "line"),
    exited.then(() => undefined),
  ]);
  if (line === undefined) throw new Error(`${args.join(" ")} ended before it was ready`);
  const ready = JSON.parse(String(line[0]));
  const started = {
    url: ready.url,
    pid: child.pid ?? 0,
    milliseconds: performance.now() - begun,
    keyFile: ready.key_file ?? "",
    stop: async () => {
      running.delete(started);
      child.kill("SIGTERM");
      await exited;
    },
  };
  running.add(started);
  return started;
}

/**
 * Runs a script to its end, which must be 0.
 * @param {Installed} payctl
 * @param {readonly string[]} args
 * @param {{ env?: Record<string, string>, output?: "pipe" | "ignore" }} [wanted]
 * @returns {Promise<{ seconds: number, peak: number, output: string }>} `peak` in MiB
 */
export async function run(payctl, args, { env = {}, output = "pipe" } = {}) {
  const begun = performance.now();
  const child = spawn(process.execPath, args, {
    stdio: ["ignore", output, "inherit"],
    env: { ...payctl.env, ...env },
  });
  let peak = 0;
  const watch = setInterval(() => {
    peak = Math.max(peak, memoryOf(child.pid, "VmHWM"));
  }, 50);
  const [said, [code]] = await Promise.all([
    child.stdout === null ? "" : text(child.stdout),
    once(child, "exit"),
  ]);
  clearInterval(watch);
  if (code !== 0) throw new Error(`${args.join(" ")} ended with ${code}`);
  return { seconds: (performance.now() - begun) / 1000, peak, output: said };
}

/**
 * MiB that a process holds now (VmRSS) or held at most (VmHWM), 0 when it has ended; Linux only.
 * @param {number | undefined} pid
 * @param {"VmRSS" | "VmHWM"} field
 */
export function memoryOf(pid, field) {
  try {
    const status = readFileSync(`/proc/${pid}/status`, "utf8");
    return Number(new RegExp(`${field}:\\s+(\\d+)`).exec(status)?.[1] ?? 0) / 1024;
  } catch {
    return 0;
  }
}

/**
 * Answers a second, while so many connections each send their next request when the last one is answered.
 * @param {import("./load.js").Load} load
 */
export async function rateOf(load) {
  const child = spawn(process.execPath, [pathOf("load.js")], { stdio: ["pipe", "pipe", "inherit"] });
  child.stdin.end(JSON.stringify(load));
  const said = await text(child.stdout);
  if (said === "") throw new Error(`no rate of ${load.url}`);
  return Number(said);
}

/** @param {string} script */
export function pathOf(script) {
  return fileURLToPath(new URL(script, import.meta.url));
}
