import { execFile, spawnSync } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, join, resolve } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, it } from "vitest";
import { parse } from "yaml";
import { type Listener, listen } from "../../src/server/http/listen.ts";
import { programFile } from "../helpers/program.ts";
import { type Reference, startReference } from "../helpers/server.ts";

const root = resolve(import.meta.dirname, "../..");
const guide = await readFile(join(root, "docs/audit-feed.md"), "utf8");

/** The text of the block that has these words in it. */
function blockWith(words: string): string {
  const blocks = [...guide.matchAll(/^```\w+\n([\s\S]*?)^```$/gm)].map(([, body = ""]) => body);
  return blocks.find((body) => body.includes(words)) ?? "";
}

const vector = blockWith("# vector.yaml");
const fluentBit = blockWith("# fluent-bit.yaml");
const systemd = blockWith("ExecStart=");
const cron = blockWith("*/5 * * * * ");

/** The command lines of each file, for a shell; those that run on end when everything new is written. */
const commands = {
  cron: cron.replace("*/5 * * * * ", "").replace(/ >> .*/, ""),
  systemd: `${/^ExecStart=(.*)$/m.exec(systemd)?.[1]} --once`,
  Vector: `${parse(vector).sources.audit_logs.command.join(" ")} --once`,
  "Fluent Bit": parse(fluentBit).pipeline.inputs[0].command,
};

let reference: Reference;
let listener: Listener;
let folder: string;

async function runLine(line: string): Promise<string> {
  const env = {
    PATH: `${join(folder, "bin")}${delimiter}${process.env["PATH"]}`,
    STATE_DIRECTORY: join(folder, "systemd"),
    PAYCTL_CONFIG_DIR: join(folder, "config"),
    PAYCTL_BASE_URL: listener.url,
    PAYCTL_PRIVATE_KEY: reference.administrator.privateKey,
  };
  const { stdout, stderr } = await promisify(execFile)("sh", ["-c", line], { cwd: folder, env });
  expect(stderr).toBe("");
  return stdout;
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "payctl-guide-"));
  await Promise.all(
    ["bin", "systemd", ...Object.keys(commands)].map((name) =>
      mkdir(join(folder, name), { recursive: true }),
    ),
  );
  await symlink(programFile, join(folder, "bin", "payctl"));
  reference = await startReference();
  listener = await listen(reference.exchange, {
    host: "127.0.0.1",
    port: 0,
    newId: () => crypto.randomUUID(),
  });
});
afterAll(async () => {
  await listener.close(0);
  await reference.close();
  await rm(folder, { recursive: true });
});

it.each(Object.entries(commands))(
  "the guide to feeds has a command for %s that writes each entry once, as a line of JSON",
  async (name, command) => {
    const line = command
      .replace("/var/lib/payctl", `'${join(folder, name)}'`)
      .replace(/--since \w+/, "--since 7d");
    const lines = (await runLine(line)).trimEnd().split("\n");
    expect(lines.length).toBeGreaterThan(1);
    for (const each of lines) expect(JSON.parse(each)).toMatchObject({ type: "audit-log" });
    expect(await runLine(line)).toBe("");
  },
);

const isInstalled = (program: string): boolean => spawnSync(program, ["--version"]).status === 0;

it.runIf(isInstalled("vector"))("the guide to feeds has a configuration that Vector accepts", async () => {
  const file = join(folder, "vector.yaml");
  await writeFile(file, vector);
  await runLine(`vector validate --no-environment ${file} > vector.txt`);
});

it.runIf(isInstalled("fluent-bit"))(
  "the guide to feeds has a configuration that Fluent Bit accepts",
  async () => {
    const file = join(folder, "fluent-bit.yaml");
    await writeFile(file, fluentBit);
    await runLine(`fluent-bit --dry-run -c ${file} > fluent-bit.txt 2>&1`);
  },
);
