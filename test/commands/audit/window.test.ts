import { expect, it } from "vitest";
import { parseWindow } from "../../../src/commands/audit/window.ts";

/** A Thursday. */
const now = Date.parse("2026-01-15T12:00:00Z");

const present = { now, zone: "UTC" };

async function since(text: string, at = now, zone = "UTC"): Promise<string> {
  const window = await parseWindow({ since: text }, { now: at, zone });
  return new Date(window.since).toISOString();
}

it.each([
  ["2026-01-14T12:00:00Z", "2026-01-14T12:00:00.000Z"],
  ["2026-01-14T12:00Z", "2026-01-14T12:00:00.000Z"],
  ["2026-01-14T12:00:00.250+02:00", "2026-01-14T10:00:00.250Z"],
  ["2026-01-14 12:00:00+02:00", "2026-01-14T10:00:00.000Z"],
  ["2026-01-14", "2026-01-14T00:00:00.000Z"],
  ["2026-01-14 12:00", "2026-01-14T12:00:00.000Z"],
  ["2026-01-14T12:00:30.5", "2026-01-14T12:00:30.500Z"],
  ["90m", "2026-01-15T10:30:00.000Z"],
  ["24h", "2026-01-14T12:00:00.000Z"],
  ["7d", "2026-01-08T12:00:00.000Z"],
  ["2w", "2026-01-01T12:00:00.000Z"],
  ["0.5w", "2026-01-12T00:00:00.000Z"],
  ["today", "2026-01-15T00:00:00.000Z"],
  ["Yesterday", "2026-01-14T00:00:00.000Z"],
  ["wednesday", "2026-01-14T00:00:00.000Z"],
  ["last wednesday", "2026-01-14T00:00:00.000Z"],
  ["thursday", "2026-01-15T00:00:00.000Z"],
  ["last Thursday", "2026-01-08T00:00:00.000Z"],
  ["LAST  FRIDAY", "2026-01-09T00:00:00.000Z"],
  [" sunday ", "2026-01-11T00:00:00.000Z"],
  ["tue", "2026-01-13T00:00:00.000Z"],
  ["this week", "2026-01-12T00:00:00.000Z"],
  ["last week", "2026-01-05T00:00:00.000Z"],
  ["2025-10", "2025-10-01T00:00:00.000Z"],
  ["october", "2025-10-01T00:00:00.000Z"],
  ["january", "2026-01-01T00:00:00.000Z"],
  ["last january", "2025-01-01T00:00:00.000Z"],
  ["this month", "2026-01-01T00:00:00.000Z"],
  ["last month", "2025-12-01T00:00:00.000Z"],
  ["2024", "2024-01-01T00:00:00.000Z"],
  ["this year", "2026-01-01T00:00:00.000Z"],
  ["last year", "2025-01-01T00:00:00.000Z"],
  ["02:00", "2026-01-15T02:00:00.000Z"],
  ["12:00", "2026-01-15T12:00:00.000Z"],
  ["12:01", "2026-01-14T12:01:00.000Z"],
  ["2am", "2026-01-15T02:00:00.000Z"],
  ["12 am", "2026-01-15T00:00:00.000Z"],
  ["12pm", "2026-01-15T12:00:00.000Z"],
  ["2:30 PM", "2026-01-14T14:30:00.000Z"],
  ["today 02:00", "2026-01-15T02:00:00.000Z"],
  ["yesterday 14:00", "2026-01-14T14:00:00.000Z"],
  ["last tuesday 4pm", "2026-01-13T16:00:00.000Z"],
  ["monday 9:30", "2026-01-12T09:30:00.000Z"],
  ["2026-01-10 9:30", "2026-01-10T09:30:00.000Z"],
  ["3 days", "2026-01-12T12:00:00.000Z"],
  ["1y", "2025-01-15T12:00:00.000Z"],
  ["3mo", "2025-10-15T12:00:00.000Z"],
  ["3m", "2026-01-15T11:57:00.000Z"],
])("a time that is given is read from %s", async (text, expected) => {
  expect(await since(text)).toBe(expected);
});

it.each([
  "tomorrow",
  "last",
  "next week",
  "last 2026-01-14",
  "2026-02-30",
  "2026-02-30 12:00",
  "2026-13-01",
  "2026-01-14T25:00:00Z",
  "2026-01-14T12",
  "24:00",
  "13pm",
  "0am",
  "9:60",
  "october 9:30",
  "ja",
  "sundays",
  "2026-13",
  "24",
  "1.3mo",
  "99999999d",
  "3 fortnights",
  "-1d",
  "w",
  "",
])("a time that is given is refused if it is %j", async (text) => {
  await expect(since(text)).rejects.toThrow(`--since ${text}: not a time`);
});

it.each(["2h", "1h"])(
  "a time that is given is refused as an end that is not after its start: %s",
  async (until) => {
    await expect(parseWindow({ since: "1h", until }, present)).rejects.toThrow(
      "--since must be before --until",
    );
  },
);

it("a time that is given is the last day of a month without its day, months before", async () => {
  expect(await since("1mo", Date.parse("2026-03-31T08:00:00Z"))).toBe("2026-02-28T08:00:00.000Z");
  expect(await since("1y", Date.parse("2024-02-29T08:00:00Z"))).toBe("2023-02-28T08:00:00.000Z");
});

it.each([
  ["yesterday 14:00", "16:00", "2026-01-14T16:00:00.000Z"],
  ["2026-01-10T22:00", "2am", "2026-01-11T02:00:00.000Z"],
  ["22:00", "02:00", "2026-01-15T02:00:00.000Z"],
  ["11:00", "13:00", "2026-01-15T13:00:00.000Z"],
  ["7d", "09:00", "2026-01-15T09:00:00.000Z"],
  ["today", "14:00", "2026-01-15T14:00:00.000Z"],
  ["today", "0:00", "2026-01-16T00:00:00.000Z"],
])("a window from %s ends at the %s that follows from it", async (since, until, expected) => {
  const window = await parseWindow({ since, until }, present);
  expect(new Date(window.until).toISOString()).toBe(expected);
});

it.each([
  ["yesterday", "2026-01-14T00:00:00.000Z", "2026-01-15T00:00:00.000Z"],
  ["this week", "2026-01-12T00:00:00.000Z", "2026-01-19T00:00:00.000Z"],
  ["february", "2025-02-01T00:00:00.000Z", "2025-03-01T00:00:00.000Z"],
  ["2025-12", "2025-12-01T00:00:00.000Z", "2026-01-01T00:00:00.000Z"],
  ["last year", "2025-01-01T00:00:00.000Z", "2026-01-01T00:00:00.000Z"],
])("--on %s is all of it", async (on, since, until) => {
  const window = await parseWindow({ on }, present);
  expect([window.since, window.until].map((instant) => new Date(instant).toISOString())).toEqual([
    since,
    until,
  ]);
});

it.each(["24h", "14:00", "yesterday 14:00", "2026-01-14T12:00:00Z", "sometime"])(
  "--on %s is refused, because it is no day, week, month or year",
  async (on) => {
    await expect(parseWindow({ on }, present)).rejects.toThrow(`--on ${on}: not a day, week, month or year`);
  },
);

it.each([{ since: "1d" }, { until: "1d" }])("a window is given in one way: --on and %j", async (texts) => {
  await expect(parseWindow({ on: "today", ...texts }, present)).rejects.toThrow(
    "--on can't be used with --since or --until",
  );
});

it("a day that the clocks of a zone skipped is no window", async () => {
  const inApia = { now, zone: "Pacific/Apia" };
  await expect(parseWindow({ on: "2011-12-30" }, inApia)).rejects.toThrow(
    "--on 2011-12-30: not a day, week, month or year",
  );
});

it.each([
  ["today", "Europe/Berlin", "2026-01-14T23:00:00.000Z"],
  ["2026-07-01", "Europe/Berlin", "2026-06-30T22:00:00.000Z"],
  ["2026-01-14 12:00", "America/New_York", "2026-01-14T17:00:00.000Z"],
  ["2026-01-14T12:00:00Z", "America/New_York", "2026-01-14T12:00:00.000Z"],
  ["24h", "America/New_York", "2026-01-14T12:00:00.000Z"],
  ["friday", "Pacific/Auckland", "2026-01-15T11:00:00.000Z"],
  ["yesterday", "Pacific/Auckland", "2026-01-14T11:00:00.000Z"],
  // Skipped, and shown twice.
  ["2025-03-30 02:30", "Europe/Berlin", "2025-03-30T01:30:00.000Z"],
  ["2025-10-26T02:30:00.5", "Europe/Berlin", "2025-10-26T00:30:00.500Z"],
  ["2025-03-09 2am", "America/New_York", "2025-03-09T07:00:00.000Z"],
  ["2025-10-05 02:15", "Australia/Lord_Howe", "2025-10-04T15:45:00.000Z"],
  // Midnight is skipped.
  ["2018-11-04", "America/Sao_Paulo", "2018-11-04T03:00:00.000Z"],
])("%s in %s is %s", async (text, zone, expected) => {
  expect(await since(text, now, zone)).toBe(expected);
});

it("a time zone starts its days at midnight there, although a day has 23 or 25 hours", async () => {
  const inSpring = Date.parse("2026-03-30T12:00:00Z");
  const inAutumn = Date.parse("2026-10-26T12:00:00Z");
  expect(await since("sunday", inSpring, "Europe/Berlin")).toBe("2026-03-28T23:00:00.000Z");
  expect(await since("today", inSpring, "Europe/Berlin")).toBe("2026-03-29T22:00:00.000Z");
  expect(await since("sunday", inAutumn, "Europe/Berlin")).toBe("2026-10-24T22:00:00.000Z");
  expect(await since("today", inAutumn, "Europe/Berlin")).toBe("2026-10-25T23:00:00.000Z");
});
