import { expect, it } from "vitest";
import { parseWindow } from "../../../src/commands/audit/instant.ts";
import { openZone } from "../../../src/values/zone.ts";

/** A Thursday. */
const now = Date.parse("2026-01-15T12:00:00Z");

function since(text: string, at = now, zone = "UTC"): string {
  const window = parseWindow({ since: text, until: undefined }, at, openZone(zone));
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
])("a time that is given is read from %s", (text, expected) => {
  expect(since(text)).toBe(expected);
});

it.each([
  "tomorrow",
  "last",
  "last week",
  "last 2026-01-14",
  "2026-02-30",
  "2026-02-30 12:00",
  "2026-13-01",
  "2026-01-14T25:00:00Z",
  "2026-01-14T12",
  "12:00",
  "24",
  "-1d",
  "w",
  "",
])("a time that is given is refused if it is %j", (text) => {
  expect(() => since(text)).toThrow(`--since ${text}: not a time`);
});

it.each(["2h", "1h"])(
  "a time that is given is refused as an end that is not after its start: %s",
  (until) => {
    expect(() => parseWindow({ since: "1h", until }, now)).toThrow("--since must be before --until");
  },
);

it.each([
  ["today", "Europe/Berlin", "2026-01-14T23:00:00.000Z"],
  ["2026-07-01", "Europe/Berlin", "2026-06-30T22:00:00.000Z"],
  ["2026-01-14 12:00", "America/New_York", "2026-01-14T17:00:00.000Z"],
  ["2026-01-14T12:00:00Z", "America/New_York", "2026-01-14T12:00:00.000Z"],
  ["24h", "America/New_York", "2026-01-14T12:00:00.000Z"],
  ["friday", "Pacific/Auckland", "2026-01-15T11:00:00.000Z"],
  ["yesterday", "Pacific/Auckland", "2026-01-14T11:00:00.000Z"],
])("%s in %s is %s", (text, zone, expected) => {
  expect(since(text, now, zone)).toBe(expected);
});

it("a time zone starts its days at midnight there, although a day has 23 or 25 hours", () => {
  const inSpring = Date.parse("2026-03-30T12:00:00Z");
  const inAutumn = Date.parse("2026-10-26T12:00:00Z");
  expect(since("sunday", inSpring, "Europe/Berlin")).toBe("2026-03-28T23:00:00.000Z");
  expect(since("today", inSpring, "Europe/Berlin")).toBe("2026-03-29T22:00:00.000Z");
  expect(since("sunday", inAutumn, "Europe/Berlin")).toBe("2026-10-24T22:00:00.000Z");
  expect(since("today", inAutumn, "Europe/Berlin")).toBe("2026-10-25T23:00:00.000Z");
});
