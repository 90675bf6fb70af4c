import { mkdtemp, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import type { Host } from "../../../src/context.ts";
import { listing, rowsIn } from "../../helpers/audit-lists.ts";
import { type RunOptions, run } from "../../helpers/run.ts";
import { sharedFolder } from "../../helpers/shared.ts";
import { dataOf } from "./page/pages.ts";

const user = {
  id: "b0000000-0000-4000-8000-00000000000a",
  name: "Grace Hopper",
  email_address: "grace@shop.example",
  is_staff: false,
};

/** Both sides of midnight in Berlin, in winter, and one in summer. */
const entries = ["2026-01-14T23:30:00Z", "2026-01-14T22:30:00.000Z", "2025-07-01T12:00:00Z"].map(
  (timestamp, index) => ({
    id: `a0000000-0000-4000-8000-00000000000${index}`,
    type: "audit-log",
    timestamp,
    action: "updated",
    merchant_account_id: "default",
    resource: { type: "rule", id: "r", name: "Route" },
    user,
  }),
);
const folder = sharedFolder();

function ask(line: string, options: RunOptions = {}) {
  return run(line, { exchange: listing(entries), ...options });
}

function firstLines(stdout: string): string {
  const lines = stdout.split("\n").map((line) => line.trimEnd());
  return [lines[0], ...lines.slice(-3, -1)].join("\n");
}

const line = "audit list --color never --fields timestamp,action";

it("the time zone of what a table shows is UTC, and the header says so", async () => {
  const { stdout } = await ask(line, { terminal: 80 });
  expect(firstLines(stdout)).toMatchInlineSnapshot(`
      "TIME (UTC)            ACTION
      2026-01-14 22:30:00Z  updated
      2025-07-01 12:00:00Z  updated"
    `);
});

it.each<[string, RunOptions]>([
  ["the flag", { terminal: 80 }],
  ["PAYCTL_TZ", { terminal: 80, env: { PAYCTL_TZ: "europe/berlin" } }],
])("the time zone of what a table shows is chosen by %s", async (from, options) => {
  const { stdout } = await ask(from === "the flag" ? `${line} --tz Europe/Berlin` : line, options);
  expect(firstLines(stdout)).toMatchInlineSnapshot(`
      "TIME (Europe/Berlin)       ACTION
      2026-01-14 23:30:00+01:00  updated
      2025-07-01 14:00:00+02:00  updated"
    `);
});

it("the time zone of what a table shows is chosen by the profile, which the variable overrides and the flag both", async () => {
  const configDirectory = await mkdtemp(join(folder, "profile-"));
  const options = { terminal: 80, configDirectory };
  const added = await ask("profile add berlin --base-url http://localhost:4010 --tz Europe/Berlin", options);
  expect(added.code).toBe(0);
  const shown = await ask("profile show berlin -o json --fields tz", options);
  expect(JSON.parse(shown.stdout)).toEqual({ tz: "Europe/Berlin" });
  const zoneIn = (stdout: string) => /TIME \((.*?)\)/.exec(stdout)?.[1];
  const env = { PAYCTL_TZ: "Asia/Tokyo" };
  expect(zoneIn((await ask(line, options)).stdout)).toBe("Europe/Berlin");
  expect(zoneIn((await ask(line, { ...options, env })).stdout)).toBe("Asia/Tokyo");
  expect(zoneIn((await ask(`${line} --tz local`, { ...options, env })).stdout)).toBe("America/New_York");
  expect(zoneIn((await ask(`${line} --tz UTC`, { ...options, env })).stdout)).toBe("UTC");
});

it("the time zone of what a table shows is not part of a card's titles, since each time has its offset", async () => {
  const { stdout } = await ask(`${line} --tz Europe/Berlin --limit 1`, { terminal: 45 });
  expect(stdout).toBe("TIME    2026-01-15 00:30:00+01:00\nACTION  updated\n");
});

it("the time zone of what programs read is UTC whatever a variable says", async () => {
  const env = { PAYCTL_TZ: "Europe/Berlin" };
  const table = await ask("audit list -o table --fields timestamp", { env });
  expect(table.stdout).toBe("TIME\n2026-01-14T23:30:00Z\n2026-01-14T22:30:00Z\n2025-07-01T12:00:00Z\n");
  const csv = await ask("audit list -o csv --fields timestamp", { env });
  expect(csv.stdout).toBe(
    "timestamp\n2026-01-14T23:30:00Z\n2026-01-14T22:30:00.000Z\n2025-07-01T12:00:00Z\n",
  );
  const { tz, days } = JSON.parse((await ask("audit summary", { env })).stdout);
  expect({ tz, days }).toEqual({
    tz: "UTC",
    days: [
      { day: "2025-07-01", count: 1 },
      { day: "2026-01-14", count: 2 },
    ],
  });
});

it("the time zone of what programs read is that of --tz in tables, CSV, TSV and exported CSV, as RFC 3339 with its offset", async () => {
  const berlin = "2026-01-15T00:30:00+01:00\n2026-01-14T23:30:00+01:00\n2025-07-01T14:00:00+02:00\n";
  const flags = "--fields timestamp --tz Europe/Berlin";
  expect((await ask(`audit list -o table ${flags}`)).stdout).toBe(`TIME (Europe/Berlin)\n${berlin}`);
  for (const format of ["csv", "tsv"]) {
    const { stdout } = await ask(`audit list -o ${format} ${flags}`);
    expect(stdout).toBe(`timestamp\n${berlin}`);
  }
  const out = join(folder, "berlin.csv");
  await ask(`audit export --out ${out} -o csv ${flags}`);
  expect(await readFile(out, "utf8")).toBe(`timestamp\n${berlin}`);
  const { stdout } = await ask("audit list -o csv --fields timestamp --tz utc");
  expect(stdout.split("\n")[2]).toBe("2026-01-14T22:30:00Z");
});

it("the time zone of what programs read is never that of --tz in JSON and NDJSON, which keep the service's text", async () => {
  const { stdout } = await ask("audit list -o ndjson --tz Europe/Berlin");
  expect(rowsIn(stdout)).toEqual(entries);
});

it("a time zone starts and ends its days there, wherever the zone was chosen", async () => {
  const idsOf = (stdout: string) => JSON.parse(stdout).items.map(({ id }: { id: string }) => id.slice(-1));
  const inBerlin = await ask("audit list --since 2026-01-15 --tz Europe/Berlin");
  const byVariable = await ask("audit list --since today", { env: { PAYCTL_TZ: "Europe/Berlin" } });
  const inUtc = await ask("audit list --since 2026-01-15");
  expect(idsOf(inBerlin.stdout)).toEqual(["0"]);
  expect(idsOf(byVariable.stdout)).toEqual(["0"]);
  expect(idsOf(inUtc.stdout)).toEqual([]);
});

it("a time zone gives a summary the days and hours of that zone", async () => {
  const { stdout } = await ask("audit summary --tz Europe/Berlin");
  const { tz, days, weekdays, first_at } = JSON.parse(stdout);
  expect({ tz, days, first_at }).toEqual({
    tz: "Europe/Berlin",
    days: [
      { day: "2025-07-01", count: 1 },
      { day: "2026-01-14", count: 1 },
      { day: "2026-01-15", count: 1 },
    ],
    first_at: "2025-07-01T12:00:00.000Z",
  });
  expect(weekdays[3].hours[0]).toBe(1);
  expect(weekdays[1].hours[14]).toBe(1);
});

it("a time zone is that of a drawn summary and of its page, which name it", async () => {
  const path = join(folder, "page.html");
  const drawn = await ask(`audit summary --tz Europe/Berlin --color never --html ${path}`, { terminal: 80 });
  expect(drawn.stdout).toContain("BY WEEKDAY AND HOUR (Europe/Berlin)");
  expect(drawn.stdout).toContain("2025-07-01 14:00:00+02:00 to 2026-01-15 00:30:00+01:00");
  const text = await ask("audit summary --tz Europe/Berlin -o table");
  expect(text.stdout).toContain("2025-07-01T14:00:00+02:00 to 2026-01-15T00:30:00+01:00");
  const { entries, notes } = dataOf(await readFile(path, "utf8"));
  expect(entries.map(({ time }) => time)).toEqual([
    "2026-01-15 00:30:00+01:00",
    "2026-01-14 23:30:00+01:00",
    "2025-07-01 14:00:00+02:00",
  ]);
  expect(notes).toContain("The time zone of times, days and hours is Europe/Berlin.");
});

it.each([
  ["--tz Europe/Berln", "Europe/Berlin"],
  ["--tz sydney", "Australia/Sydney"],
  ["--tz 'New York'", "America/New_York"],
  ["--tz +02:00", undefined],
  ["PAYCTL_TZ", undefined],
])("a time zone that does not exist exits with 2 before anything is sent: %s", async (source, nearest) => {
  const flags = source === "PAYCTL_TZ" ? "--since today" : source;
  const { code, stderr, requests } = await ask(`audit list ${flags} -o table`, {
    env: { PAYCTL_TZ: "Mars" },
  });
  expect({ code, requests }).toEqual({ code: 2, requests: [] });
  const advice = nearest ? `; did you mean ${nearest}?` : "";
  expect(stderr.split("\n")[0]).toBe(
    `error: ${source.replaceAll("'", "")}: must be local, utc or a time zone such as Europe/Berlin${advice}`,
  );
});

it("a time zone that does not exist exits with 3 if a profile names it", async () => {
  const configDirectory = await mkdtemp(join(folder, "profile-"));
  const profiles = { p: { baseUrl: "http://localhost:4010", tz: "Mars" } };
  await writeFile(join(configDirectory, "config.json"), JSON.stringify({ current: "p", profiles }));
  const { code, stderr } = await ask("audit list --since today -o table", { configDirectory });
  expect(code).toBe(3);
  expect(stderr).toContain("profile p: must be local, utc or a time zone");
});

it.each([undefined, "Etc/Unknown", "GMT+05:00"])(
  "the time zone of a machine that calls its own %s is UTC, which a note says once",
  async (name) => {
    const alter = (host: Host): Host => ({ ...host, timeZone: () => name });
    const ran = await ask(`${line} --since 2025-01-01 --tz local`, { terminal: 80, alter });
    expect([ran.code, /TIME \((.*?)\)/.exec(ran.stdout)?.[1]]).toEqual([0, "UTC"]);
    expect(ran.stderr.split("this machine's time zone is not known, so UTC is used")).toHaveLength(2);
  },
);
