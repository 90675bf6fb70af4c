import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { generateKey } from "../helpers/keys.ts";
import { program } from "../helpers/program.ts";
import { freshFolder } from "../helpers/shared.ts";

const key = generateKey();

/** Whether the `script` of util-linux is here, which gives a command a terminal. */
function hasScript(): boolean {
  try {
    return execFileSync("script", ["--version"]).includes("util-linux");
  } catch {
    return false;
  }
}

/** Runs a command line of the built program on a terminal, where a person types a PIN when asked for one. */
async function runOnTerminal(words: readonly string[], folder: string): Promise<string> {
  const line = [...program, ...words].map((word) => `'${word}'`).join(" ");
  const env = { PATH: process.env["PATH"], PAYCTL_CONFIG_DIR: folder, TERM: "dumb", PAYCTL_PAGER: "cat" };
  const child = spawn("script", ["-qec", line, "/dev/null"], { cwd: folder, env });
  let seen = "";
  let isTyped = false;
  child.stdout.on("data", (chunk: Buffer) => {
    seen += chunk.toString();
    if (isTyped || !seen.includes("PIN: ")) return;
    isTyped = true;
    child.stdin.write("1234\n");
  });
  await once(child, "close");
  return seen.replaceAll("\r\n", "\n");
}

describe.skipIf(!hasScript())("a command that asks a person", () => {
  it.each([
    ["on its standard input", "--key-command", "0"],
    ["on the terminal itself", "--signer-command", 'fs.openSync("/dev/tty", "r")'],
  ])("may ask for a PIN %s", async (_, option, source) => {
    const folder = freshFolder();
    const program = `
      import { sign } from "node:crypto";
      import fs from "node:fs";
      const input = ${option === "--key-command"} ? "" : fs.readFileSync(0);
      process.stderr.write("PIN: ");
      const buffer = Buffer.alloc(100);
      const read = fs.readSync(${source}, buffer);
      if (buffer.toString("utf8", 0, read) !== "1234\\n") process.exit(1);
      const key = fs.readFileSync("key.pem");
      process.stdout.write(${option === "--key-command"} ? key : sign("sha512", input, key));
    `;
    await writeFile(join(folder, "ask.mjs"), program);
    await writeFile(join(folder, "key.pem"), key.privatePem);
    await writeFile(join(folder, "public.pem"), key.publicPem);
    const server = createServer((_request, response) => response.end('{"items":[{"id":"b-1"}],"limit":100}'));
    await once(server.listen(0, "127.0.0.1"), "listening");
    // The address of a server that listens on a port is of this kind.
    const { port } = server.address() as AddressInfo;
    const words = ["buyers", "list", "-o", "id", "--base-url", `http://127.0.0.1:${port}`];
    const half = option === "--key-command" ? [] : ["--public-key", "public.pem"];
    const seen = await runOnTerminal([...words, option, `${process.execPath} ask.mjs`, ...half], folder);
    server.close();
    expect(seen.replace("1234\n", "")).toBe("PIN: b-1\n");
  });
});
