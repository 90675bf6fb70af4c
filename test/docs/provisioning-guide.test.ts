import { readdir, readFile, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { parse } from "yaml";
import { parseSeed } from "../../src/server/seed/parse.ts";
import { lastRows } from "../helpers/results-file.ts";
import { ids } from "../helpers/small-company.ts";
import { type Guide, openGuide } from "./place.ts";

const root = resolve(import.meta.dirname, "../..");
const page = await readFile(join(root, "docs/provisioning.md"), "utf8");

/** Blocks of one language, each with the line before it. */
function blocks(language: string): { before: string; text: string }[] {
  const pattern = new RegExp(`(.*)\\n\\n\`\`\`${language}\\n([\\s\\S]*?)^\`\`\`$`, "gm");
  return [...page.matchAll(pattern)].map(([, before = "", text = ""]) => ({ before, text }));
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
  .filter(({ text }) => /^jobs:$/m.test(text))
  .map(({ text }) => ({
    name: parse(text).name,
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

let guide: Guide;
const secrets = { OSLO_CLIENT_KEY: "demo-client-key", OSLO_SECRET_KEY: "demo-secret-key" };
const runScript = (script: string) => guide.run(script, secrets);

async function start(): Promise<void> {
  guide = await openGuide({ seed: await parseSeed(JSON.stringify(cards), "seed.json") });
  const written = [
    ...files,
    { name: "pairs.txt", text: `${ids.activeCard} ${ids.activeToken}\n` },
    { name: "cards.txt", text: `${ids.activeCard}\n${ids.inactiveCard}\n` },
  ];
  for (const { name, text } of written) await writeFile(join(guide.work, name), text);
}

const stop = () => guide.close();

/** The outcome of each account, from the results that a script left. */
async function results(file: string): Promise<string[]> {
  const rows = await lastRows(join(guide.work, file));
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
    const names = await readdir(guide.work);
    expect(names.filter((name) => name.endsWith(".lock"))).toEqual([]);
  });
});

it("the guide to provisioning has one pipeline, which is run below", () => {
  expect(pipelines.map(({ name }) => name)).toEqual(["Merchant accounts"]);
});

describe.each(pipelines)("the pipeline $name", ({ lines }) => {
  beforeAll(start);
  afterAll(stop);

  it("creates the accounts, and keeps the results", async () => {
    expect(lines.length).toBeGreaterThanOrEqual(3);
    for (const line of lines) expect(await runScript(line)).toMatchObject({ code: 0 });
    expect(await results("results.ndjson")).toEqual(["shop-berlin created", "shop-oslo created"]);
  });
});
