import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, openSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { describe, expect, it } from "vitest";
import { endless } from "../src/files/input.ts";
import { findHome, openHost } from "../src/host.ts";
import { serveHttp } from "./client/servers.ts";
import { commandLine } from "./helpers/program.ts";
import { sharedFolder } from "./helpers/shared.ts";

function unknown(): string {
  throw new Error("uv_os_homedir returned ENOENT");
}

it.each<[string, readonly (() => string)[], string]>([
  ["is the one that is named first", [() => "/home/ada", unknown], "/home/ada"],
  ["is that of the list of users where the variable is empty", [() => "", () => "/home/ada"], "/home/ada"],
  ["is that of the list of users where the first can't be told", [unknown, () => "/home/ada"], "/home/ada"],
  ["is the root for a user whom nobody knows", [unknown, unknown], "/"],
  ["is never the working directory", [() => "", () => ""], "/"],
])("the home folder %s", (_, places, home) => {
  expect(findHome(places)).toBe(home);
});

it("a file that a command reads comes whole", async () => {
  const path = join(import.meta.dirname, "host.test.ts");
  expect(Buffer.from(await openHost().readFile(path, endless))).toEqual(readFileSync(path));
});

it.skipIf(process.platform === "win32")(
  "a file that a command reads may have 32 MiB, whatever a device gives",
  async () => {
    await expect(openHost().readFile("/dev/zero", endless)).rejects.toMatchObject({ code: "EFBIG" });
  },
);

it("a file that a command reads has to be there", async () => {
  await expect(openHost().readFile("nowhere.txt", endless)).rejects.toMatchObject({ code: "ENOENT" });
});

describe("standard output of the real program", () => {
  // A pipe takes 64 KiB at once.
  const row = JSON.stringify({ id: "b1", display_name: "Zoë 🎉 ".repeat(50_000) });
  const folder = sharedFolder();

  async function listing(stdout: "pipe" | number): Promise<ChildProcess> {
    const port = await serveHttp((_, response) => {
      response.setHeader("content-type", "application/json");
      response.end(`{"items":[${row}],"limit":100,"next_cursor":null}`);
    });
    return spawn(...commandLine(["buyers", "list", "-o", "ndjson"]), {
      env: { PAYCTL_CONFIG_DIR: folder, PAYCTL_BASE_URL: `http://127.0.0.1:${port}`, PAYCTL_TOKEN: "a.b.c" },
      stdio: ["ignore", stdout, "ignore"],
    });
  }

  it("reaches a slow reader of a pipe whole before the program ends", async () => {
    const { stdout } = await listing("pipe");
    if (stdout === null) throw new Error("no pipe");
    await once(stdout, "readable");
    await new Promise((done) => setTimeout(done, 200));
    expect(await text(stdout)).toBe(`${row}\n`);
  });

  it("reaches a file whole before the program ends", async () => {
    const path = join(folder, "rows.ndjson");
    const descriptor = openSync(path, "w");
    expect(await once(await listing(descriptor), "exit")).toEqual([0, null]);
    closeSync(descriptor);
    expect(readFileSync(path, "utf8")).toBe(`${row}\n`);
  });

  it("that can't be written ends the program with 11", async () => {
    const path = join(folder, "rows.ndjson");
    const descriptor = openSync(path, "r");
    const child = await listing(descriptor);
    expect(await once(child, "exit")).toEqual([11, null]);
    closeSync(descriptor);
  });
});
