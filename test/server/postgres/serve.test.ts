import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { expect, onTestFinished, test } from "vitest";
import { postgresLabel } from "../../../src/values/database-address.ts";
import { password } from "../../helpers/postgres.ts";
import { commandLine } from "../../helpers/program.ts";
import { freshFolder } from "../../helpers/shared.ts";
import { freshAddress } from "./servers.ts";

function openHome() {
  const folder = freshFolder();
  const env = {
    PATH: process.env["PATH"] ?? "",
    HOME: folder,
    XDG_CONFIG_HOME: join(folder, "config"),
    XDG_DATA_HOME: join(folder, "data"),
    XDG_STATE_HOME: join(folder, "state"),
  };
  return {
    folder,
    async run(words: readonly string[], more: Readonly<Record<string, string>> = {}) {
      const child = spawn(...commandLine(words), {
        env: { ...env, ...more },
        stdio: ["ignore", "pipe", "pipe"],
      });
      const [stdout, stderr, [code]] = await Promise.all([
        text(child.stdout),
        text(child.stderr),
        once(child, "exit"),
      ]);
      return { stdout, stderr, code };
    },
  };
}

function everyFile(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), "utf8"));
}

test("the password of the database is in no output, note, log or process list, from start to stop, if the variable gives it", async () => {
  const { folder, run } = openHome();
  const address = await freshAddress();
  const label = postgresLabel(address);
  const outputs: string[] = [];
  const ask = async (...words: string[]) => {
    const { code, stderr, stdout } = await run(words, { PAYCTL_DATABASE: address });
    outputs.push(stdout, stderr);
    return { code, stdout };
  };
  const ready = JSON.parse((await ask("serve", "--detach", "--port", "0")).stdout);
  onTestFinished(() => {
    try {
      process.kill(ready.pid);
    } catch {
      // It has stopped, as it should.
    }
  });
  expect(ready.database).toBe(label);
  if (process.platform === "linux") outputs.push(readFileSync(`/proc/${ready.pid}/cmdline`, "utf8"));
  const status = JSON.parse((await ask("serve", "status", "--url", ready.url, "-o", "json")).stdout);
  expect(status).toMatchObject({ running: true, url: ready.url, database: label });
  outputs.push(await (await fetch(`${ready.url}/_reference/health`)).text());
  expect((await ask("-p", "local", "buyers", "list", "--limit", "1")).code).toBe(0);
  expect((await ask("serve", "snapshot", "list")).code).toBe(0);
  expect((await ask("serve", "stop")).code).toBe(0);
  for (const said of [...outputs, ...everyFile(folder)]) expect(said).not.toContain(password);
});

test.each([["--deterministic", "7"]])(
  "%s is refused with PostgreSQL before anything starts",
  async (flag, value) => {
    const { run } = openHome();
    const { code, stderr } = await run([
      "serve",
      "--port",
      "0",
      "--database",
      "postgres://payctl@127.0.0.1:1/x",
      flag,
      value,
    ]);
    expect(code).toBe(2);
    expect(stderr).toContain(flag);
  },
);

test("if the database can't be reached, serve exits with 3 and says what to do", async () => {
  const { run } = openHome();
  const { code, stderr } = await run(["serve", "--port", "0", "--no-profile"], {
    PAYCTL_DATABASE: "postgres://payctl:secret@127.0.0.1:1/x",
  });
  expect(code).toBe(3);
  expect(stderr).toContain(
    "error: the database postgres://payctl@127.0.0.1:1/x can't be reached\nhint: check the host",
  );
  expect(stderr).not.toContain("secret");
});
