import { expect, it } from "vitest";
import { within } from "../../../src/commands/audit/pages.ts";
import type { ListPage } from "../../../src/terminal/output.ts";

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

it("a window includes its start and excludes its end", async () => {
  const { pages } = pagesOf(["2026-01-03T00:00:00Z", "2026-01-02T00:00:00Z", "2026-01-01T00:00:00Z"]);
  const times = await timesWithin(pages, "2026-01-02T00:00:00Z", "2026-01-03T00:00:00Z");
  expect(times).toEqual(["2026-01-02T00:00:00Z"]);
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
