// The program as users have it, and the servers, loads and commands that are measured, each in a process of its own.
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";

const running = new Set();

/** Packs the program, which builds it first, and installs it into a new folder, where the data go too. */
export function installPayctl() {
  const folder = mkdtempSync(join(tmpdir(), "payctl-bench-"));
  const npm = (...words) =>
    execFileSync("npm", [...words, "--loglevel", "error"], { stdio: ["ignore", "ignore", "inherit"] });
  npm("run", "--prefix", pathOf(".."), "pack", "--", folder);
  const tarball = readdirSync(folder).find((name) => name.endsWith(".tgz"));
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
    path: (name) => join(folder, name),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** The reference server; a seed is applied if the database is new. */
export function startServer(payctl, { database, profile = false, seed }) {
  const words = ["serve", "--port", "0", "--database", database, "--log", "off"];
  if (!profile) words.push("--no-profile");
  if (seed !== undefined) {
    writeFileSync(payctl.path("seed.json"), JSON.stringify(seed));
    words.push("--seed", payctl.path("seed.json"));
  }
  return start(payctl, [payctl.program, ...words]);
}

/** A script that prints a line of JSON with its address when it is ready, as the reference server does. */
export async function start({ env }, args) {
  const begun = performance.now();
  const child = spawn(process.execPath, args, { env, stdio: ["ignore", "pipe", "inherit"] });
  const exited = once(child, "exit");
  const line = await Promise.race([once(createInterface(child.stdout), "line"), exited]);
  if (child.exitCode !== null) throw new Error(`${args.join(" ")} ended before it was ready`);
  const { key_file: keyFile, url } = JSON.parse(line[0]);
  const server = {
    url,
    keyFile,
    pid: child.pid,
    /** From the start of the process to its ready line. */
    milliseconds: performance.now() - begun,
    async stop() {
      running.delete(server);
      child.kill("SIGTERM");
      await exited;
    },
  };
  running.add(server);
  return server;
}

export async function stopAll() {
  await Promise.all([...running].map((server) => server.stop()));
}

/** Runs a script to its end, which must be 0; the peak of its memory is in MiB. */
export async function run(payctl, args, { env, output = "pipe" } = {}) {
  const begun = performance.now();
  const stdio = ["ignore", output, "inherit"];
  const child = spawn(process.execPath, args, { stdio, env: { ...payctl.env, ...env } });
  let peak = 0;
  const watch = setInterval(() => {
    peak = Math.max(peak, memoryOf(child.pid, "VmHWM"));
  }, 50);
  const [said, [code]] = await Promise.all([child.stdout && text(child.stdout), once(child, "exit")]);
  clearInterval(watch);
  if (code !== 0) throw new Error(`${args.join(" ")} ended with ${code}`);
  return { seconds: (performance.now() - begun) / 1000, peak, output: said };
}

/** MiB that a process holds now (VmRSS) or held at most (VmHWM), 0 when it has ended; Linux only. */
export function memoryOf(pid, field) {
  try {
    const status = readFileSync(`/proc/${pid}/status`, "utf8");
    return Number(new RegExp(`${field}:\\s+(\\d+)`).exec(status)?.[1] ?? 0) / 1024;
  } catch {
    return 0;
  }
}

/** Answers a second, while so many connections each send their next request when the last one is answered. */
export async function rateOf(load) {
  const child = spawn(process.execPath, [pathOf("load.js")], { stdio: ["pipe", "pipe", "inherit"] });
  child.stdin.end(JSON.stringify({ connections: 8, seconds: 2, ...load }));
  const said = await text(child.stdout);
  if (said === "") throw new Error(`no rate of ${load.url}`);
  return Number(said);
}

export function pathOf(script) {
  return fileURLToPath(new URL(script, import.meta.url));
}
