import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, it } from "vitest";
import { commandLine } from "../../helpers/program.ts";
import { sharedFolder } from "../../helpers/shared.ts";

const ruleId = "e25f0db9-73f4-80d3-8048-8a598a556bd4";
let server: ChildProcess;
let url: string;
let authorization: string;

const folder = sharedFolder();

beforeAll(async () => {
  const env = { PATH: process.env["PATH"] ?? "", PAYCTL_CONFIG_DIR: folder, XDG_DATA_HOME: folder };
  const words = ["serve", "--port", "0", "--database", ":memory:", "--log", "off"];
  const started = spawn(...commandLine(words), { env, stdio: ["ignore", "pipe", "inherit"] });
  server = started;
  const [ready] = await once(started.stdout, "data");
  url = JSON.parse(String(ready)).url;
  const token = ["-p", "local", "auth", "token", "--scope", "flows.write"];
  const { stdout } = await promisify(execFile)(...commandLine(token), { env });
  authorization = `Bearer ${stdout.trim()}`;
});
afterAll(async () => {
  const ended = once(server, "exit");
  server.kill("SIGTERM");
  await ended;
});

function changeRule(body: string): Promise<number> {
  const path = `/flows/card-transaction/actions/decline-early/rules/${ruleId}`;
  return statusOf(path, { method: "PUT", headers: { authorization }, body });
}

async function statusOf(path: string, { headers, ...init }: RequestInit = {}): Promise<number> {
  const type = { "content-type": "application/json" };
  const answer = await fetch(url + path, { ...init, headers: { ...type, ...headers } });
  await answer.arrayBuffer();
  return answer.status;
}

/** The answers of the works, two at a time, and how often `health` answered before the last of them. */
async function whileDoing(count: number, work: (index: number) => Promise<number>) {
  let isDone = false;
  const lane = async (first: number): Promise<number[]> => {
    const statuses: number[] = [];
    for (let index = first; index < count; index += 2) statuses.push(await work(index));
    return statuses;
  };
  const statuses = Promise.all([lane(0), lane(1)]).finally(() => {
    isDone = true;
  });
  let healthy = 0;
  while (!isDone) {
    const status = await statusOf("/_reference/health");
    if (status === 200 && !isDone) healthy += 1;
  }
  return { statuses: new Set((await statuses).flat()), healthy };
}

const times = <Value>(count: number, make: (index: number) => Value): Value[] =>
  Array.from({ length: count }, (_, index) => make(index));

/** As many conditions as a rule may have, each with as many values, in a body of nearly 1 MiB. */
function largestRule(value: string): string {
  const condition = { name: "card_type", operator: "is_one_of", value: times(1_000, () => value) };
  const conditions = times(100, () => condition);
  return JSON.stringify({ position: 0, conditions, outcome: { type: "boolean", result: true } });
}

it.each([
  ["prepaid", 200],
  ["strange", 422],
])("the server answers health between the largest bodies, whose values are %s: %i", async (value, status) => {
  const body = largestRule(value);
  expect([body.length > 1_000_000, body.length <= 1_048_576]).toEqual([true, true]);
  const { healthy, statuses } = await whileDoing(12, () => changeRule(body));
  expect(statuses).toEqual(new Set([status]));
  expect(healthy).toBeGreaterThanOrEqual(3);
});

it("the server answers health while it keeps and shows the largest journal", async () => {
  const body = JSON.stringify({ padding: "x".repeat(1_048_000) });
  const kept = JSON.stringify({ padding: "x".repeat(65_000) });
  const writes = await whileDoing(150, (index) => changeRule(index % 3 === 0 ? body : kept));
  expect(writes.statuses).toEqual(new Set([422]));
  expect(writes.healthy).toBeGreaterThanOrEqual(3);
  const reads = await whileDoing(12, () => statusOf("/_reference/requests?limit=1000"));
  expect(reads.statuses).toEqual(new Set([200]));
  expect(reads.healthy).toBeGreaterThanOrEqual(3);
});

it("the server answers health between seeds, and refuses one of more rows than it may work on in one go", async () => {
  const seed = (rows: number, number: number) =>
    statusOf("/_reference/seed", {
      method: "POST",
      body: JSON.stringify({ generate: { buyers: rows, seed: number } }),
    });
  expect(await seed(100_001, 1)).toBe(422);
  const { healthy, statuses } = await whileDoing(12, (number) => seed(1_000, number));
  expect(statuses).toEqual(new Set([200]));
  expect(healthy).toBeGreaterThanOrEqual(3);
});
