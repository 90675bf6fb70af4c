import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, readdir, readFile, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, join, resolve } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Listener, listen } from "../../src/server/http/listen.ts";
import { programFile } from "../helpers/program.ts";
import { type Reference, startReference } from "../helpers/server.ts";
import { hasTools } from "./session.ts";

const root = resolve(import.meta.dirname, "../..");
const guide = await readFile(join(root, "docs/audit.md"), "utf8");
const blocks = [...guide.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)].map(([, kind, body = ""]) => ({
  kind,
  body,
}));
const scripts = blocks
  .filter(({ kind, body }) => kind === "sh" && (hasTools || !/^jq /m.test(body)))
  .map(({ body }) => body.trimEnd());
const endless = scripts
  .filter((script) => script.includes("audit tail"))
  .flatMap((script) => script.split("\n"));
const ending = scripts.filter((script) => !script.includes("audit tail"));

let reference: Reference;
let listener: Listener;
let folder: string;
/** Called with each answer of the server. */
let answered = () => {};

function startLine(line: string): ChildProcess {
  const env = {
    PATH: `${join(folder, "bin")}${delimiter}${process.env["PATH"]}`,
    PAYCTL_CONFIG_DIR: join(folder, "config"),
    PAYCTL_BASE_URL: listener.url,
    PAYCTL_PRIVATE_KEY: reference.administrator.privateKey,
  };
  const script = `set -eo pipefail; ${endless.includes(line) ? "exec " : ""}${line}`;
  return spawn("bash", ["-c", script], { cwd: join(folder, "work"), env, stdio: ["ignore", "pipe", "pipe"] });
}

async function runLine(line: string) {
  const child = startLine(line);
  const [stdout, stderr, [code]] = await Promise.all([
    child.stdout && text(child.stdout),
    child.stderr && text(child.stderr),
    once(child, "close"),
  ]);
  return { code, stdout, stderr };
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "payctl-guide-"));
  await Promise.all(["bin", "work"].map((name) => mkdir(join(folder, name))));
  await symlink(programFile, join(folder, "bin", "payctl"));
  reference = await startReference();
  listener = await listen(
    async (request) => {
      const answer = await reference.exchange(request);
      setImmediate(answered);
      return answer;
    },
    { host: "127.0.0.1", port: 0, newId: () => crypto.randomUUID() },
  );
});
afterAll(async () => {
  await listener.close(0);
  await reference.close();
  await rm(folder, { recursive: true });
});

it.each(ending)("the audit guide has a command that runs: %s", async (line) => {
  const { code, stderr } = await runLine(line);
  expect({ code, stderr }).toEqual({ code: 0, stderr: expect.not.stringMatching(/error|hint/) });
});

it.each(endless)("the audit guide has a command that runs until it is stopped: %s", async (line) => {
  const seen = new Promise<void>((resolve) => {
    answered = resolve;
  });
  const child = startLine(line);
  await seen;
  child.kill("SIGINT");
  expect((await once(child, "close"))[0]).toBe(130);
});

it("the audit guide leaves the files that it speaks of, whole", async () => {
  const names = await readdir(join(folder, "work"));
  expect(names.toSorted()).toEqual([
    "accounts.ndjson",
    "audit-2025-12.ndjson",
    "audit-2026-01.ndjson",
    "audit.html",
    "audit.ndjson",
    "auditor.xlsx",
    "deletions.csv",
    "deletions.ndjson",
    "everything.json",
    "month.xlsx",
    "summary.csv",
  ]);
});

it("the audit guide answers common questions, each with one command", () => {
  const [, section = ""] = /^## Common questions\n([\s\S]*?)^## /m.exec(guide) ?? [];
  const questions = [...section.matchAll(/^### (.*\?)\n\n```sh\npayctl .*\n```$/gm)];
  expect(questions.length).toBeGreaterThanOrEqual(12);
  expect(section.match(/^### /gm)).toHaveLength(questions.length);
});

it("the audit guide shows a chart as it is drawn", async () => {
  const screen = await readFile(join(root, "test/screens/audit-summary-80.txt"), "utf8");
  for (const { body } of blocks.filter(({ kind }) => kind === "text")) expect(screen).toContain(body);
});

it("the audit guide names every field of the summary, and no other", async () => {
  const { stdout } = await runLine("payctl audit summary --since 7d -o json");
  const [, table = ""] = /^\| field \| what it holds \|\n\|---\|---\|\n((?:\|.*\n)+)/m.exec(guide) ?? [];
  const named = table.split("\n").flatMap((row) => [...(row.split("|")[1] ?? "").matchAll(/`(\w+)`/g)]);
  expect(named.map(([, name]) => name)).toEqual(Object.keys(JSON.parse(stdout ?? "")));
});
