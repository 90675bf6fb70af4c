import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it, vi } from "vitest";
import { listing, oddTimes, rowsIn } from "../../helpers/audit-lists.ts";
import { run } from "../../helpers/run.ts";
import { shared, sharedFolder } from "../../helpers/shared.ts";
import { startSmallCompany } from "../../helpers/small-company.ts";
import { dataOf } from "./page/pages.ts";

const reference = await shared(startSmallCompany());
const folder = sharedFolder();

const leapSecond = "2016-12-31T23:59:60Z";
const undated = Object.values(oddTimes).map((time, index) => ({ id: `odd-${index}`, ...time }));
const dated = [
  { id: "new", timestamp: "2026-01-10T12:00:00Z" },
  ...undated,
  { id: "leap", timestamp: leapSecond },
  { id: "old", timestamp: "2015-01-01T00:00:00Z" },
];
const everything = dated.map(({ id }) => id);

function ask(line: string, entries: readonly unknown[] = dated) {
  return run(line, { reference, exchange: listing(entries, 4) });
}

function idsIn(ndjson: string): string[] {
  return rowsIn<{ id: string }>(ndjson).map(({ id }) => id);
}

it("entries whose time can't be read are exported without a window, with those newer than this machine's clock", async () => {
  const out = join(folder, "all.ndjson");
  const later = { id: "later", timestamp: "2031-01-01T00:00:00Z" };
  const { code, stderr } = await ask(`audit export --out ${out}`, [later, ...dated]);
  expect(code).toBe(0);
  expect(stderr).toMatch(/^wrote 10 entries to /);
  expect(idsIn(await readFile(out, "utf8"))).toEqual(["later", ...everything]);
});

it("entries whose time can't be read are counted and said when an export has a window, which then ends with 11, if it was stopped, too", async () => {
  const out = join(folder, "window.ndjson");
  const line = `audit export --out ${out} --since 2016-01-01 --retries 0 -o ndjson`;
  const failing = listing(dated, 4);
  const stopped = await run(line, {
    reference,
    exchange: async (request) => {
      if (!request.target.includes("cursor=")) return failing(request);
      return { status: 503, headers: {}, body: "" };
    },
  });
  const { code, stderr } = await ask(line);
  expect([stopped.code, code]).toEqual([5, 11]);
  const [, wrote, error] = stderr.trimEnd().split("\n");
  expect(wrote).toMatch(/^wrote 2 entries to /);
  expect(JSON.parse(error ?? "").error).toMatchObject({
    message: `6 entries have a time that could not be read: not in ${out}`,
    hint: "an export without a window has all entries",
  });
  expect(idsIn(await readFile(out, "utf8"))).toEqual(["new", "leap"]);
});

it("entries whose time can't be read are in a list without a window, and said to be left out of one", async () => {
  const whole = await ask("audit list --all -o ndjson");
  expect(whole).toMatchObject({ code: 0, stderr: "" });
  expect(idsIn(whole.stdout)).toEqual(everything);
  const narrow = await ask("audit list --all --since 2016-01-01 -o ndjson");
  expect(narrow).toMatchObject({
    code: 0,
    stderr: [
      "6 entries have a time that could not be read: left out\n",
      "window: 2016-01-01 00:00:00Z to now (2026-01-15 12:00:00Z), UTC\n",
    ].join(""),
  });
  expect(idsIn(narrow.stdout)).toEqual(["new", "leap"]);
});

it("entries whose time can't be read are in the total of a summary, but in no day", async () => {
  const { code, stdout, stderr } = await ask("audit summary");
  const { total, days, first_at } = JSON.parse(stdout);
  expect({ code, stderr }).toEqual({
    code: 0,
    stderr: "6 entries have a time that could not be read: counted, but in no day or hour\n",
  });
  expect({ total, first_at }).toEqual({ total: 9, first_at: "2015-01-01T00:00:00.000Z" });
  expect(days).toEqual(["2015-01-01", "2016-12-31", "2026-01-10"].map((day) => ({ day, count: 1 })));
});

it("entries whose time can't be read show what stands for the time on the page of a summary", async () => {
  const path = join(folder, "odd.html");
  await ask(`audit summary --html ${path}`);
  const page = await readFile(path, "utf8");
  const times = dataOf(page).entries.map(({ time }) => time);
  expect(times).toEqual([
    "2026-01-10 12:00:00Z",
    ...["", "", "soon", "1763681400", "1763681400", "2026-02-30T12:00:00Z"],
    "2016-12-31 23:59:59Z",
    "2015-01-01 00:00:00Z",
  ]);
});

const sharingIds = ["a", "b", "b", "b", "c"].map((id, n) => ({ id, n, timestamp: "2026-01-10T12:00:00Z" }));

it("entries that share an id are said to be left out of an export, as of a list and a summary", async () => {
  const out = join(folder, "shared.ndjson");
  const exported = await ask(`audit export --out ${out}`, sharingIds);
  expect(exported.stderr).toMatch(/^2 rows came twice, shown once\nwrote 3 entries to /);
  for (const line of ["audit list --all", "audit summary"]) {
    expect((await ask(line, sharingIds)).stderr).toBe("2 rows came twice, shown once\n");
  }
});

/** What `audit tail` shows when it polls these lists one after another. */
async function tail(polls: readonly (readonly unknown[])[], flags = "") {
  const stopped = new AbortController();
  let poll = 0;
  return run(`audit tail -o ndjson ${flags}`, {
    reference,
    exchange: (request) => listing(polls[poll] ?? [], 3)(request),
    alter: (host) => ({
      ...host,
      signal: stopped.signal,
      async sleep() {
        poll += 1;
        if (poll === polls.length) stopped.abort("SIGINT");
        stopped.signal.throwIfAborted();
      },
    }),
  });
}

function numbersIn(ndjson: string): number[] {
  return rowsIn<{ n: number }>(ndjson).map(({ n }) => n);
}

const at = (second: number) => ({
  timestamp: new Date(Date.UTC(2026, 0, 15, 12, 0, second)).toISOString(),
});

it("audit tail shows each entry once although ids are null, absent or empty", async () => {
  const first = [
    { n: 3, id: null, ...at(3) },
    { n: 2, ...at(2) },
    { n: 1, id: "", ...at(1) },
    { n: 0, id: null, ...at(0) },
  ];
  const later = [{ n: 5, id: null, ...at(5) }, { n: 4, ...at(4) }, ...first];
  const { stdout, stderr } = await tail([first, first, later, later]);
  expect(numbersIn(stdout)).toEqual([0, 1, 2, 3, 4, 5]);
  expect(stderr).toBe("");
});

it.each(Object.entries(oddTimes))(
  "audit tail shows each entry once although its time is %s",
  async (_, time) => {
    const old = [
      { n: 2, id: "c", ...time },
      { n: 1, id: "b", ...at(1) },
      { n: 0, id: "a", ...time },
    ];
    const later = [{ n: 4, id: "e", ...time }, { n: 3, id: "d", ...at(600) }, ...old];
    const latest = [{ n: 5, id: "f", ...at(900) }, ...later];
    const { stdout } = await tail([old, old, later, later, latest, latest]);
    expect(numbersIn(stdout)).toEqual([0, 1, 2, 3, 4, 5]);
  },
);

it("audit tail shows each entry once, and is not led past others by one from the future", async () => {
  const first = [
    { n: 1, id: "z", ...at(7200) },
    { n: 0, id: "a", ...at(-60) },
  ];
  const later = [first[0], { n: 2, id: "b", ...at(-30) }, first[1]];
  expect(numbersIn((await tail([first, later, later])).stdout)).toEqual([0, 1, 2]);
});

it.each([
  [1, [2, 3]],
  [0, [3]],
])("audit tail shows no entry later that --limit %i kept from its start", async (limit, expected) => {
  const first = [2, 1, 0].map((n) => ({ n, id: `e${n}`, ...at(n - 60) }));
  const later = [{ n: 3, id: "e3", ...at(-30) }, ...first];
  expect(numbersIn((await tail([first, first, later], `--limit ${limit}`)).stdout)).toEqual(expected);
});

it("audit tail shows each entry once, and says once that rows which share an id are left out", async () => {
  const rows = [2, 1, 0].map((n) => ({ n, id: "same", ...at(n) }));
  const { stdout, stderr } = await tail([rows, rows, rows]);
  expect(numbersIn(stdout)).toEqual([2]);
  expect(stderr).toBe("2 rows came twice, shown once\n");
});

it.each(["America/New_York", "UTC", "Pacific/Kiritimati"])(
  "a time without a zone is UTC if the zone is %s",
  async (name) => {
    vi.stubEnv("TZ", name);
    const { stdout } = await ask("audit summary", [{ id: "a", timestamp: "2026-11-20T23:30:00.123456" }]);
    const { days, first_at } = JSON.parse(stdout);
    expect(days).toEqual([{ day: "2026-11-20", count: 1 }]);
    expect(first_at).toBe("2026-11-20T23:30:00.123Z");
  },
);
