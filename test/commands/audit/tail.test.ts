import { randomUUID } from "node:crypto";
import { expect, it } from "vitest";
import { openExchange } from "../../../src/client/http.ts";
import type { Host } from "../../../src/context.ts";
import type { Exchange } from "../../../src/contract/exchange.ts";
import { listen } from "../../../src/server/http/listen.ts";
import { instant } from "../../helpers/host.ts";
import { run } from "../../helpers/run.ts";
import { type Reference, startReference } from "../../helpers/server.ts";
import { fresh } from "../../helpers/shared.ts";

/** Takes the next step at each pause of the command, and presses Ctrl-C after the last. */
function between(
  steps: readonly (() => Promise<unknown> | unknown)[],
  pauses: number[] = [],
  signal: NodeJS.Signals = "SIGINT",
) {
  const left = [...steps];
  const stopped = new AbortController();
  return (host: Host): Host => ({
    ...host,
    signal: stopped.signal,
    async sleep(milliseconds) {
      pauses.push(milliseconds);
      const step = left.shift();
      if (step === undefined) stopped.abort(signal);
      stopped.signal.throwIfAborted();
      await step?.();
    },
  });
}

function idsOf(stdout: string): string[] {
  const lines = stdout.split("\n").filter((line) => line !== "");
  return lines.map((line) => JSON.parse(line).resource.id);
}

/** Creates merchant accounts, each of which leaves an audit log at the server's time. */
async function burst(reference: Reference, names: readonly string[]): Promise<void> {
  for (const id of names) {
    const { status } = await reference.request("POST", "/merchant-accounts", {
      body: { id, display_name: id },
    });
    expect(status).toBe(201);
  }
}

function named(prefix: string, count: number): string[] {
  return Array.from({ length: count }, (_, index) => `${prefix}-${String(index).padStart(3, "0")}`);
}

/** A reference server on a real port, which can go and come back with its data. */
async function openRestartable(reference: Reference) {
  const options = { host: "127.0.0.1", newId: randomUUID };
  let listener = await listen(reference.exchange, { ...options, port: 0 });
  const { url } = listener;
  return {
    url,
    stop: () => listener.close(0),
    async start() {
      listener = await listen(reference.exchange, { ...options, port: Number(new URL(url).port) });
    },
  };
}

/** The first answers are failures of these statuses. */
function failing(
  exchange: Exchange,
  statuses: number[],
  headers: Readonly<Record<string, string>> = {},
): Exchange {
  return async (request) => {
    const status = statuses.shift();
    if (status === undefined) return exchange(request);
    const body = JSON.stringify({
      type: "error",
      code: "server_error",
      status,
      message: "Broken",
      details: [],
    });
    return { status, headers: { "content-type": "application/json", ...headers }, body };
  };
}

it("audit tail prints 200 entries of bursts at equal times once each, across a restart of the server", async () => {
  let now = instant;
  const reference = await fresh(startReference({ seed: {}, now: () => new Date(now) }));
  const server = await openRestartable(reference);
  const names = ["a", "b", "c", "d"].map((prefix) => named(prefix, 50));
  const add = async (from: number, to: number, group: number) => {
    await burst(reference, names[group]?.slice(from, to) ?? []);
  };
  const steps = [
    () => add(0, 50, 0),
    // Part of a burst is seen before the rest has arrived.
    () => add(0, 20, 1),
    () => add(20, 50, 1),
    () => server.stop(),
    // Written while the server was away; the clock advances by less than a burst takes.
    () => {
      now += 1;
      return add(0, 50, 2);
    },
    () => server.start(),
    () => add(0, 10, 3),
    () => undefined,
    () => add(10, 50, 3),
    () => undefined,
  ];
  const alterSleep = between(steps);
  const { code, stdout, stderr } = await run(`audit tail --base-url ${server.url} --retries 0`, {
    reference,
    alter: (host) => ({ ...alterSleep(host), connect: openExchange }),
  });
  await server.stop();
  const ids = idsOf(stdout);
  expect(code).toBe(130);
  expect(ids).toHaveLength(200);
  expect(ids.toSorted()).toEqual(names.flat());
  // Bursts arrive in the order in which they were made.
  expect(ids.map((id) => id.slice(0, 1)).join("")).toBe(
    ["a", "b", "c", "d"].map((prefix) => prefix.repeat(50)).join(""),
  );
  expect(stderr.match(/; trying again in \d+ s\n/g)).toHaveLength(2);
});

it("audit tail starts with as many entries as asked, oldest first, an object a line", async () => {
  const { code, stdout, stderr } = await run("audit tail --limit 2", { alter: between([]) });
  const lines = stdout.trimEnd().split("\n");
  expect({ code, stderr }).toEqual({ code: 130, stderr: "" });
  expect(lines.map((line) => JSON.parse(line).timestamp)).toEqual([
    "2026-01-14T11:00:00.000Z",
    "2026-01-15T11:00:00.000Z",
  ]);
});

it("audit tail asks for one page at a look, with its filters", async () => {
  const { requests } = await run("audit tail --action created", { alter: between([() => undefined]) });
  const target = "/audit-logs?action=created&limit=100";
  expect(requests.map((request) => request.target)).toEqual([target, target]);
});

it("audit tail asks for no page beyond the one that reaches far enough back", async () => {
  const reference = await fresh(startReference({ now: () => new Date(instant) }));
  const { stdout, requests } = await run("audit tail --limit 100", { reference, alter: between([]) });
  expect(idsOf(stdout)).toHaveLength(100);
  expect(requests).toHaveLength(1);
});

it("audit tail exits with 143 when it is terminated", async () => {
  const { code } = await run("audit tail", { alter: between([], [], "SIGTERM") });
  expect(code).toBe(143);
});

it("audit tail waits longer after each failure in a row, and no longer after a success", async () => {
  const reference = await fresh(startReference({ seed: {}, now: () => new Date(instant) }));
  const pauses: number[] = [];
  const nothing = Array.from({ length: 7 }, () => () => undefined);
  const exchange = failing(reference.exchange, [503, 502, 504, 500, 503, 503]);
  const line = "audit tail --retries 0 --interval 4s -o ndjson";
  const { stderr } = await run(line, { reference, exchange, alter: between(nothing, pauses) });
  expect(pauses).toEqual([8000, 16_000, 32_000, 60_000, 60_000, 60_000, 4000, 4000]);
  expect(stderr.split("\n")[0]).toMatch(/; trying again in 8 s$/);
  expect(stderr.trimEnd().split("\n").slice(5)).toEqual([expect.stringMatching(/; trying again in 60 s$/)]);
});

it("audit tail keeps an interval that is longer than any pause", async () => {
  const pauses: number[] = [];
  await run("audit tail --interval 5m", { alter: between([() => undefined], pauses) });
  expect(pauses).toEqual([300_000, 300_000]);
});

it("audit tail waits as long as the service asks for", async () => {
  const reference = await fresh(startReference({ seed: {}, now: () => new Date(instant) }));
  const pauses: number[] = [];
  const exchange = failing(reference.exchange, [429], { "retry-after": "120" });
  await run("audit tail --retries 0", { reference, exchange, alter: between([() => undefined], pauses) });
  expect(pauses).toEqual([120_000, 5000]);
});

it("audit tail ends on a failure that no time mends", async () => {
  const { code, requests } = await run("audit tail -m nowhere", { alter: between([]) });
  expect({ code, count: requests.length }).toEqual({ code: 8, count: 1 });
});

it("audit tail does not wait past its deadline after a failure", async () => {
  const reference = await fresh(startReference({ seed: {}, now: () => new Date(instant) }));
  const pauses: number[] = [];
  let now = instant;
  const exchange = failing(reference.exchange, [503, 503, 503, 503, 503, 503]);
  const steps = Array.from({ length: 9 }, () => () => {
    now += pauses.at(-1) ?? 0;
  });
  const alter = between(steps, pauses);
  const { code } = await run("audit tail --retries 0 --deadline 30s", {
    reference,
    exchange,
    alter: (host) => ({ ...alter(host), now: () => now }),
  });
  expect(pauses).toEqual([10_000, 20_000]);
  expect(code).toBe(5);
});

it("audit tail says that its deadline ended it, however well the service answers", async () => {
  const reference = await fresh(startReference({ seed: {}, now: () => new Date(instant) }));
  const pauses: number[] = [];
  let now = instant;
  const steps = Array.from({ length: 9 }, () => () => {
    now += pauses.at(-1) ?? 0;
  });
  const alter = between(steps, pauses);
  const { code, stderr } = await run("audit tail --deadline 12s", {
    reference,
    alter: (host) => ({ ...alter(host), now: () => now }),
  });
  expect(pauses).toEqual([5000, 5000, 2000]);
  expect([code, JSON.parse(stderr).error]).toEqual([
    10,
    expect.objectContaining({
      message: "the deadline ended audit tail",
      hint: "without a deadline it runs until Ctrl-C",
    }),
  ]);
});

it.each([
  ["audit tail --query items", "--query needs the whole result, but this one never ends"],
  ["audit tail --interval 10ms", "--interval 10ms: must be from 100ms to 24d"],
])("audit tail refuses %s before it asks for anything", async (line, message) => {
  const { code, stderr, requests } = await run(line);
  expect({ code, requests }).toEqual({ code: 2, requests: [] });
  expect(JSON.parse(stderr).error.message).toBe(message);
});
