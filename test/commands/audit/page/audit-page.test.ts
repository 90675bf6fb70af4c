import { expect, it } from "vitest";
import { entryOf, hostile, pageOf, summaryOf } from "./pages.ts";

const plain = pageOf(
  ["created", "updated", "deleted"].map((action, index) => ({ ...entryOf("plain", index), action })),
);

function count(text: string, pattern: RegExp): number {
  return [...text.matchAll(pattern)].length;
}

it("the page holds one script, one style and no element that a text brought", () => {
  const page = hostile();
  const names = new Set([...page.matchAll(/<([a-z!][\w-]*)/gi)].map(([, name]) => name?.toLowerCase()));
  expect(count(page, /<script/gi)).toBe(1);
  expect(count(page, /<style/gi)).toBe(1);
  const own =
    "!doctype a body button dd div dl dt fieldset h1 h2 head html input label legend line meta option p rect script section select span style svg table tbody td text th thead title tr";
  expect([...names].toSorted()).toEqual(own.split(" "));
});

it("the page shows characters that steer or hide instead of following them", () => {
  const page = hostile();
  expect(page).toContain("\\u202egnp.exe\\u0000\\u001b[2J\\u200b");
  expect(page).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u200b\u202e]/);
});

it("the page names nothing to load from elsewhere", () => {
  expect(
    count(
      plain,
      /\s(?:src|href|action|data|poster|srcset)="(?!#)|url\(|@import|https?:(?!\/\/api\.shop\.example)/g,
    ),
  ).toBe(0);
});

it("the page of a summary scales no chart, so that its words keep their size, and shows a year by months", () => {
  const year = Array.from({ length: 365 }, (_, index) => ({
    ...entryOf("plain", index),
    timestamp: new Date(Date.UTC(2026, 0, 1 + index)).toISOString(),
  }));
  const page = pageOf(year);
  expect(page).toContain("<h2>Entries by month</h2>");
  expect(count(page, /<title>2026-\d\d: 28<\/title>|<title>2026-\d\d: 3[01]<\/title>/g)).toBe(12);
  expect(count(page, /viewBox/g)).toBe(0);
});

it("the page sums up the rest of many people in a row without a bar, after as many as asked for", () => {
  const people = Array.from({ length: 225 }, (_, index) => entryOf(`Person ${index}`, index % 5));
  const chartOf = (page: string) =>
    page.split('aria-label="Entries by person">')[1]?.split("</svg>")[0] ?? "";
  const usual = chartOf(pageOf(people));
  expect([count(usual, /<rect class="bar/g), usual.match(/[\d,]+ others.*?<\/text>/)?.[0]]).toEqual([
    30,
    '195 others <tspan class="faint">195</tspan></text>',
  ]);
  expect(count(chartOf(pageOf(people, { top: 224 })), />Person \d+ \(staff\) <tspan/g)).toBe(1);
});

it("the page marks a day that the window covers in part", () => {
  const summary = { ...summaryOf([entryOf("one", 0), entryOf("two", 1)]), since: "2026-01-01T00:00:00.001Z" };
  const page = pageOf([], { summary });
  expect(page).toContain('<p class="faint">2026-01-01 (part): the window begins or ends within it.</p>');
  expect(page).toContain("<title>2026-01-01 (part): 1</title>");
  expect(page).toContain("<title>2026-01-02: 1</title>");
});

it("the page says beside its totals and charts which entries they leave out", () => {
  const undated = { ...entryOf("one", 1), timestamp: "soon" };
  const page = pageOf([undated, entryOf("two", 1)], { leftOut: 2 });
  expect(page).toContain(
    '<p class="faint">2 entries have a time that could not be read: neither counted nor listed.</p>',
  );
  const note =
    '<p class="faint">1 entry has a time that could not be read: in the list, but in no day or hour.</p>';
  expect(page.split(note)).toHaveLength(3);
});

it("the page says which of the entries are missing", () => {
  const entries = ["one", "two"].map(entryOf);
  expect(pageOf(entries)).toContain("All entries are listed below, newest first.");
  const page = pageOf(entries, { summary: summaryOf([...entries, ...entries]) });
  expect(page).toContain(
    "Only the newest 2 of 4 entries are listed. The charts count all of them, and payctl audit export writes them.",
  );
});

it("each chart of the page says that it counts all entries if only some are listed", () => {
  const entries = ["one", "two"].map(entryOf);
  const heads = (page: string) => [...page.matchAll(/<h2>(.*?)<\/h2>/g)].map(([, head]) => head);
  expect(heads(pageOf(entries))).toEqual([
    "Entries by day",
    "Entries by person",
    "Entries by action",
    "Entries by resource type",
    "Actions by person",
    "Entries by weekday and hour (UTC)",
  ]);
  expect(heads(pageOf(entries, { summary: summaryOf([...entries, ...entries]) }))).toEqual([
    "Entries by day, all 4",
    "Entries by person, all 4",
    "Entries by action, all 4",
    "Entries by resource type, all 4",
    "Actions by person, all 4",
    "Entries by weekday and hour, all 4 (UTC)",
  ]);
});

it("the page names its service, and a window that nobody gave", () => {
  const entries = ["one", "two"].map(entryOf);
  const summary = { ...summaryOf(entries), since: null };
  const facts = (page: string) =>
    Object.fromEntries(
      [...page.matchAll(/<dt>(.*?)<\/dt><dd>(.*?)<\/dd>/g)].map(([, name, value]) => [name, value]),
    );
  expect(facts(pageOf(entries, { summary }))).toMatchObject({
    Service: "https://api.shop.example",
    Since: "the first entry that the service has",
    Until: "when this was made",
  });
});

it("the page says so if there are no entries", () => {
  const page = pageOf([]);
  expect(page).toContain("There are no entries.");
  expect(count(page, /<svg|<table/g)).toBe(0);
});
