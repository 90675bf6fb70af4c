import { type ChildProcessByStdio, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, expect, it } from "vitest";
import { commandLine } from "../../helpers/program.ts";
import { sharedFolder } from "../../helpers/shared.ts";

const ids = Array.from({ length: 1000 }, (_, index) => `shop-${index + 1}`);

/**
 * Of a hundred requests, five get a 503, two never arrive, and two answers are lost. All of them take a while, so that
 * a run is far from its end when it is killed, however busy the machine is.
 */
const faults = [
  ...every(20, "503"),
  ...every(50, "reset"),
  // A rule sees only what the rules before it let through.
  ...every(51, "reset after"),
  "--fault=POST /merchant-accounts latency=20",
];

function every(distance: number, fault: string): string[] {
  return Array.from({ length: Math.floor(ids.length / distance) }, (_, index) => {
    return `--fault=POST /merchant-accounts ${fault} skip=${index * distance + 7} x1`;
  });
}
type Running = ChildProcessByStdio<null, Readable, Readable>;

let server: Running;
let environment: Record<string, string>;

function start(words: readonly string[]): Running {
  return spawn(...commandLine(words), {
    cwd: folder,
    env: environment,
    stdio: ["ignore", "pipe", "pipe"],
  });
}

function resultsText(): string {
  const file = join(folder, "results.ndjson");
  return existsSync(file) ? readFileSync(file, "utf8") : "";
}

interface Row {
  readonly id: string;
  readonly result: string;
}

/** The last row of each account. */
function results(): Row[] {
  const [, ...lines] = resultsText().split("\n").slice(0, -1);
  const rows: Row[] = lines.map((line) => JSON.parse(line));
  return [...new Map(rows.map((row) => [row.id, row])).values()];
}

/** Runs apply to its end, or kills it as soon as it has written this many lines of results. */
async function apply(signal?: NodeJS.Signals, lines = 0) {
  const linesBefore = resultsText().split("\n").length;
  const child = start(["merchants", "apply", "-f", "accounts.csv", "--results", "results.ndjson"]);
  const ended = once(child, "exit");
  const notes = text(child.stderr);
  child.stdout.resume();
  const watch = setInterval(() => {
    if (signal === undefined || resultsText().split("\n").length < linesBefore + lines) return;
    // A second signal would not be awaited.
    clearInterval(watch);
    child.kill(signal);
  }, 2);
  const [code, killedBy] = await ended;
  clearInterval(watch);
  return { code, killedBy, notes: await notes };
}

async function stored(url: string): Promise<string[]> {
  const answer = await fetch(`${url}/_reference/data/merchant_accounts`);
  const { items } = JSON.parse(await answer.text());
  return items.map(({ id }: { id: string }) => id).filter((id: string) => id !== "default");
}

let url: string;

const folder = sharedFolder();

beforeAll(async () => {
  environment = { PATH: process.env["PATH"] ?? "", PAYCTL_CONFIG_DIR: folder, XDG_DATA_HOME: folder };
  await writeFile(
    join(folder, "accounts.csv"),
    `id,display_name\n${ids.map((id) => `${id},A shop\n`).join("")}`,
  );
  const options = ["--port", "0", "--database", ":memory:", "--seed", "empty", "--log", "off"];
  server = start(["serve", "--no-profile", ...options, ...faults]);
  const [line] = await once(server.stdout, "data");
  const ready = JSON.parse(String(line));
  url = ready.url;
  environment = { ...environment, PAYCTL_BASE_URL: url, PAYCTL_PRIVATE_KEY_FILE: ready.key_file };
});
afterAll(async () => {
  server.kill("SIGKILL");
});

it("results tell the truth of every account after a kill, an interruption and a resumption", async () => {
  expect(await apply("SIGKILL", 400)).toMatchObject({ killedBy: "SIGKILL" });
  const afterKill = new Set(await stored(url));
  const known = results();
  expect(
    known.filter(({ id, result }) => result !== "sending" && !(result === "created" && afterKill.has(id))),
  ).toEqual([]);
  expect(known.filter(({ result }) => result === "sending").length).toBeLessThanOrEqual(8);
  const begun = new Set(known.map(({ id }) => id));
  expect([...afterKill].filter((id) => !begun.has(id))).toEqual([]);

  const interrupted = await apply("SIGINT", 400);
  expect(interrupted.code).toBe(130);
  expect(interrupted.notes).toMatch(
    /interrupted after \d+ of \d+; to continue, run it again with --results /,
  );

  const finished = await apply();
  expect(finished.code).toBe(0);
  expect(finished.notes).toMatch(
    /^\d+ of 1,000 are done in results\.ndjson and not sent again\nabout to change \d+ merchant accounts: .+\nmerchant accounts: \d+ created\n$/,
  );
  expect((await stored(url)).toSorted()).toEqual(ids.toSorted());
  const rows = results();
  expect(rows.map(({ id }) => id).toSorted()).toEqual(ids.toSorted());
  expect(rows.filter(({ result }) => result !== "created")).toEqual([]);
});
