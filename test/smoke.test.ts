import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { join, resolve } from "node:path";
import { text } from "node:stream/consumers";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, it } from "vitest";
import { commandLine, isExecutable } from "./helpers/program.ts";
import { sharedFolder } from "./helpers/shared.ts";

const bin = resolve(import.meta.dirname, "../bin/payctl.js");
const run = promisify(execFile);
let server: ChildProcess;
let ready: { url: string; profile: string; thumbprint: string };

function environment(): Record<string, string> {
  return {
    PATH: process.env["PATH"] ?? "",
    XDG_CONFIG_HOME: join(folder, "config"),
    XDG_DATA_HOME: join(folder, "data"),
  };
}

function payctl(...words: string[]) {
  return run(...commandLine(words), { env: environment(), cwd: folder });
}

async function startServer(): Promise<ChildProcess> {
  const child = spawn(...commandLine(["serve", "--port", "0"]), {
    env: environment(),
    cwd: folder,
    stdio: ["ignore", "pipe", "ignore"],
  });
  for await (const chunk of child.stdout) {
    ready = JSON.parse(String(chunk));
    break;
  }
  return child;
}

async function stopServer(signal: NodeJS.Signals): Promise<unknown> {
  const ended = once(server, "exit");
  server.kill(signal);
  return (await ended)[0];
}

/** What Node does for a user of a container that has no entry in the list of users, unless HOME is set. */
const withoutHome = `data:text/javascript,${encodeURIComponent(`
  import os from "node:os";
  import { syncBuiltinESMExports } from "node:module";
  const unknown = () => { throw new Error("uv_os_homedir returned ENOENT"); };
  os.userInfo = unknown;
  os.homedir = () => process.env.HOME ?? unknown();
  syncBuiltinESMExports();
`)}`;

const folder = sharedFolder();

beforeAll(async () => {
  server = await startServer();
});
afterAll(async () => {
  server.kill("SIGKILL");
});

it.skipIf(isExecutable)("the real binary keeps a profile for an unknown user without a home", async () => {
  const env = { PATH: process.env["PATH"] ?? "", PAYCTL_CONFIG_DIR: join(folder, "homeless") };
  const homeless = (words: string) =>
    run(process.execPath, ["--import", withoutHome, bin, ...words.split(" ")], { env, cwd: folder });
  await homeless("profile add sandbox --base-url https://api.example.com");
  const { stdout } = await homeless("profile list -o csv --fields name");
  expect(stdout).toBe("name\nsandbox\n");
});

it("the real binary serves on a free port and leaves a profile that works at once", async () => {
  const { stdout } = await payctl("-p", "local", "keys", "list");
  const [newest] = JSON.parse(stdout).items;
  expect(ready.profile).toBe("local");
  expect(newest.thumbprint).toBe(ready.thumbprint);
});

it("the real binary ends quietly, with 0, when its reader goes away", async () => {
  const child = spawn(...commandLine(["-p", "local", "audit", "list", "--all", "--page-size", "1"]), {
    env: environment(),
    stdio: ["ignore", "pipe", "pipe"],
  });
  const complaints = text(child.stderr);
  child.stdout.once("data", () => child.stdout.destroy());
  const [code] = await once(child, "exit");
  expect({ code, complaints: await complaints }).toEqual({ code: 0, complaints: "" });
});

it.each([
  ["SIGINT", 130],
  ["SIGTERM", 143],
] as const)("the real binary ends with its code on %s", async (signal, expected) => {
  const child = spawn(...commandLine(["-p", "local", "audit", "list", "--all", "--page-size", "1"]), {
    env: environment(),
    stdio: ["ignore", "pipe", "ignore"],
  });
  child.stdout.once("data", () => child.kill(signal));
  child.stdout.resume();
  const [code] = await once(child, "exit");
  expect(code).toBe(expected);
});

it("the real binary stops with 0 on SIGTERM and keeps its state for the next start", async () => {
  const list = () => payctl("-p", "local", "--base-url", ready.url, "audit", "list", "--limit", "1");
  await payctl("-p", "local", "merchants", "create", "kept", "--display-name", "Kept");
  expect(await stopServer("SIGTERM")).toBe(0);
  server = await startServer();
  const { stdout } = await list();
  expect(JSON.parse(stdout).items[0]).toMatchObject({ action: "created", resource: { id: "kept" } });
});

it("the real binary runs a command with the server and ends with that command's code", async () => {
  const script = "process.exitCode = process.env.PAYCTL_BASE_URL ? 7 : 1";
  const failed = await payctl("serve", "--", process.execPath, "-e", script).catch((error) => error);
  expect(failed.code).toBe(7);
  expect(failed.stdout).toBe("");
});
