import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Exchange } from "../../src/contract/exchange.ts";
import { exitCodes } from "../../src/errors.ts";
import { instant } from "../helpers/host.ts";
import { generateKey } from "../helpers/keys.ts";
import { headOf } from "../helpers/results-file.ts";
import { type Ran, type RunOptions, run } from "../helpers/run.ts";
import { startReference } from "../helpers/server.ts";
import { shared } from "../helpers/shared.ts";
import { isThorough, thorough } from "../helpers/thorough.ts";
import { canBeHarmed, type Harm, torture, tortureDisk } from "../helpers/torture.ts";

const harms: readonly Harm[] = ["ENOSPC", "EIO", "EACCES", "short", "kill"];
/** Nothing here needs a signature. */
const token = "aaaa.wxyzwxyz.cccc";

let root: string;
const reference = await shared(startReference());

beforeAll(async () => {
  // Syncing a disk takes its time.
  root = await mkdtemp(join(existsSync("/dev/shm") ? "/dev/shm" : tmpdir(), "payctl-torture-"));
  tortureDisk();
});
afterAll(async () => {
  await rm(root, { recursive: true });
});

interface Scenario {
  /** A command; FOLDER stands for the folder that it writes to. */
  readonly line: string;
  /** The files that it begins with, by their paths below the folder. */
  readonly files?: () => Readonly<Record<string, string>>;
  /** What a run before it does; its exit code is ignored. */
  readonly before?: { readonly line: string; readonly exchange?: Exchange };
  /** What the second run says if the first one had done everything. */
  readonly isDone?: RegExp;
  /** The final files; KEY stands for the name of any key. */
  readonly leaves: readonly string[];
  /** How the texts begin, for those that are known beforehand. */
  readonly holds?: Readonly<Record<string, RegExp>>;
}

const ownKey = generateKey().privatePem;
const local = { baseUrl: "http://localhost:4010" };
const config = (profiles: object) => () => ({
  "config/config.json": JSON.stringify({ current: "local", profiles }),
});

const scenarios: readonly Scenario[] = [
  {
    line: "profile add shop --base-url https://api.example.com",
    files: config({ local }),
    isDone: /profile shop exists/,
    leaves: ["config/config.json"],
    holds: { "config/config.json": /"shop"/ },
  },
  {
    line: "profile remove shop --yes",
    files: config({ local, shop: local }),
    isDone: /there is no profile/,
    leaves: ["config/config.json"],
    holds: { "config/config.json": /^(?!.*"shop")/s },
  },
  {
    line: "keys generate -p local",
    files: config({ local }),
    leaves: ["config/config.json", "config/keys/KEY.pem"],
    holds: { "config/config.json": /"key"/ },
  },
  {
    line: "keys import FOLDER/own.pem -p local",
    files: () => ({ ...config({ local })(), "own.pem": ownKey }),
    leaves: ["config/config.json", "config/keys/KEY.pem", "own.pem"],
    holds: { "config/config.json": /"key"/ },
  },
  {
    line: "init -p local --base-url http://localhost:4010 --generate-key --no-input",
    isDone: /profile local exists/,
    leaves: ["config/config.json", "config/keys/KEY.pem"],
    holds: { "config/config.json": /"local"/ },
  },
  {
    line: "audit export --out FOLDER/audit.ndjson",
    leaves: ["audit.ndjson"],
    holds: { "audit.ndjson": /^(?:\{"id":"e\d+".*\}\n){6}$/ },
  },
  {
    line: "audit export --out FOLDER/audit.ndjson --retries 0 --since 30d",
    before: {
      line: "audit export --out FOLDER/audit.ndjson --retries 0 --since 30d",
      exchange: (request) =>
        request.target.includes("cursor=4")
          ? Promise.resolve({ status: 503, headers: {}, body: "" })
          : service(request),
    },
    leaves: ["audit.ndjson"],
    holds: { "audit.ndjson": /^(?:\{"id":"e\d+".*\}\n){6}$/ },
  },
  {
    line: "audit tail --state FOLDER/feed.json --since 30d --once --retries 0",
    leaves: ["feed.json"],
    holds: { "feed.json": /"e0":\d+/ },
  },
  {
    line: "audit summary --html FOLDER/page.html",
    leaves: ["page.html"],
    holds: { "page.html": /<\/html>\s*$/ },
  },
  {
    line: "merchants apply -f accounts.yaml --results FOLDER/results.ndjson --concurrency 1",
    files: () => ({
      "results.ndjson": `${headOf("merchants apply")}{"id":"shop-1","result":"created","status":201,"error":null}\n{"id":"shop-2","result":"sending"}\n{"id":"sh`,
    }),
    leaves: ["results.ndjson"],
    holds: {
      "results.ndjson":
        /^\{"command":.*\n(?=(?:.*\n)*.*"shop-2","result":"created")(?=(?:.*\n)*.*"shop-3","result":"created")(?:\{"id":.*\}\n)+$/,
    },
  },
];

/** A service with lists in pages of two, and accounts that can all be created. */
const service: Exchange = async ({ method, target, body }) => {
  if (method === "POST") return { status: 201, headers: {}, body: Buffer.from(body ?? "").toString() };
  const start = Number(/cursor=(\d)/.exec(target)?.[1] ?? 0);
  const items = [0, 1].map((index) => ({
    id: `e${start + index}`,
    type: "audit-log",
    timestamp: new Date(instant - (start + index) * 60_000).toISOString(),
    action: "updated",
  }));
  const next_cursor = start < 4 ? String(start + 2) : null;
  return {
    status: 200,
    headers: {},
    body: JSON.stringify({ items, limit: 2, next_cursor, previous_cursor: null }),
  };
};

function execute(line: string, folder: string, exchange: Exchange = service): Promise<Ran> {
  let now = instant;
  const accounts = [1, 2, 3].map((number) => `- id: shop-${number}\n  display_name: Shop\n`).join("");
  const options: RunOptions = {
    exchange,
    reference,
    signedOut: true,
    configDirectory: join(folder, "config"),
    env: { PAYCTL_BASE_URL: "http://localhost:4010", PAYCTL_TOKEN: token },
    files: { "accounts.yaml": accounts },
    // An export notes where it is four times a second.
    alter: (host) => ({
      ...host,
      now: () => {
        now += 300;
        return now;
      },
    }),
  };
  return run(line.replaceAll("FOLDER", folder), options);
}

async function prepare({ before, files }: Scenario, folder: string): Promise<void> {
  await mkdir(join(folder, "config"), { recursive: true });
  for (const [name, text] of Object.entries(files?.() ?? {})) {
    await writeFile(join(folder, name), text, { mode: 0o600 });
  }
  if (before !== undefined) await execute(before.line, folder, before.exchange);
}

/** The paths of all files, without what makes keys differ. */
async function namesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => !entry.isDirectory());
  const paths = files.map(({ name, parentPath }) => relative(folder, join(parentPath, name)));
  return [...new Set(paths.map((path) => path.replace(/[\w-]{43}(?=\.pem)/, "KEY")))].toSorted();
}

/** A private key is in a file that only its owner may read, and a token is nowhere. */
async function findLeaks(folder: string, { stderr, stdout }: Ran): Promise<string[]> {
  const leaks = /PRIVATE KEY|wxyzwxyz/.test(stdout + stderr) ? ["output"] : [];
  for (const name of await readdir(folder, { recursive: true })) {
    const path = join(folder, name);
    const { mode } = await stat(path);
    const text = (mode & 0o170000) === 0o100000 ? await readFile(path, "utf8") : "";
    if (text.includes("wxyzwxyz") || (text.includes("PRIVATE KEY") && (mode & 0o077) !== 0)) leaks.push(name);
  }
  return leaks;
}

/** Makes what a killed process left look as it does to another process minutes later. */
async function letTimePass(folder: string): Promise<void> {
  for (const name of await readdir(folder, { recursive: true })) {
    const path = join(folder, name);
    if (/\.(?:lock|tmp)$/.test(name)) await utimes(path, 0, 0);
  }
}

interface Outcome {
  readonly call: string;
  readonly harm: Harm;
  readonly code: number | "killed";
  /** What is wrong with it. */
  readonly faults: readonly string[];
}

const nothing: Ran = { code: 0, stdout: "", stderr: "", requests: [] };

async function harmOne(scenario: Scenario, at: number, call: string, harm: Harm): Promise<Outcome> {
  const folder = await mkdtemp(join(root, "run-"));
  await prepare(scenario, folder);
  const { value = nothing } = await torture({ folder, at, harm }, () => execute(scenario.line, folder));
  const faults: string[] = [];
  const note = (isWrong: boolean, what: string): void => void (isWrong && faults.push(what));
  const known: readonly number[] = Object.values(exitCodes);
  note(value.code === exitCodes.bug || !known.includes(value.code), `${value.code}: ${value.stderr}`);
  const leaks = await findLeaks(folder, value);
  note(leaks.length > 0, `leaks to ${leaks.join()}`);
  if (value !== nothing && value.code === 0) faults.push(...(await compare(scenario, folder, call)));
  await letTimePass(folder);
  const again = await execute(scenario.line, folder);
  const isDone = again.code === 0 || (scenario.isDone?.test(again.stderr) ?? false);
  note(!isDone, `then ${again.code}: ${again.stderr}`);
  // Finished work is not started again, so it sweeps nothing.
  faults.push(...(await compare(scenario, folder, again.code === 0 ? undefined : call)));
  return { call, harm, code: value === nothing ? "killed" : value.code, faults };
}

/** How the files differ from the expected ones; the removal of a file may have failed, or not been reached. */
async function compare({ holds = {}, leaves }: Scenario, folder: string, harmed?: string): Promise<string[]> {
  const names = await namesIn(folder);
  const isPassing = (name: string): boolean => /\.(?:lock|tmp(?:-.*)?)$/.test(name);
  const canStay = (name: string): boolean =>
    leaves.includes(name) || (harmed !== undefined && isPassing(name));
  const faults = names.filter((name) => !canStay(name)).map((name) => `leaves ${name}`);
  faults.push(...leaves.filter((name) => !names.includes(name)).map((name) => `lacks ${name}`));
  for (const [name, pattern] of Object.entries(holds)) {
    const text = await readFile(join(folder, name), "utf8").catch(() => "");
    if (!pattern.test(text)) faults.push(`${name} holds ${text.slice(0, 300)}`);
  }
  return faults;
}

const table: string[] = [];

it.each(scenarios)("$line survives each of its calls on files, harmed", async (scenario) => {
  const whole = await mkdtemp(join(root, "whole-"));
  await prepare(scenario, whole);
  const { calls, value } = await torture({ folder: whole }, () => execute(scenario.line, whole));
  expect([value?.code, value?.stderr, await compare(scenario, whole)]).toEqual([0, expect.anything(), []]);
  const outcomes: Outcome[] = [];
  for (const [at, call] of calls.entries()) {
    const possible = harms.filter((one) => canBeHarmed(call, one));
    const turn = at % possible.length;
    for (const harm of thorough(possible.slice(turn, turn + 1), possible)) {
      outcomes.push(await harmOne(scenario, at, call, harm));
    }
  }
  expect(outcomes.filter(({ faults }) => faults.length > 0)).toEqual([]);
  table.push(row(scenario.line, calls, outcomes));
});

function row(line: string, calls: readonly string[], outcomes: readonly Outcome[]): string {
  const counts = new Map<string, number>();
  for (const { code } of outcomes) counts.set(String(code), (counts.get(String(code)) ?? 0) + 1);
  const ends = [...counts].toSorted().map(([code, count]) => `${count} × ${code}`);
  return `| \`${line}\` | ${calls.length} | ${outcomes.length} | ${ends.join(", ")} |`;
}

it.runIf(isThorough)("the table of the torture is the one that is kept", async () => {
  const head = "| command | calls | harmed | how it ended, by exit code |\n|---|---|---|---|";
  await expect(`${head}\n${table.join("\n")}\n`).toMatchFileSnapshot("torture.md");
});
