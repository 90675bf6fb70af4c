import { describe, expect, it } from "vitest";
import { parseWindow, within } from "../../../src/commands/audit/window.ts";
import type { ListPage } from "../../../src/terminal/output.ts";

const now = Date.parse("2026-01-15T12:00:00Z");

describe("a window", () => {
  it.each([
    ["2026-01-14T12:00:00Z", "2026-01-14T12:00:00.000Z"],
    ["2026-01-14T12:00:00.250+02:00", "2026-01-14T10:00:00.250Z"],
    ["2026-01-14", "2026-01-14T00:00:00.000Z"],
    ["90m", "2026-01-15T10:30:00.000Z"],
    ["24h", "2026-01-14T12:00:00.000Z"],
    ["7d", "2026-01-08T12:00:00.000Z"],
  ])("a window is read from %s", (text, expected) => {
    const { since } = parseWindow({ since: text, until: undefined }, now);
    expect(new Date(since).toISOString()).toBe(expected);
  });

  it.each([
    "yesterday",
    "2026-02-30",
    "2026-13-01",
    "2026-01-14T25:00:00Z",
    "2026-01-14T12:00:00",
    "24",
    "-1d",
    "",
  ])("a window refuses the time %j", (text) => {
    expect(() => parseWindow({ since: text, until: undefined }, now)).toThrow(`--since ${text}: not a time`);
  });

  it.each(["2h", "1h"])("a window refuses an end that is not after its start: %s", (until) => {
    expect(() => parseWindow({ since: "1h", until }, now)).toThrow("--since must be before --until");
  });
});

function pagesOf(...pages: readonly (readonly string[])[]): {
  pages: AsyncIterable<ListPage>;
  read: () => number;
} {
  let read = 0;
  async function* generate(): AsyncGenerator<ListPage> {
    for (const [index, times] of pages.entries()) {
      read += 1;
      const nextCursor = index === pages.length - 1 ? null : `cursor-${index + 1}`;
      yield { items: times.map((timestamp) => ({ timestamp })), limit: 100, nextCursor };
    }
  }
  return { pages: generate(), read: () => read };
}

async function timesWithin(pages: AsyncIterable<ListPage>, since: string, until: string): Promise<unknown[]> {
  const items: unknown[] = [];
  const window = { since: Date.parse(since), until: Date.parse(until) };
  for await (const page of within(pages, window)) items.push(...page.items);
  return items.map((item) => (item as { timestamp: string }).timestamp);
}

describe("entries within a window", () => {
  it("a window includes its start and excludes its end", async () => {
    const { pages } = pagesOf(["2026-01-03T00:00:00Z", "2026-01-02T00:00:00Z", "2026-01-01T00:00:00Z"]);
    const times = await timesWithin(pages, "2026-01-02T00:00:00Z", "2026-01-03T00:00:00Z");
    expect(times).toEqual(["2026-01-02T00:00:00Z"]);
  });

  it("reading stops once a descending list is past the window", async () => {
    const { pages, read } = pagesOf(
      ["2026-01-05T00:00:00Z", "2026-01-04T00:00:00Z"],
      ["2026-01-03T00:00:00Z", "2026-01-01T00:00:00Z"],
      ["2025-12-31T00:00:00Z"],
    );
    const times = await timesWithin(pages, "2026-01-02T00:00:00Z", "2026-02-01T00:00:00Z");
    expect(times).toHaveLength(3);
    expect(read()).toBe(2);
  });

  it("a list in another order is read to its end", async () => {
    const { pages, read } = pagesOf(
      ["2026-01-01T00:00:00Z"],
      ["2026-01-05T00:00:00Z", "2026-01-01T00:00:00Z"],
      ["2026-01-04T00:00:00Z"],
    );
    const times = await timesWithin(pages, "2026-01-02T00:00:00Z", "2026-02-01T00:00:00Z");
    expect(times).toEqual(["2026-01-05T00:00:00Z", "2026-01-04T00:00:00Z"]);
    expect(read()).toBe(3);
  });
});
