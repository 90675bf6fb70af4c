import { existsSync } from "node:fs";
import { readdir, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, expect, it } from "vitest";
import type { Host } from "../../../src/context.ts";
import { spoolGroup } from "../../../src/files/spool.ts";
import { listing, rowsIn } from "../../helpers/audit-lists.ts";
import { instant } from "../../helpers/host.ts";
import { type RunOptions, run } from "../../helpers/run.ts";
import { startReference } from "../../helpers/server.ts";
import { freshFolder, shared } from "../../helpers/shared.ts";

interface Entry {
  readonly id: string;
  readonly timestamp: string;
}

const reference = await shared(startReference({ seed: {}, now: () => new Date(instant) }));
let folder: string;
let state: string;

beforeEach(() => {
  folder = freshFolder();
  state = join(folder, "feed.json");
});

function entry(id: string, minutesAgo: number): Entry {
  return { id, timestamp: new Date(instant - minutesAgo * 60_000).toISOString() };
}

/** A run that ends when everything new was shown; the entries are listed newest first, in pages. */
function feed(
  entries: readonly unknown[],
  words = "",
  { pageSize = 3, ...options }: RunOptions & { readonly pageSize?: number } = {},
) {
  const line = `audit tail --state ${state} --once --retries 0 ${words}`;
  return run(line, { reference, exchange: listing(entries, pageSize), ...options });
}

function idsOf(stdout: string): string[] {
  return rowsIn<Entry>(stdout).map(({ id }) => id);
}

it("audit tail --state goes on where its file stopped, oldest first", async () => {
  const first = [entry("c", 3), entry("b", 4), entry("a", 90)];
  const second = [entry("f", 0), entry("e", 1), entry("d", 2), ...first];
  const runs = [await feed(first), await feed(second), await feed(second)];
  expect(runs.map(({ code, stdout }) => [code, idsOf(stdout)])).toEqual([
    [0, []],
    [0, ["d", "e", "f"]],
    [0, []],
  ]);
});

it("audit tail --state starts at --since, and only the first run does", async () => {
  const entries = ["g", "f", "e", "d", "c", "b", "a"].map((id, index) => entry(id, index * 10));
  expect(idsOf((await feed(entries, "--since 50m")).stdout)).toEqual(["b", "c", "d", "e", "f", "g"]);
  expect(idsOf((await feed(entries, "--since 2h")).stdout)).toEqual([]);
});

it("audit tail --state keeps its start, whatever stopped the first run once the service had answered", async () => {
  const entries = ["d", "c", "b", "a"].map((id, index) => entry(id, index * 10));
  const exchange: RunOptions["exchange"] = async (request) =>
    request.target.includes("cursor=")
      ? { status: 503, headers: {}, body: "" }
      : listing(entries, 3)(request);
  expect(await feed(entries, "--since 1h", { exchange })).toMatchObject({ code: 5, stdout: "" });
  expect(idsOf((await feed(entries, "--since 1m")).stdout)).toEqual(["a", "b", "c", "d"]);
});

it("audit tail --state writes what appears late once, as far back as --settle", async () => {
  const first = [entry("d", 0), entry("a", 30)];
  const late = [entry("d", 0), entry("c", 9), entry("b", 11), entry("a", 30)];
  await feed(first, "--since 1h --settle 10m");
  expect(idsOf((await feed(late, "--settle 10m")).stdout)).toEqual(["c"]);
  // What was written before is only known as far back as it was remembered.
  expect(idsOf((await feed(late, "--settle 1h")).stdout)).toEqual([]);
});

it("audit tail --state keeps times and ids in a file that only its owner may read", async () => {
  const person = { user: { name: "Mary Jackson", email_address: "mary@shop.example" } };
  const entries = [
    { timestamp: new Date(instant).toISOString(), ...person },
    { ...entry("a", 1), ...person },
  ];
  const { stdout } = await feed(entries, "--since 1h --user mary");
  expect(stdout.match(/Mary Jackson/g)).toHaveLength(2);
  // An entry without an id is known by a digest.
  const lines = (await readFile(state, "utf8"))
    .replace(/[\w-]{43}/g, "DIGEST")
    .trimEnd()
    .split("\n");
  expect(lines.map((line) => JSON.parse(line))).toEqual([
    {
      command: "audit tail",
      base_url: "http://localhost:4010",
      merchant_account: null,
      fingerprint: "DIGEST",
    },
    { since: instant - 60 * 60_000, newest: null, seen: {} },
    {
      since: instant - 5 * 60_000,
      newest: instant,
      seen: { a: instant - 60_000, DIGEST: instant },
    },
  ]);
  expect((await stat(state)).mode & 0o777).toBe(0o600);
  expect(await feed(entries, "--user mary")).toMatchObject({ code: 0, stdout: "" });
});

it("audit tail --state goes on with the same filters in another order", async () => {
  const entries = [{ ...entry("a", 1), action: "created" }];
  expect(idsOf((await feed(entries, "--since 1h --action created,updated")).stdout)).toEqual(["a"]);
  expect(await feed(entries, "--action updated --action created")).toMatchObject({ code: 0, stdout: "" });
});

it("audit tail --state leaves its file as it is when nothing is new", async () => {
  const entries = [entry("a", 1)];
  await feed(entries);
  const { ino } = await stat(state);
  await feed(entries);
  expect((await stat(state)).ino).toBe(ino);
});

it("audit tail --state is rewritten to its shortest equal when a run starts, without a torn last line", async () => {
  const entries = ["d", "c", "b", "a"].map((id, index) => entry(id, index));
  await feed(entries.slice(2), "--since 1h");
  await feed(entries);
  const text = await readFile(state, "utf8");
  await writeFile(state, `${text}{"since":1`);
  expect(idsOf((await feed(entries)).stdout)).toEqual([]);
  const [, ...rows] = (await readFile(state, "utf8")).trimEnd().split("\n");
  expect([text.trimEnd().split("\n").length > 2, rows.length]).toEqual([true, 1]);
  expect(Object.keys(JSON.parse(rows[0] ?? "").seen).toSorted()).toEqual(["a", "b", "c", "d"]);
});

it("audit tail --state is rewritten when it has grown far beyond its shortest equal", async () => {
  const entries = Array.from({ length: 60_000 }, (_, index) => entry(`entry-${index}`, index));
  expect((await feed(entries, "--since 60d -o id", { pageSize: 5000 })).code).toBe(0);
  expect((await stat(state)).size).toBeLessThan(1.1 * 1024 * 1024);
});

/** Whatever it is, nobody is told to remove it. */
const elsewhere = "name another file";
const wayOut = (path: string) => `use another file, or start over, with --since TIME: rm -f '${path}'`;

const another = "was started for another";

it.each([
  ["-m other", "", `${another} merchant account: none, not other`],
  [
    "--base-url http://localhost:4011",
    "",
    `${another} base URL: http://localhost:4010, not http://localhost:4011`,
  ],
  ["--action deleted", "", "was started with other flags"],
  ["--user mary", "", "was started with other flags"],
  ["", "{}", "is not a file of audit tail --state"],
  ["", "entries\n", "is not a file of audit tail --state"],
  ["", '{"command":"merchants apply"}\n', `${another} command: merchants apply, not audit tail`],
  ["", 'HEAD{"since":null,"newest":"soon","seen":{}}\n', "is damaged: line 2 can't be read"],
  ["", 'HEAD{"since":null,"newest":1,"seen":{"a":"b"}}\n', "is damaged: line 2 can't be read"],
])(
  "audit tail --state refuses a file of other work, or none of its own: %s %j",
  async (words, content, message) => {
    await feed([entry("a", 1)]);
    const before = await readFile(state, "utf8");
    const text = content === "" ? before : content.replace("HEAD", `${before.split("\n")[0]}\n`);
    await writeFile(state, text);
    const { code, stderr, requests } = await feed([entry("b", 0)], words);
    const isStranger = /is not a file|another command/.test(message);
    const hint = isStranger ? elsewhere : wayOut(state);
    expect([code, requests, JSON.parse(stderr).error]).toEqual([
      2,
      [],
      expect.objectContaining({ message: `${state} ${message}`, hint }),
    ]);
    expect(await readFile(state, "utf8")).toBe(text);
  },
);

it("audit tail --state ends on a failure with its exit code, and notes nothing", async () => {
  await feed([entry("a", 1)]);
  const before = await readFile(state, "utf8");
  const exchange: RunOptions["exchange"] = async () => ({ status: 503, headers: {}, body: "" });
  expect(await feed([], "", { exchange })).toMatchObject({ code: 5, stdout: "" });
  expect(await readFile(state, "utf8")).toBe(before);
});

/** Standard output whose reader takes nothing until it is told to. */
function blocked() {
  const held: ((error?: Error) => void)[] = [];
  let announce = (): void => {};
  const asked = new Promise<void>((resolve) => {
    announce = resolve;
  });
  return {
    /** Settles when something is written. */
    asked,
    settle(error?: Error): void {
      for (const done of held) done(error);
    },
    alter: (host: Host): Host => ({
      ...host,
      stdout: {
        write(_text, done) {
          held.push(done);
          announce();
          return false;
        },
      },
    }),
  };
}

it("audit tail --state notes an entry only when standard output has taken it, and refuses a second run meanwhile", async () => {
  await feed([entry("a", 9)]);
  const before = await readFile(state, "utf8");
  const { asked, settle, alter } = blocked();
  const entries = [entry("b", 1), entry("a", 9)];
  const waiting = feed(entries, "", { alter });
  await asked;
  expect(await readFile(state, "utf8")).toBe(before);
  const second = await feed(entries);
  expect([second.code, second.requests, JSON.parse(second.stderr).error]).toEqual([
    2,
    [],
    expect.objectContaining({
      message: `another payctl is using ${state}`,
      hint: `wait until it has finished; if none is running: rm -f '${state}.lock'`,
    }),
  ]);
  settle();
  expect((await waiting).code).toBe(0);
  expect((await readFile(state, "utf8")).slice(before.length)).toContain('"seen":{"b":');
});

it("audit tail --state ends quietly when its reader is gone, and writes again what that did not take", async () => {
  await feed([entry("a", 9)]);
  const { asked, settle, alter } = blocked();
  const entries = [entry("b", 1), entry("a", 9)];
  const waiting = feed(entries, "", { alter });
  await asked;
  settle(Object.assign(new Error("gone"), { code: "EPIPE" }));
  expect(await waiting).toMatchObject({ code: 0, stderr: "" });
  expect(idsOf((await feed(entries)).stdout)).toEqual(["b"]);
});

it("audit tail --state keeps a long backlog in a private file beside its own, and removes it", async () => {
  const count = 3 * spoolGroup + 50;
  const entries = Array.from({ length: count }, (_, index) => entry(`e${count - index}`, index / 60));
  const modes = new Set<number>();
  let written = "";
  const alter = (host: Host): Host => ({
    ...host,
    stdout: {
      write(text, done) {
        written += text;
        stat(`${state}.spool`).then(({ mode }) => {
          modes.add(mode & 0o777);
          done();
        }, done);
        return true;
      },
    },
  });
  // What a killed run left.
  await writeFile(`${state}.spool`, "left");
  expect((await feed(entries, "--since 1d", { alter, pageSize: 100 })).code).toBe(0);
  expect(idsOf(written)).toEqual(entries.map(({ id }) => id).toReversed());
  expect([...modes]).toEqual([0o600]);
  expect(await readdir(folder)).toEqual(["feed.json"]);
});

it("audit tail --state removes what a killed run left, even if nothing is new", async () => {
  await writeFile(`${state}.spool`, "left");
  await feed([entry("a", 1)]);
  expect(existsSync(`${state}.spool`)).toBe(false);
});

it("audit tail --since follows from a time on, without a file too", async () => {
  const entries = ["d", "c", "b", "a"].map((id, index) => entry(id, index * 10));
  const { stdout } = await run("audit tail --since 25m --once", { exchange: listing(entries, 2) });
  expect(idsOf(stdout)).toEqual(["b", "c", "d"]);
});

it("audit tail --since takes the words for times that other commands take, and says where it starts what else they could mean", async () => {
  // The instant is on a Thursday.
  const entries = [0, 2, 3, 4].map((days) => entry(`${days} days`, days * 24 * 60));
  const exchange = listing(entries, 2);
  const { stdout } = await run("audit tail --since 'last monday' --once", { exchange });
  expect(idsOf(stdout)).toEqual(["3 days", "2 days", "0 days"]);
  const runs = [await feed(entries, "--since 5m"), await feed(entries, "--since 5m")];
  expect(runs.map(({ stderr }) => stderr)).toEqual(["5m is 5 minutes; for months: 5mo\n", ""]);
});

it.each([
  ["--state feed.json --limit 5", "--limit can't be used with --state"],
  ["--since 1h --limit 5", "--limit can't be used with --since"],
  ["--since soon", "--since soon: not a time"],
  ["--state ''", "--state must name a file"],
])("audit tail refuses %s before it asks for anything", async (words, message) => {
  const { code, stderr, requests } = await run(`audit tail ${words}`);
  expect({ code, requests, message: JSON.parse(stderr).error.message }).toEqual({
    code: 2,
    requests: [],
    message,
  });
});
