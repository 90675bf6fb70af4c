// Starts the installed server, its floors and the load, and runs commands, each in a process of its own.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createWriteStream, existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
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
 * @property {string} privateKey PEM, likewise
 * @property {() => Promise<void>} stop
 */

/** @type {Set<Running>} */
const running = new Set();

export async function stopAll() {
  await Promise.all([...running].map((process) => process.stop()));
}

/**
 * The reference server on a database file; a seed is applied if the file is new. Its text log goes to a file.
 * @param {Installed} payctl
 * @param {{ database: string, seed?: object | "empty", log?: "text" | "off", profile?: boolean }} wanted
 */
export async function startServer(payctl, { database, log = "off", profile = false, seed }) {
  const words = ["serve", "--port", "0", "--database", database, "--log", log];
  if (!profile) words.push("--no-profile");
  if (typeof seed === "object") writeFileSync(payctl.path("seed.json"), JSON.stringify(seed));
  if (seed !== undefined) words.push("--seed", seed === "empty" ? seed : payctl.path("seed.json"));
  if (log === "off") return start(payctl, [payctl.program, ...words], "inherit");
  const file = createWriteStream(payctl.path("requests.log"));
  await once(file, "open");
  const server = await start(payctl, [payctl.program, ...words], file);
  file.close();
  return server;
}

/**
 * A script that prints a JSON line with its address when it is ready.
 * @param {Installed} payctl
 * @param {string} script its path below this folder
 * @param {readonly string[]} words
 */
export async function startScript(payctl, script, words) {
  return start(payctl, [pathOf(script), ...words], "inherit");
}

/**
 * @param {Installed} payctl
 * @param {readonly string[]} args
 * @param {"inherit" | import("node:fs").WriteStream} errors where standard error goes
 * @returns {Promise<Running>}
 */
async function start({ env }, args, errors) {
  const begun = performance.now();
  const child = spawn(process.execPath, args, { env, stdio: ["ignore", "pipe", errors] });
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
    privateKey: ready.key_file === undefined ? "" : readFileSync(ready.key_file, "utf8"),
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
 * @typedef {object} Run
 * @property {number} seconds
 * @property {number} peak MiB
 * @property {string} output
 * @property {string} errors
 *
 * Runs a script to its end, which must be 0 unless it was to be killed: that must land after it first wrote to the
 * file of `during`, and before its end.
 * @param {Installed} payctl
 * @param {readonly string[]} args
 * @param {{ env?: Record<string, string>, output?: "pipe" | "ignore", kill?: Kill }} [wanted]
 * @returns {Promise<Run>}
 */
export async function run(payctl, args, { env = {}, output = "pipe", kill } = {}) {
  const begun = performance.now();
  const startedAt = Date.now();
  const child = spawn(process.execPath, args, {
    stdio: ["ignore", output, "pipe"],
    env: { ...payctl.env, ...env },
  });
  const strike = kill && setInterval(() => killWorking(child, kill, startedAt), 5);
  let peak = 0;
  const watch = setInterval(() => {
    peak = Math.max(peak, memoryOf(child.pid, "VmHWM"));
  }, 50);
  const [said, errors, [code, signal]] = await Promise.all([
    child.stdout === null ? "" : text(child.stdout),
    child.stderr === null ? "" : text(child.stderr),
    once(child, "exit"),
  ]);
  clearInterval(watch);
  clearInterval(strike);
  if (kill !== undefined && signal !== "SIGKILL")
    throw new Error(`${args.join(" ")} was to be killed while it worked, but ended with ${code ?? signal}`);
  if (code !== 0 && kill === undefined) throw new Error(`${args.join(" ")} ended with ${code}: ${errors}`);
  return { seconds: (performance.now() - begun) / 1000, peak, output: said, errors };
}

/**
 * @typedef {object} Kill
 * @property {string} during a file that the work writes while it runs
 * @property {number} after seconds after it was first written
 */

/**
 * @param {import("node:child_process").ChildProcess} child
 * @param {Kill} kill
 * @param {number} startedAt milliseconds since the epoch
 */
function killWorking(child, { during, after }, startedAt) {
  const written = statSync(during, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  const due = firstWrites.get(child) ?? (written > startedAt ? Date.now() + after * 1000 : undefined);
  if (due === undefined) return;
  firstWrites.set(child, due);
  if (Date.now() >= due) child.kill("SIGKILL");
}

/** @type {WeakMap<import("node:child_process").ChildProcess, number>} when each is to be killed */
const firstWrites = new WeakMap();

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
 * Milliseconds that all threads of a process have computed for, 0 when it has ended; Linux only.
 * @param {number} pid
 */
export function processorTimeOf(pid) {
  if (!existsSync(`/proc/${pid}/task`)) return 0;
  const threads = readdirSync(`/proc/${pid}/task`);
  const nanoseconds = threads.map((thread) =>
    Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, "utf8").split(" ", 1)[0]),
  );
  return nanoseconds.reduce((sum, time) => sum + time, 0) / 1e6;
}

/**
 * Answers a second. Other answers than those wanted would make the figures say nothing.
 * @param {import("./server/load.js").Load} spec
 * @param {number} [wanted] status
 */
export async function rateOf(spec, wanted = 2) {
  const child = spawn(process.execPath, [pathOf("server/load.js")], { stdio: ["pipe", "pipe", "inherit"] });
  child.stdin.end(JSON.stringify(spec));
  /** @type {import("./server/load.js").Measured} */
  const { rate, statuses } = JSON.parse(await text(child.stdout));
  const others = Object.keys(statuses).filter((status) => !status.startsWith(String(wanted)));
  if (others.length > 0) throw new Error(`${spec.url} answered ${JSON.stringify(statuses)}`);
  return rate;
}

/** @param {string} script */
export function pathOf(script) {
  return fileURLToPath(new URL(script, import.meta.url));
}
