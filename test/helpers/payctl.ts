import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { openExchange } from "../../src/client/http.ts";
import { main } from "../../src/main.ts";
import { createHost } from "./host.ts";
import { commandLine } from "./program.ts";

interface Ended {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

type Variables = Readonly<Record<string, string>>;

/**
 * Runs command lines with the folders and the servers of this machine, as in a folder. What starts a process starts the
 * built program; all else happens in this process, in a tenth of the time. There, only databases are found by a relative
 * path.
 */
export function payctlIn(folder: string, words: readonly string[], more: Variables = {}): Promise<Ended> {
  const env = {
    PATH: process.env["PATH"] ?? "",
    PAYCTL_CONFIG_DIR: join(folder, "config"),
    XDG_DATA_HOME: join(folder, "data"),
    PAYCTL_OUTPUT: "json",
    ...more,
  };
  const isStart = words[0] === "serve" && (words.includes("--detach") || words.includes("--"));
  return isStart ? runProgram(words, folder, env) : runHere(words, folder, env);
}

/** The processes of detached servers that were started. */
const detached: number[] = [];

/** Ends whatever a test has left running. */
export async function stopDetached(): Promise<void> {
  for (const pid of detached.splice(0)) {
    while (isAlive(pid)) {
      process.kill(pid);
      await sleep(20);
    }
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

async function runProgram(words: readonly string[], cwd: string, env: Variables): Promise<Ended> {
  try {
    const { stderr, stdout } = await promisify(execFile)(...commandLine(words), { env, cwd });
    if (words.includes("--detach")) detached.push(JSON.parse(stdout).pid);
    return { code: 0, stderr, stdout };
  } catch (error) {
    // The error of a failed command has its output and its exit code.
    return error as Ended;
  }
}

async function runHere(words: readonly string[], folder: string, env: Variables): Promise<Ended> {
  const exchange = () => Promise.reject(new Error("unexpected request"));
  const { host, written } = createHost({ env, stdin: "", terminal: undefined, files: {}, exchange });
  const real = {
    now: Date.now,
    randomUuid: () => crypto.randomUUID(),
    sleep: (milliseconds: number) => sleep(milliseconds),
    connect: openExchange,
    readFile: (path: string) => readFile(path),
  };
  const argv = words.map((word) => (word.endsWith(".db") ? resolve(folder, word) : word));
  const code = await main(argv, { ...host, ...real });
  return { code, ...written };
}
