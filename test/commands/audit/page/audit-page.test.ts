import { describe, expect, it } from "vitest";
import { countEntry, startTally, summarise } from "../../../../src/commands/audit/counts.ts";
import { entryOf, hostile, pageOf } from "./pages.ts";

const plain = pageOf(
  ["created", "updated", "deleted"].map((action, index) => ({ ...entryOf("plain", index), action })),
);

function count(text: string, pattern: RegExp): number {
  return [...text.matchAll(pattern)].length;
}

describe("the page of a summary", () => {
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

  it("the page of a summary scales no chart, so that its words keep their size, and lets a chart of many days scroll", () => {
    const short = pageOf(["one", "two"].map(entryOf));
    const long = pageOf(["one", "two"].map((text, index) => entryOf(text, 100 * index)));
    const place = '<div class="broad" tabindex="0"><svg ';
    expect([short, long].map((page) => page.split(place).length - 1)).toEqual([0, 1]);
    expect(long).toContain('<p class="faint hint">Scroll sideways to see earlier days.</p>');
    expect(count(long, /viewBox/g)).toBe(0);
  });

  it("the page says which of the entries are missing", () => {
    const entries = ["one", "two"].map(entryOf);
    expect(pageOf(entries)).toContain("All entries are listed below, newest first.");
    const tally = startTally();
    for (const entry of [...entries, ...entries]) countEntry(tally, entry);
    const window = { since: Number.NEGATIVE_INFINITY, until: Number.POSITIVE_INFINITY };
    const summary = summarise(tally, window);
    expect(pageOf(entries, { summary })).toContain(
      "Only the newest 2 of 4 entries are listed; payctl audit export writes all of them.",
    );
  });

  it("the page says so if there are no entries", () => {
    const page = pageOf([]);
    expect(page).toContain("There are no entries.");
    expect(count(page, /<svg|<table/g)).toBe(0);
  });
});
