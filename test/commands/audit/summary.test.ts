import { readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Host } from "../../../src/context.ts";
import type { OutputStream } from "../../../src/terminal/streams.ts";
import { listing } from "../../helpers/audit-lists.ts";
import { run } from "../../helpers/run.ts";
import { fresh, sharedFolder } from "../../helpers/shared.ts";
import { ids, startSmallCompany } from "../../helpers/small-company.ts";
import { dataOf } from "./page/pages.ts";

const quietDay = Array.from({ length: 24 }, () => 0);
const elevenOnce = quietDay.with(11, 1);

it("audit summary gives programs every count in one object", async () => {
  const { code, stdout, stderr } = await run("audit summary --since 2026-01-01");
  expect({ code, stderr }).toEqual({
    code: 0,
    stderr: "window: 2026-01-01 00:00:00Z to now (2026-01-15 12:00:00Z), UTC\n",
  });
  expect(JSON.parse(stdout)).toEqual({
    since: "2026-01-01T00:00:00.000Z",
    until: null,
    tz: "UTC",
    first_at: "2026-01-08T11:00:00.000Z",
    last_at: "2026-01-15T11:00:00.000Z",
    total: 3,
    staff: 1,
    days: [
      { day: "2026-01-08", count: 1 },
      { day: "2026-01-14", count: 1 },
      { day: "2026-01-15", count: 1 },
    ],
    actors: [
      {
        id: ids.operator,
        name: "Mary Jackson",
        email_address: "mary@shop.example",
        is_staff: false,
        count: 2,
        first_at: "2026-01-08T11:00:00.000Z",
        last_at: "2026-01-15T11:00:00.000Z",
        actions: [
          { action: "created", count: 1 },
          { action: "deleted", count: 1 },
        ],
      },
      {
        id: ids.staff,
        name: "Katherine Johnson",
        email_address: "katherine@service.example",
        is_staff: true,
        count: 1,
        first_at: "2026-01-14T11:00:00.000Z",
        last_at: "2026-01-14T11:00:00.000Z",
        actions: [{ action: "updated", count: 1 }],
      },
    ],
    actions: [
      { action: "created", count: 1 },
      { action: "deleted", count: 1 },
      { action: "updated", count: 1 },
    ],
    resource_types: [{ resource_type: "buyer", count: 3 }],
    weekdays: [
      { weekday: "monday", hours: quietDay },
      { weekday: "tuesday", hours: quietDay },
      { weekday: "wednesday", hours: elevenOnce },
      { weekday: "thursday", hours: quietDay.with(11, 2) },
      { weekday: "friday", hours: quietDay },
      { weekday: "saturday", hours: quietDay },
      { weekday: "sunday", hours: quietDay },
    ],
  });
});

it("audit summary gives a row for each count if a format has rows", async () => {
  const { stdout } = await run("audit summary --since 2d -o csv");
  expect(stdout).toBe(
    [
      "dimension,key,count,name,is_staff",
      "day,2026-01-14,1,,",
      "day,2026-01-15,1,,",
      `actor,${ids.operator},1,Mary Jackson,false`,
      `actor,${ids.staff},1,Katherine Johnson,true`,
      `actor_action,${ids.operator} created,1,Mary Jackson,false`,
      `actor_action,${ids.staff} updated,1,Katherine Johnson,true`,
      "action,created,1,,",
      "action,updated,1,,",
      "resource_type,buyer,2,,",
      "hour,wednesday 11,1,,",
      "hour,thursday 11,1,,",
      "",
    ].join("\n"),
  );
});

it("audit summary picks fields in either form", async () => {
  const rows = await run("audit summary --since 2d -o tsv --fields count,key");
  const record = await run("audit summary --since 2d -o json --fields total,actors.name");
  expect(rows.stdout.split("\n").slice(0, 3)).toEqual(["count\tkey", "1\t2026-01-14", "1\t2026-01-15"]);
  expect(JSON.parse(record.stdout)).toEqual({
    total: 2,
    actors: [{ name: "Mary Jackson" }, { name: "Katherine Johnson" }],
  });
});

it("audit summary draws charts as text, whole names and all, if a file is written", async () => {
  const { stdout } = await run("audit summary -o table");
  expect(stdout).toMatch(/^3 entries, 1 by staff; 2026-01-08T11:00:00Z to 2026-01-15T11:00:00Z\n/);
  expect(stdout).toContain("\nKatherine Johnson (staff)  1  ███");
  expect(stdout).not.toContain("\u001b");
});

it("audit summary colours charts if colour is asked for, and JSON never", async () => {
  expect((await run("audit summary -o table --color always")).stdout).toContain("\u001b[32m█");
  expect((await run("audit summary -o json --color always")).stdout).not.toContain("\u001b");
});

it("audit summary counts nothing if there is nothing", async () => {
  const record = await run("audit summary --action voided");
  const drawn = await run("audit summary --action voided -o table");
  expect(JSON.parse(record.stdout)).toMatchObject({ first_at: null, last_at: null, total: 0, days: [] });
  expect(drawn).toMatchObject({ code: 0, stdout: "", stderr: `no entries\n${record.stderr}` });
  expect(record.stderr).toBe(
    [
      "looked in the service's default merchant account (none is set), for --action voided\n",
      "try fewer filters or another merchant account (-m ID)\n",
    ].join(""),
  );
});

it("audit summary refuses before it asks for anything", async () => {
  const lines = [
    "audit summary --since later",
    "audit summary --fields nothing",
    "audit summary -o id",
    "audit summary --html /nowhere/report.html",
    `audit summary --html ${tmpdir()}`,
  ];
  for (const line of lines) {
    const { code, requests } = await run(line);
    expect({ line, code, requests }).toEqual({ line, code: 2, requests: [] });
  }
});

it("audit summary --top keeps so many rows of each ranking, and draws the rest without a bar", async () => {
  const drawn = await run("audit summary --top 1 -o table");
  expect(drawn.stdout).toMatch(
    /BY PERSON\nMary Jackson {15}2 {2}█+\nKatherine Johnson \(staff\) {2}1\n\nBY ACTION\n/,
  );
  expect(drawn.stdout).toMatch(/BY ACTION\ncreated {3}1 {2}█+\n2 others {2}2\n/);
  const { stdout } = await run("audit summary --top 1 -o json");
  const { total, actors, actions } = JSON.parse(stdout);
  expect([total, actors.length, actions.length]).toEqual([3, 1, 1]);
});

it.each([
  ["--since '2026-01-08 10:00'", ["2026-01-08 (part)", "2026-01-14"]],
  ["--since 2026-01-08 --until '2026-01-14 12:00'", ["2026-01-08", "2026-01-14 (part)"]],
  ["--since 2026-01-08", ["2026-01-08", "2026-01-14"]],
  ["--since '2026-01-08 01:00' --tz Europe/Berlin", ["2026-01-08 (part)", "2026-01-14"]],
  ["--since 2026-01-08 --tz Europe/Berlin", ["2026-01-08", "2026-01-14"]],
  ["", ["2026-01-08", "2026-01-14"]],
])("audit summary %s marks the days that the window covers in part", async (flags, [first, later]) => {
  const { stdout } = await run(`audit summary ${flags} -o table`);
  const labels = Array.from(stdout.matchAll(/^(2026-01-\d\d(?: \(part\))?) +\d/gm), ([, label]) => label);
  expect([labels[0], labels.find((label) => label?.startsWith("2026-01-14"))]).toEqual([first, later]);
});

it("audit summary of people says what each did first and last, and when", async () => {
  const { stdout } = await run("audit summary --user mary --user katherine -o table");
  expect(stdout).toContain(`
FIRST AND LAST BY PERSON (UTC)
Mary Jackson               first 2026-01-08T11:00:00Z deleted
                           last 2026-01-15T11:00:00Z created
Katherine Johnson (staff)  first and last 2026-01-14T11:00:00Z updated

`);
  expect((await run("audit summary -o table")).stdout).not.toContain("FIRST AND LAST");
  const { actors } = JSON.parse((await run("audit summary -o json")).stdout);
  expect(actors.map(({ first_at, last_at }: Record<string, unknown>) => [first_at, last_at])).toEqual([
    ["2026-01-08T11:00:00.000Z", "2026-01-15T11:00:00.000Z"],
    ["2026-01-14T11:00:00.000Z", "2026-01-14T11:00:00.000Z"],
  ]);
});

it("audit summary counts as staff what people did while they were staff", async () => {
  const entries = [false, true, true].map((is_staff, index) => ({
    id: `a${index}`,
    timestamp: `2026-01-1${3 - index}T12:00:00Z`,
    action: "updated",
    user: { id: "u1", name: "Ada", is_staff },
  }));
  const { stdout } = await run("audit summary -o json", { exchange: listing(entries) });
  expect(JSON.parse(stdout)).toMatchObject({ total: 3, staff: 2, actors: [{ is_staff: false, count: 3 }] });
});

describe("audit summary --html", () => {
  const folder = sharedFolder();

  it("writes a page that only its owner can read, in addition to the numbers", async () => {
    const path = join(folder, "report.html");
    await writeFile(path, "an older one");
    const { code, stdout, stderr } = await run(`audit summary --html ${path}`);
    const page = await readFile(path, "utf8");
    expect({ code, stderr }).toEqual({ code: 0, stderr: `wrote ${path}\n` });
    expect(JSON.parse(stdout).total).toBe(3);
    expect(page).toMatch(/^<!doctype html>\n/);
    expect(dataOf(page)).toMatchObject({ totals: "3 entries, 1 by staff", entries: [{}, {}, {}] });
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect(await readdir(folder)).toEqual(["report.html"]);
  });

  it("the page says window, service and account even if none was given, and the title that was", async () => {
    const path = join(folder, "titled.html");
    await run(`audit summary --html ${path} --title 'Q1 <review>'`);
    const plain = await readFile(path, "utf8");
    expect(plain).toContain("<title>Q1 &lt;review></title>");
    const { title, covers } = dataOf(plain);
    expect([title, ...covers.slice(0, 3)]).toEqual([
      "Q1 <review>",
      ["Service", "http://localhost:4010"],
      ["Merchant account", "the service's default (none is set)"],
      ["Window", "all that the service has"],
    ]);
    await run(`audit summary --html ${path} --since 7d -m default`);
    expect(Object.fromEntries(dataOf(await readFile(path, "utf8")).covers)).toMatchObject({
      "Merchant account": "default",
      Window: "2026-01-08 12:00:00Z to now (2026-01-15 12:00:00Z), UTC",
    });
  });

  it("audit summary --open opens the page, in a folder of its own if no file is named", async () => {
    const opened: string[] = [];
    const alter = (host: Host): Host => ({ ...host, openFile: async (path) => void opened.push(path) });
    const path = join(folder, "opened.html");
    await run(`audit summary --open --html ${path}`, { alter });
    const { stderr } = await run("audit summary --open", { alter });
    expect(opened).toEqual([path, expect.stringMatching(/payctl-audit-\w+\/audit-summary\.html$/)]);
    expect(stderr).toBe(`wrote ${opened[1]}\n`);
    expect(await readFile(opened[1] ?? "", "utf8")).toContain("<title>Audit summary</title>");
    await rm(dirname(opened[1] ?? ""), { recursive: true });
  });

  it("audit summary --open says where the page is if no browser can be started", async () => {
    const path = join(folder, "unopened.html");
    const { code, stderr } = await run(`audit summary --open --html ${path}`);
    expect([code, stderr]).toEqual([0, `wrote ${path}\nno browser could be started: open ${path}\n`]);
  });

  it("audit summary --title is refused if there is no page", async () => {
    expect((await run("audit summary --title Changes")).code).toBe(2);
  });

  it("reports the HTML page below the counts, where a person still sees it", async () => {
    const path = join(folder, "told.html");
    const told: string[] = [];
    const telling = (name: string): OutputStream => ({
      write: (_text, done) => {
        told.push(name);
        done();
        return true;
      },
    });
    await run(`audit summary --html ${path}`, {
      alter: (given) => ({ ...given, stdout: telling("counts"), stderr: telling("note") }),
    });
    expect(told).toEqual(["counts", "note"]);
  });

  it("leaves an older page alone if reading fails", async () => {
    const path = join(folder, "kept.html");
    await writeFile(path, "an older one");
    const reference = await fresh(startSmallCompany());
    const { code } = await run(`audit summary --html ${path} -m nowhere`, { reference });
    expect(code).toBe(8);
    expect(await readFile(path, "utf8")).toBe("an older one");
  });
});
