import fc from "fast-check";
import { expect, it } from "vitest";
import { periodsOf } from "../../../src/commands/audit/chart-data.ts";
import { countEntry, startTally, summarise, summaryRows } from "../../../src/commands/audit/counts.ts";

const everything = { since: Number.NEGATIVE_INFINITY, until: Number.POSITIVE_INFINITY };

function summaryOf(entries: readonly unknown[]) {
  const tally = startTally();
  for (const entry of entries) countEntry(tally, entry);
  return summarise(tally, everything);
}

const word = fc.constantFrom("created", "updated", "__proto__", "constructor", "");
const entry = fc.record({
  id: fc.uuid(),
  timestamp: fc
    .date({
      min: new Date("2024-01-01T00:00:00Z"),
      max: new Date("2026-12-31T23:59:59Z"),
      noInvalidDate: true,
    })
    .map((date) => date.toISOString()),
  action: word,
  resource: fc.record({ type: word }),
  user: fc.record({ id: word, name: word, is_staff: fc.boolean() }),
});

it("the counts of every dimension add up to the total", () => {
  fc.assert(
    fc.property(fc.array(entry), (entries) => {
      const summary = summaryOf(entries);
      const sums = { action: 0, actor: 0, actor_action: 0, day: 0, hour: 0, resource_type: 0 };
      for (const { dimension, count } of summaryRows(summary)) sums[dimension] += count;
      for (const sum of Object.values(sums)) expect(sum).toBe(entries.length);
      expect(periodsOf(summary).bars.reduce((sum, { count }) => sum + count, 0)).toBe(entries.length);
    }),
  );
});

it("a count takes the name of a person from the first entry seen, which is the newest", () => {
  const user = { id: "u1", email_address: null, is_staff: true };
  const logs = ["Ada King", "Ada Byron"].map((name) => ({
    timestamp: "2026-01-15T12:00:00Z",
    user: { ...user, name },
  }));
  expect(summaryOf(logs).actors).toEqual([
    {
      id: "u1",
      name: "Ada King",
      email_address: null,
      is_staff: true,
      count: 2,
      first_at: "2026-01-15T12:00:00.000Z",
      last_at: "2026-01-15T12:00:00.000Z",
      actions: [{ action: "", count: 2 }],
    },
  ]);
});

it("a person's first entry is the earliest, the last one seen of those at one time, and one without a time is neither", () => {
  const tally = startTally();
  const logs = [
    ["created", "2026-01-15T12:00:00Z"],
    ["updated", "2026-01-15T12:00:00Z"],
    ["voided", "soon"],
    ["captured", "2026-01-14T12:00:00Z"],
    ["deleted", "2026-01-14T12:00:00Z"],
  ];
  for (const [action, timestamp] of logs) countEntry(tally, { action, timestamp, user: { id: "u1" } });
  countEntry(tally, { action: "created", timestamp: "soon", user: { id: "u2" } });
  expect([...tally.actors.values()]).toMatchObject([
    { first: { action: "deleted" }, last: { action: "created" } },
    { first: undefined, last: undefined },
  ]);
  expect(summarise(tally, everything).actors[1]).toMatchObject({ first_at: null, last_at: null });
});

it("entries are counted in UTC, whatever offset a time comes with", () => {
  const { days, weekdays } = summaryOf([{ timestamp: "2026-01-19T01:30:00+02:00" }]);
  expect(days).toEqual([{ day: "2026-01-18", count: 1 }]);
  expect(weekdays[6]?.hours[23]).toBe(1);
});

it("counting survives entries without any of the fields", () => {
  const summary = summaryOf([{ timestamp: "2026-01-15T12:00:00Z", user: null, resource: "none" }]);
  expect(summary).toMatchObject({
    actors: [{ id: "", name: "", count: 1 }],
    actions: [{ action: "", count: 1 }],
    resource_types: [{ resource_type: "", count: 1 }],
  });
});

const daysFrom = (first: string, count: number) =>
  Array.from({ length: count }, (_, index) => ({
    day: new Date(Date.parse(first) + index * 86_400_000).toISOString().slice(0, 10),
    count: 1,
  }));

const whole = (days: { day: string; count: number }[]) => ({ days, since: null, until: null, tz: "UTC" });

const apart = [
  { day: "2026-01-01", count: 2 },
  { day: "2026-01-04", count: 1 },
];
const weeks = [
  ["2025-12-29", 4, "2026-01-04"],
  ["2026-01-05", 7, "2026-01-11"],
  ["2026-01-12", 3, "2026-01-18"],
];
const months = [
  ["2025-12", 1, "2025-12-31"],
  ["2026-01", 31, "2026-01-31"],
  ["2026-02", 28, "2026-02-28"],
];
const single = [2, 0, 0, 1].map((count, index) => [`2026-01-0${index + 1}`, count, `2026-01-0${index + 1}`]);

it.each([
  ["days without gaps while there are few", apart, 4, "day", single],
  ["weeks from Monday when there are too many days", daysFrom("2026-01-01", 14), 3, "week", weeks],
  ["months when there are too many weeks", daysFrom("2025-12-31", 60), 5, "month", months],
  ["none without entries", [], 31, "day", []],
])("periods are %s", (_, days, most, unit, rows) => {
  const bars = rows.map(([label, count, last]) => {
    const first = unit === "month" ? `${label}-01` : label;
    return { label, count, key: `${first}..${last}`, isStaff: false };
  });
  expect(periodsOf(whole(days), most)).toEqual({ noun: unit, bars, rest: undefined });
});

it.each<[string, number, string, string, string | null, string[]]>([
  ["2026-01-01", 3, "Europe/Berlin", "2025-12-31T23:00:00Z", "2026-01-03T12:00:00Z", ["2026-01-03"]],
  ["2026-01-01", 3, "UTC", "2026-01-01T01:00:00Z", "2026-01-03T12:00:00Z", ["2026-01-01", "2026-01-03"]],
  ["2026-01-01", 3, "UTC", "2026-01-01T00:00:00Z", "2026-01-04T00:00:00Z", []],
  ["2026-01-01", 3, "UTC", "2026-01-01T00:00:00Z", null, []],
  // The clocks skipped midnight, so the day is covered from its first instant.
  ["2023-04-28", 1, "Africa/Cairo", "2023-04-27T22:00:00Z", null, []],
  // A week, and a month.
  ["2026-01-07", 40, "UTC", "2026-01-07T00:00:00Z", null, ["2026-01-05"]],
  ["2026-01-07", 400, "UTC", "2026-01-07T00:00:00Z", null, ["2026-01"]],
])("of %s and %i days, those of %s from %s to %s are covered in part: %j", (first, count, ...rest) => {
  const [tz, since, until, expected] = rest;
  const { bars } = periodsOf({ days: daysFrom(first, count), since, until, tz });
  const parts = bars.filter(({ label }) => label.endsWith(" (part)"));
  expect(parts.map(({ label }) => label.replace(" (part)", ""))).toEqual(expected);
});
