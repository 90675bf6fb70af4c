import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { isRunning } from "../../../src/files/process.ts";
import { program } from "../../helpers/program.ts";
import { freshFolder } from "../../helpers/shared.ts";

let folder: string;
let children: ChildProcess[];
beforeEach(() => {
  folder = freshFolder();
  children = [];
});
afterEach(async () => {
  for (const child of children) child.kill("SIGKILL");
});

function start(file: string, ...words: string[]) {
  const env = {
    PATH: process.env["PATH"] ?? "",
    PAYCTL_CONFIG_DIR: join(folder, "config"),
    XDG_DATA_HOME: join(folder, "data"),
    PROGRAM: JSON.stringify(program),
  };
  const child = spawn(file, words, { env, cwd: folder, stdio: ["pipe", "pipe", "pipe"] });
  children.push(child);
  return child;
}

async function firstLine(child: ChildProcess) {
  let text = "";
  for await (const chunk of child.stdout ?? []) {
    text += String(chunk);
    if (text.includes("\n")) return JSON.parse(text.slice(0, text.indexOf("\n")));
  }
  throw new Error("no line came");
}

const serve = ["serve", "--port", "0", "--database", ":memory:", "--no-profile"];

it("a server that ends on its own stops cleanly when its standard input is a pipe that ends", async () => {
  const child = start(...program, ...serve, "--exit-with-parent");
  await firstLine(child);
  child.stdin?.end();
  const [code] = await once(child, "exit");
  expect(code).toBe(0);
});

it("a server that ends on its own stops when the process that started it is killed", async () => {
  // Its standard input is not a pipe, so only the id of its parent tells.
  const script = `
      const { spawn } = require("node:child_process");
      const [file, ...words] = [...JSON.parse(process.env.PROGRAM), ...${JSON.stringify([...serve, "--exit-with-parent"])}];
      spawn(file, words, { stdio: ["ignore", "inherit", "inherit"] });
      setInterval(() => {}, 1000);`;
  const parent = start(process.execPath, "-e", script);
  const { pid, url } = await firstLine(parent);
  expect((await fetch(`${url}/_reference/health`)).status).toBe(200);
  parent.kill("SIGKILL");
  await expect.poll(() => isRunning(pid)).toBe(false);
});

it("a server that ends on its own stops the command it runs when its parent is gone", async () => {
  const script = `
      const { spawn } = require("node:child_process");
      const beside = "console.log(JSON.stringify({ pid: process.pid })); setInterval(() => {}, 1000)";
      const [file, ...before] = JSON.parse(process.env.PROGRAM);
      const words = [...before, "serve", "--exit-with-parent", "--", process.execPath, "-e", beside];
      spawn(file, words, { stdio: ["ignore", "inherit", "inherit"] });
      setInterval(() => {}, 1000);`;
  const parent = start(process.execPath, "-e", script);
  const { pid } = await firstLine(parent);
  parent.kill("SIGKILL");
  await expect.poll(() => isRunning(pid)).toBe(false);
});
