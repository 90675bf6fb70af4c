import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, join, resolve } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { parse } from "yaml";
import { type Listener, listen } from "../../src/server/http/listen.ts";
import { parseSeed } from "../../src/server/seed/parse.ts";
import { programFile } from "../helpers/program.ts";
import { lastRows } from "../helpers/results-file.ts";
import { type Reference, startReference } from "../helpers/server.ts";
import { ids } from "../helpers/small-company.ts";

const root = resolve(import.meta.dirname, "../..");
const guide = await readFile(join(root, "docs/provisioning.md"), "utf8");

/** Blocks of one language, each with the line before it. */
function blocks(language: string): { before: string; text: string }[] {
  const pattern = new RegExp(`(.*)\\n\\n\`\`\`${language}\\n([\\s\\S]*?)^\`\`\`$`, "gm");
  return [...guide.matchAll(pattern)].map(([, before = "", text = ""]) => ({ before, text }));
}

const scripts = blocks("sh").map(({ text }) => text);

/** The files that the guide writes out, by name. */
const files = [...blocks("yaml"), ...blocks("csv")].flatMap(({ before, text }) => {
  const [, name] = /^`(.+)`:$/.exec(before) ?? [];
  return name === undefined ? [] : [{ name, text }];
});

interface Pipeline {
  readonly name: string;
  readonly lines: readonly string[];
}

/** Everything that a pipeline runs, except the installation. */
const pipelines: readonly Pipeline[] = blocks("yaml")
  .filter(({ before }) => before.startsWith("### "))
  .map(({ before, text }) => ({
    name: before.slice(4),
    lines: shellLines(parse(text)).filter((line) => !line.startsWith("npm install ")),
  }));

function shellLines(node: unknown, key = ""): readonly string[] {
  if (typeof node === "string") return ["run", "script", "before_script"].includes(key) ? [node] : [];
  if (Array.isArray(node)) return node.flatMap((inner) => shellLines(inner, key));
  if (typeof node !== "object" || node === null) return [];
  return Object.entries(node).flatMap(([name, inner]) => shellLines(inner, name));
}

/** Two stored cards, one of which qualifies, and a token. */
const cards = {
  payment_methods: [
    { id: ids.activeCard, kind: "card", status: "active" },
    { id: ids.inactiveCard, kind: "card", status: "inactive" },
  ],
  network_tokens: [
    {
      id: ids.activeToken,
      payment_method_id: ids.activeCard,
      status: "active",
      expiration_date: "12/29",
      token: "a-token",
    },
  ],
};

let reference: Reference;
let listener: Listener;
let folder: string;

async function runScript(script: string) {
  const env = {
    PATH: `${join(folder, "bin")}${delimiter}${process.env["PATH"]}`,
    PAYCTL_CONFIG_DIR: join(folder, "config"),
    PAYCTL_BASE_URL: listener.url,
    PAYCTL_PRIVATE_KEY: reference.administrator.privateKey,
    OSLO_CLIENT_KEY: "demo-client-key",
    OSLO_SECRET_KEY: "demo-secret-key",
  };
  const ran = promisify(execFile)("bash", ["-euo", "pipefail", "-c", script], {
    cwd: join(folder, "work"),
    env,
  });
  const { code = 0, stderr, stdout } = await ran.catch((error) => error);
  return { code, stderr, stdout };
}

async function start(): Promise<void> {
  folder = await mkdtemp(join(tmpdir(), "payctl-guide-"));
  await Promise.all(["bin", "work"].map((name) => mkdir(join(folder, name))));
  await symlink(programFile, join(folder, "bin", "payctl"));
  const written = [
    ...files,
    { name: "pairs.txt", text: `${ids.activeCard} ${ids.activeToken}\n` },
    { name: "cards.txt", text: `${ids.activeCard}\n${ids.inactiveCard}\n` },
  ];
  for (const { name, text } of written) await writeFile(join(folder, "work", name), text);
  // The real binary signs by the real clock.
  reference = await startReference({ seed: await parseSeed(JSON.stringify(cards), "seed.json") });
  listener = await listen(reference.exchange, {
    host: "127.0.0.1",
    port: 0,
    newId: () => crypto.randomUUID(),
  });
}

async function stop(): Promise<void> {
  await listener.close(0);
  await reference.close();
  await rm(folder, { recursive: true });
}

/** The outcome of each account, from the results that a script left. */
async function results(file: string): Promise<string[]> {
  const rows = await lastRows(join(folder, "work", file));
  return rows.map(({ id, result }) => `${id} ${result}`).toSorted();
}

describe("the guide to provisioning", () => {
  beforeAll(start);
  afterAll(stop);

  it.each(scripts)("runs its commands: %s", async (script) => {
    expect(await runScript(script)).toMatchObject({
      code: 0,
      stderr: expect.not.stringMatching(/error|hint/),
    });
  });

  it("leaves behind what it speaks of, and nothing half done", async () => {
    expect(await results("results.ndjson")).toEqual(["shop-berlin created", "shop-oslo created"]);
    expect(await results("progress.ndjson")).toEqual(["shop-berlin exists", "shop-oslo exists"]);
    expect(await results("suspended.ndjson")).toEqual([`${ids.activeToken} suspended`]);
    expect(await results("cards.ndjson")).toEqual([
      `${ids.activeCard} created`,
      `${ids.inactiveCard} not_qualified`,
    ]);
    const names = await readdir(join(folder, "work"));
    expect(names.filter((name) => name.endsWith(".lock"))).toEqual([]);
  });
});

describe.each(pipelines)("the pipeline for $name", ({ lines }) => {
  beforeAll(start);
  afterAll(stop);

  it("creates the accounts, and keeps the results", async () => {
    expect(lines.length).toBeGreaterThanOrEqual(3);
    for (const line of lines) expect(await runScript(line)).toMatchObject({ code: 0 });
    expect(await results("results.ndjson")).toEqual(["shop-berlin created", "shop-oslo created"]);
  });
});
