import { expect, it } from "vitest";
import { dataOf, entryOf, hostile, pageOf, summaryOf } from "./pages.ts";

function count(text: string, pattern: RegExp): number {
  return [...text.matchAll(pattern)].length;
}

const two = ["one", "two"].map(entryOf);

it("the page holds one script, one style and no element that a text brought", () => {
  const page = hostile();
  const own = page.replace(/<(script|style)>.*?<\/\1>/gs, "<$1>");
  const names = new Set([...own.matchAll(/<([a-z!][\w-]*)/gi)].map(([, name]) => name?.toLowerCase()));
  expect([count(page, /<script/gi), count(page, /<style/gi)]).toEqual([1, 1]);
  expect([...names]).toEqual("!doctype html head meta title style body div noscript code script".split(" "));
});

it("the page shows characters that steer or hide instead of following them", () => {
  const page = hostile();
  expect(dataOf(page).entries[5]?.resource).toBe("\\u202egnp.exe\\u0000\\u001b[2J\\u200b");
  expect(page.replace(/<script>.*?<\/script>/s, "")).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u200b\u202e]/);
});

it("the page may load nothing from anywhere", () => {
  expect(pageOf(two)).toMatch(
    /content="default-src 'none'; script-src 'sha256-[\w+/=]+'; style-src 'sha256-[\w+/=]+'; base-uri 'none'; form-action 'none'"/,
  );
});

it("the page shows a year by months", () => {
  const year = Array.from({ length: 365 }, (_, index) => ({
    ...entryOf("plain", index),
    timestamp: new Date(Date.UTC(2026, 0, 1 + index)).toISOString(),
  }));
  const [months] = dataOf(pageOf(year)).charts;
  expect([months?.noun, months?.bars[1]]).toEqual([
    "month",
    { key: "2026-02-01..2026-02-28", label: "2026-02", count: 28, isStaff: false },
  ]);
});

it("the page sums up the rest of many people in a row without a bar, after as many as asked for", () => {
  const people = Array.from({ length: 225 }, (_, index) => entryOf(`Person ${index}`, index % 5));
  const [, usual] = dataOf(pageOf(people)).charts;
  expect([usual?.bars.length, usual?.rest]).toEqual([
    30,
    { label: "195 others", count: 195, isStaff: false },
  ]);
  const [, chosen] = dataOf(pageOf(people, { top: 224 })).charts;
  expect(chosen?.rest?.label).toMatch(/^Person \d+$/);
});

it("the page marks a day that the window covers in part", () => {
  const summary = { ...summaryOf(two), since: "2026-01-01T00:00:00.001Z" };
  const [days] = dataOf(pageOf([], { summary })).charts;
  expect(days?.bars.map(({ label }) => label)).toEqual(["2026-01-01 (part)", "2026-01-02"]);
});

it("the page says which entries its list or its counts leave out", () => {
  const undated = { ...entryOf("one", 1), timestamp: "soon" };
  const { entries, notes } = dataOf(pageOf([undated, entryOf("two", 1)], { leftOut: 2 }));
  expect(notes).toBe(
    [
      "All entries are listed, newest first.",
      "2 entries have a time that could not be read: neither counted nor listed.",
      "1 entry has a time that could not be read: in the list, but in no day or hour.",
      "The time zone of times, days and hours is UTC.",
    ].join(" "),
  );
  expect(entries[0]).toMatchObject({ time: "soon", day: "", hours: "" });
  const newest = dataOf(pageOf(two, { summary: summaryOf([...two, ...two]) }));
  expect(newest.notes).toMatch(
    /^Only the newest 2 are listed\. The charts count all 4, and payctl audit export writes them\./,
  );
});
