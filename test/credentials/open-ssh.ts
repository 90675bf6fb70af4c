import { execFile, execFileSync, spawn } from "node:child_process";
import { access, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { onTestFinished } from "vitest";
import type { TestKey } from "../helpers/keys.ts";
import { freshFolder } from "../helpers/shared.ts";

const execute = promisify(execFile);

export function hasOpenSsh(): boolean {
  try {
    execFileSync("ssh-agent", ["-k"], { stdio: "ignore", env: { PATH: process.env["PATH"] } });
    return true;
  } catch (error) {
    // It ends with an error of its own if no agent is running.
    return !(error instanceof Error && "code" in error && error.code === "ENOENT");
  }
}

/** Starts an agent that holds these keys until the test ends; resolves to its socket. */
export async function startAgent(keys: readonly TestKey[]): Promise<string> {
  const folder = freshFolder();
  const socket = join(folder, "agent");
  const agent = spawn("ssh-agent", ["-D", "-a", socket], { stdio: "ignore" });
  onTestFinished(() => void agent.kill());
  while (
    !(await access(socket).then(
      () => true,
      () => false,
    ))
  )
    await sleep(10);
  for (const [index, { privatePem }] of keys.entries()) {
    const file = join(folder, `key-${index}`);
    await writeFile(file, privatePem, { mode: 0o600 });
    await execute("ssh-add", [file], { env: { ...process.env, SSH_AUTH_SOCK: socket } });
  }
  return socket;
}

/** The fingerprints of its keys, in the order in which they were added. */
export async function fingerprintsIn(socket: string): Promise<readonly string[]> {
  const { stdout } = await execute("ssh-add", ["-l"], { env: { ...process.env, SSH_AUTH_SOCK: socket } });
  return stdout.match(/SHA256:\S+/g) ?? [];
}
