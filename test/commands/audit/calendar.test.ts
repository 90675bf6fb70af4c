import { Temporal } from "@js-temporal/polyfill";
import fc from "fast-check";
import { expect, it, vi } from "vitest";
import { openCalendar, readSpan } from "../../../src/commands/audit/calendar.ts";

/** With clock changes at midnight, of half an hour, by a whole day, and none at all. */
const zones = [
  "UTC",
  "Europe/Berlin",
  "America/Sao_Paulo",
  "Africa/Cairo",
  "Asia/Beirut",
  "Australia/Lord_Howe",
  "Pacific/Apia",
  "America/St_Johns",
];

const dayLength = 86_400_000;
const moment = fc.record({
  zone: fc.constantFrom(...zones),
  now: fc.integer({ min: Date.parse("1995-01-01"), max: Date.parse("2040-01-01") }),
});

function nowIn(zone: string, now: number) {
  return Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(zone);
}

function spanOf(text: string, now: number, zone: string) {
  const span = readSpan(text, nowIn(zone, now));
  if (span === undefined) throw new Error(`${text} is no span`);
  return span;
}

/** The dates around an instant, of which one is the day it is in. */
function datesAround(instant: number, days: number): string[] {
  return Array.from({ length: 2 * days + 1 }, (_, index) => {
    return new Date(instant + (index - days) * dayLength).toISOString().slice(0, 10);
  });
}

it("every instant is in exactly one day, the one that the clocks show", () => {
  fc.assert(
    fc.property(moment, ({ now, zone }) => {
      const holding = datesAround(now, 3).filter((date) => {
        const { since, until } = spanOf(date, now, zone);
        return since <= now && now < until;
      });
      expect(holding).toEqual([nowIn(zone, now).toPlainDate().toString()]);
    }),
  );
});

it("days and weeks follow each other without a gap", () => {
  fc.assert(
    fc.property(moment, ({ now, zone }) => {
      const days = datesAround(now, 3).map((date) => spanOf(date, now, zone));
      expect(days.slice(1).map(({ since }) => since)).toEqual(days.slice(0, -1).map(({ until }) => until));
      expect(spanOf("last week", now, zone).until).toBe(spanOf("this week", now, zone).since);
    }),
  );
});

it("a week is its seven days, from Monday on", () => {
  fc.assert(
    fc.property(moment, ({ now, zone }) => {
      const { since, until } = spanOf("this week", now, zone);
      const monday = nowIn(zone, since).toPlainDate();
      const days = Array.from({ length: 7 }, (_, index) => {
        return spanOf(monday.add({ days: index }).toString(), now, zone);
      });
      expect(monday.dayOfWeek).toBe(1);
      expect([days[0]?.since, days[6]?.until]).toEqual([since, until]);
    }),
  );
});

it("months add up to their year, and days to their month", () => {
  fc.assert(
    fc.property(moment, fc.integer({ min: 1995, max: 2040 }), ({ now, zone }, year) => {
      const whole = spanOf(String(year), now, zone);
      const months = Array.from({ length: 12 }, (_, index) => {
        return spanOf(`${year}-${String(index + 1).padStart(2, "0")}`, now, zone);
      });
      expect([months[0]?.since, months[11]?.until]).toEqual([whole.since, whole.until]);
      expect(months.slice(1).map(({ since }) => since)).toEqual(
        months.slice(0, -1).map(({ until }) => until),
      );
      expect(months[1]?.since).toBe(spanOf(`${year}-02-01`, now, zone).since);
      expect(months[1]?.until).toBe(spanOf(`${year}-03-01`, now, zone).since);
    }),
  );
});

it("a name is of the latest that has begun, and with last of the one before", () => {
  fc.assert(
    fc.property(moment, fc.constantFrom("friday", "march", "dec", "sun"), ({ now, zone }, name) => {
      const latest = spanOf(name, now, zone);
      const last = spanOf(`last ${name}`, now, zone);
      expect(latest.since).toBeLessThanOrEqual(now);
      expect(last.until).toBeLessThanOrEqual(now);
      expect(last.since === latest.since).toBe(latest.until <= now);
    }),
  );
});

it("the calendar is the platform's own where there is one", async () => {
  const own = {
    fromEpochMilliseconds: (now: number) => ({ toZonedDateTimeISO: (zone: string) => [now, zone] }),
  };
  vi.stubGlobal("Temporal", { Instant: own });
  const opened = await openCalendar({ now: 7, zone: "UTC" }).finally(() => vi.unstubAllGlobals());
  expect(opened).toEqual([7, "UTC"]);
});
