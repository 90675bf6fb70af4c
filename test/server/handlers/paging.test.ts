import { expect, it } from "vitest";
import { id, openWorld } from "./world.ts";

const numbers = Array.from({ length: 25 }, (_, index) => 100 + index);

// Two in each second, so that the id decides between them.
const buyers = numbers.map((number) => ({
  id: id(number),
  display_name: `Buyer ${number}`,
  created_at: new Date(Date.UTC(2026, 0, 1, 0, 0, Math.floor(number / 2))).toISOString(),
}));

const newestFirst = numbers.toReversed().map(id);

function idsOf(body: { items: readonly { id: string }[] }): string[] {
  return body.items.map((item) => item.id);
}

// How a list is walked, there and back, is in faithful/cursors.test.ts.
it("a list answers 20 items unless the caller says otherwise, newest first with the id as tie-break", async () => {
  const { ask } = await openWorld({ buyers });
  const { body } = await ask("GET", "/buyers");
  expect(idsOf(body)).toEqual(newestFirst.slice(0, 20));
  expect([body.limit, body.previous_cursor]).toEqual([20, null]);
  expect(body.next_cursor).toMatch(/^[\w-]{1,1000}$/);
});

it.each(["/buyers", "/audit-logs"])(
  "a list of %s that is empty is answered with both cursors null",
  async (path) => {
    const { ask } = await openWorld();
    expect(await ask("GET", path)).toEqual({
      status: 200,
      body: { items: [], limit: 20, next_cursor: null, previous_cursor: null },
    });
  },
);
