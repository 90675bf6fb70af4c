// A million audit logs to a file: undisturbed, then killed three times at random and resumed; both must be equal byte
// for byte. Run: node bench/audit/export.js [ENTRIES]
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { createReadStream, readFileSync, statSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { makeWorkplace, startServer } from "../server/processes.js";

const entries = Number(process.argv[2] ?? 1_000_000);
const kills = 3;

const workplace = makeWorkplace();
try {
  const server = await startServer(workplace, {
    database: workplace.path("audit.db"),
    seed: { generate: { audit_logs: entries } },
  });
  try {
    await measure(server);
  } finally {
    await server.stop();
  }
} finally {
  workplace.remove();
}

/** @param {import("../server/processes.js").Running} server */
async function measure(server) {
  const whole = await runExport(server, "whole.ndjson");
  print("entries", countIn(whole.words).toLocaleString("en-US"));
  print("bytes", statSync(workplace.path("whole.ndjson")).size.toLocaleString("en-US"));
  print(
    "undisturbed",
    `${seconds(whole.milliseconds)}, ${perSecond(countIn(whole.words), whole.milliseconds)}`,
  );
  print("most memory, undisturbed", mebibytes(whole.memory));
  let spent = 0;
  for (let kill = 1; kill <= kills; kill += 1) {
    const patience = whole.milliseconds * (0.05 + Math.random() * 0.2);
    const killed = await runExport(server, "killed.ndjson", patience);
    spent += killed.milliseconds;
    print(
      `kill ${kill}`,
      `after ${seconds(killed.milliseconds)}, ${notedCount().toLocaleString("en-US")} entries noted`,
    );
  }
  const last = await runExport(server, "killed.ndjson");
  print("last run", `${seconds(last.milliseconds)}, ${seconds(spent + last.milliseconds)} in all`);
  print("most memory, last run", mebibytes(last.memory));
  const digests = await Promise.all(["whole.ndjson", "killed.ndjson"].map(sha256));
  print("equal bytes", digests[0] === digests[1] ? "yes" : "NO");
  print("told digest is right", last.words.includes(digests[1] ?? "-") ? "yes" : "NO");
  if (digests[0] !== digests[1]) process.exitCode = 1;
}

/**
 * @param {import("../server/processes.js").Running} server
 * @param {string} out
 * @param {number} [patience] milliseconds, after which it is killed
 */
async function runExport(server, out, patience) {
  const env = {
    PATH: process.env["PATH"],
    PAYCTL_CONFIG_DIR: workplace.path("config"),
    PAYCTL_BASE_URL: server.url,
    PAYCTL_PRIVATE_KEY: server.privateKey,
  };
  const begun = performance.now();
  const words = ["audit", "export", "--out", workplace.path(out), "--until", "2999-01-01"];
  const child = spawn(process.execPath, [workplace.program, ...words], {
    env,
    stdio: ["ignore", "ignore", "pipe"],
  });
  let said = "";
  child.stderr.on("data", (chunk) => {
    said += chunk;
  });
  let memory = 0;
  const watch = setInterval(() => {
    memory = Math.max(memory, residentBytes(child.pid ?? 0));
  }, 100);
  /** @type {Promise<number | null>} */
  const ended = new Promise((resolve) => child.once("close", resolve));
  if (patience !== undefined) await Promise.race([ended, sleep(patience).then(() => child.kill("SIGKILL"))]);
  const code = await ended;
  clearInterval(watch);
  if (patience === undefined && code !== 0) throw new Error(`the export ended with ${code}: ${said}`);
  return { milliseconds: performance.now() - begun, memory, words: said };
}

/** @param {number} pid */
function residentBytes(pid) {
  try {
    return Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0) * 1024;
  } catch {
    return 0;
  }
}

function notedCount() {
  const note = JSON.parse(readFileSync(workplace.path("killed.ndjson.part.json"), "utf8"));
  return Number(note.count);
}

/** @param {string} name */
async function sha256(name) {
  const hash = createHash("sha256");
  for await (const chunk of createReadStream(workplace.path(name))) hash.update(chunk);
  return hash.digest("hex");
}

/** @param {string} words */
function countIn(words) {
  return Number(/wrote ([\d,]+) entries/.exec(words)?.[1]?.replaceAll(",", ""));
}

/** @param {number} milliseconds */
function seconds(milliseconds) {
  return `${(milliseconds / 1000).toFixed(1)} s`;
}

/** @param {number} count @param {number} milliseconds */
function perSecond(count, milliseconds) {
  return `${Math.round((count / milliseconds) * 1000).toLocaleString("en-US")} a second`;
}

/** @param {number} bytes */
function mebibytes(bytes) {
  return `${Math.round(bytes / 2 ** 20)} MiB`;
}

/** @param {string} name @param {string} value */
function print(name, value) {
  console.log(`${name.padEnd(28)}${value}`);
}
