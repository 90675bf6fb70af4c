import fc from "fast-check";
import { expect, test } from "vitest";
import { type ListOptions, listPages } from "../../src/client/pages.ts";
import type { ApiResponse } from "../../src/contract/exchange.ts";
import { operations } from "../../src/contract/operations.ts";
import { expectFailure } from "./expect-failure.ts";
import { answer, type Script, scripted } from "./scripted.ts";

function page(ids: readonly string[], nextCursor: string | null = null): ApiResponse {
  return answer(200, { items: ids.map((id) => ({ id })), limit: ids.length, next_cursor: nextCursor });
}

function open(script: readonly Script[], options: ListOptions = {}) {
  const { api, requests } = scripted(script, { retries: 0 });
  return { pages: listPages(api, operations.listBuyers, options), requests };
}

async function read(script: readonly Script[], options: ListOptions = {}) {
  const { pages, requests } = open(script, options);
  const seen = [];
  for await (const { items, nextCursor } of pages) {
    seen.push([items.map((item) => (item as { id: string }).id).join(" "), nextCursor]);
  }
  return { seen, targets: requests.map(({ target }) => target) };
}

test("a list is read to its end, a hundred rows at a time", async () => {
  expect(await read([page(["a", "b"], "c1"), page(["c"], "c2"), page([])])).toEqual({
    seen: [
      ["a b", "c1"],
      ["c", "c2"],
      ["", null],
    ],
    targets: ["/buyers?limit=100", "/buyers?cursor=c1&limit=100", "/buyers?cursor=c2&limit=100"],
  });
});

const numbered = (prefix: string, count: number) => Array.from({ length: count }, (_, n) => `${prefix}${n}`);

test.each<[string, readonly Script[], ListOptions, readonly string[]]>([
  [
    "carries its filters on every page and starts where it is told to",
    [page(["a"], "c1"), page(["b"])],
    { query: { search: "Ada", external_identifier: undefined }, cursor: "c0", pageSize: 1 },
    ["/buyers?search=Ada&cursor=c0&limit=1", "/buyers?search=Ada&cursor=c1&limit=1"],
  ],
  [
    "asks for no more rows than are wanted",
    [page(numbered("a", 100), "c1"), page(numbered("b", 50), "c2")],
    { limit: 150 },
    ["/buyers?limit=100", "/buyers?cursor=c1&limit=50"],
  ],
  [
    "does not count a repeated row towards the limit",
    [page(["a", "a"], "c1"), page(["b"])],
    { limit: 2, pageSize: 2 },
    ["/buyers?limit=2", "/buyers?cursor=c1&limit=1"],
  ],
])("a list %s", async (_, script, options, targets) => {
  expect((await read(script, options)).targets).toEqual(targets);
});

test("a list says where to continue when the limit ends it", async () => {
  expect(await read([page(["a"], "c1")], { limit: 1 })).toEqual({
    seen: [["a", "c1"]],
    targets: ["/buyers?limit=1"],
  });
});

test("a list is cut at the limit when the service sends more, and names no cursor that skips the rest", async () => {
  const { pages } = open([page(["a", "b", "c"], "c1")], { limit: 2 });
  const { value } = await pages.next();
  expect(value).toEqual({ items: [{ id: "a" }, { id: "b" }], limit: 3, nextCursor: null, isCut: true });
  expect(await pages.next()).toMatchObject({ done: true });
});

test("a list keeps what the envelope says of its limit", async () => {
  const { pages } = open([answer(200, '{"items":[],"limit":20.0}')]);
  expect((await pages.next()).value).toMatchObject({ limit: { value: "20.0" }, nextCursor: null });
});

test("a list is empty under a dry run", async () => {
  const { api } = scripted([], { show: async () => {} });
  expect(await listPages(api, operations.listBuyers).next()).toEqual({ done: true, value: undefined });
});

test("the next page is requested before the current one is handed over, and no further", async () => {
  const { pages, requests } = open([page(["a"], "c1"), page(["b"], "c2"), page(["c"])]);
  await pages.next();
  expect(requests).toHaveLength(2);
  await new Promise(setImmediate);
  expect(requests).toHaveLength(2);
  await pages.next();
  expect(requests).toHaveLength(3);
});

test("the next page is requested only when it is wanted if that is asked for", async () => {
  const { pages, requests } = open([page(["a"], "c1"), page(["b"])], { onDemand: true });
  await pages.next();
  await new Promise(setImmediate);
  expect(requests).toHaveLength(1);
  await pages.next();
  expect(requests).toHaveLength(2);
});

test("the next page is given up, and none requested after it, when the reader goes away", async () => {
  let given: unknown;
  const hang: Script = ({ signal }) =>
    new Promise((_, reject) => {
      signal?.addEventListener("abort", () => {
        given = signal.reason;
        reject(signal.reason);
      });
    });
  const { pages, requests } = open([page(["a"], "c1"), hang]);
  await pages.next();
  await new Promise(setImmediate);
  await pages.return(undefined);
  expect(given).toMatchObject({ name: "AbortError" });
  expect(requests).toHaveLength(2);
  expect(await pages.next()).toEqual({ done: true, value: undefined });
});

test("the next page may fail without taking the current one with it", async () => {
  const { pages } = open([page(["a"], "c1"), answer(500)]);
  expect((await pages.next()).value).toMatchObject({ items: [{ id: "a" }] });
  await expect(pages.next()).rejects.toMatchObject({ exitCode: 5 });
});

test("a repeated row is dropped and counted, on its own page and on the next", async () => {
  const counts: number[] = [];
  const { seen } = await read([page(["a", "b", "b"], "c1"), page(["b", "a", "c"])], {
    onDuplicates: (count) => void counts.push(count),
  });
  expect(seen).toEqual([
    ["a b", "c1"],
    ["c", null],
  ]);
  expect(counts).toEqual([1, 2]);
});

test("a row is forgotten after the next page", async () => {
  const { seen } = await read([page(["a"], "c1"), page(["b"], "c2"), page(["a"])]);
  expect(seen.map(([ids]) => ids)).toEqual(["a", "b", "a"]);
});

test("a repeated row without an id is kept", async () => {
  const { pages } = open([answer(200, { items: [1, 1, null, { id: 5 }, { id: 5 }] })]);
  expect((await pages.next()).value?.items).toHaveLength(5);
});

/** Reads a list of made-up pages until it ends or fails. */
async function follow(makePage: (count: number) => ApiResponse) {
  let asked = 0;
  const { api } = scripted([], {
    retries: 0,
    exchange: async () => {
      asked += 1;
      return makePage(asked - 1);
    },
  });
  try {
    for await (const _ of listPages(api, operations.listBuyers));
    return { asked, ended: undefined };
  } catch (ended) {
    return { asked, ended };
  }
}

test.each([
  ["no content", answer(204)],
  ["an empty body", answer(200)],
  ["null", answer(200, "null")],
  ["an array", answer(200, [])],
  ["items that are none", answer(200, { items: {} })],
])("a list is broken by an answer with %s", async (_, response) => {
  await expect(read([response])).rejects.toMatchObject({
    name: "BrokenAnswerError",
    exitCode: 5,
    message: "the service returned a list without items",
    call: { method: "GET", path: "/buyers", attempts: 1 },
  });
});

test.each([5, {}, true, []])("a list is broken by the next cursor %j, after its rows", async (cursor) => {
  const { pages } = open([answer(200, { items: [{ id: "a" }], next_cursor: cursor })]);
  expect((await pages.next()).value).toMatchObject({ items: [{ id: "a" }], nextCursor: null });
  await expectFailure(pages.next(), 5, "the service sent a next_cursor that is not a cursor");
});

test.each(["", false])("a list is not broken by the cursor %j at its end", async (cursor) => {
  const { seen } = await read([answer(200, { items: [{ id: "a" }], next_cursor: cursor })]);
  expect(seen).toEqual([["a", null]]);
});

test("a list is broken by the same cursor again, after the pages that were sound", async () => {
  const { pages } = open([page(["a"], "c1"), page(["b"], "c1")]);
  for (const id of ["a", "b"]) expect((await pages.next()).value?.items).toEqual([{ id }]);
  await expectFailure(pages.next(), 5, "the service's list never ends: it sent the same cursor twice");
});

test("a list is broken by a cursor that repeats one of the last thousand, at its first repetition", async () => {
  const lengths = { way: fc.nat(300), circle: fc.integer({ min: 1, max: 1000 }) };
  await fc.assert(
    fc.asyncProperty(fc.record(lengths), async ({ way, circle }) => {
      const { asked, ended } = await follow((count) => {
        return page([`row${count}`], `c${count < way ? count : way + ((count - way) % circle)}`);
      });
      expect(ended).toMatchObject({ exitCode: 5, message: expect.stringContaining("same cursor twice") });
      expect(asked).toBe(way + circle + 1);
    }),
    { numRuns: 20, examples: [[{ way: 1200, circle: 1000 }]] },
  );
});

test("a list remembers no more than the last thousand cursors", async () => {
  const { ended } = await follow((count) => {
    return count === 1200 ? page(["last"]) : page([`row${count}`], `c${count % 1001}`);
  });
  expect(ended).toBeUndefined();
});

test("a list ends, whatever sequence of cursors a service sends", async () => {
  const most = 60;
  const next = fc.oneof(
    { weight: 8, arbitrary: fc.nat(most - 1).map((place) => `c${place}`) },
    { weight: 1, arbitrary: fc.constantFrom(null, undefined, "", false, true, 7, {}, []) },
  );
  const rows = fc.array(
    fc.constantFrom("a", "b", "c").map((id) => ({ id })),
    { maxLength: 2 },
  );
  const places = fc.array(fc.record({ items: rows, next_cursor: next }), {
    minLength: most,
    maxLength: most,
  });
  await fc.assert(
    fc.asyncProperty(places, async (known) => {
      let place = 0;
      const { asked, ended } = await follow(() => {
        const { items, next_cursor } = known[place] ?? { items: [], next_cursor: null };
        place = Number(String(next_cursor).slice(1));
        return answer(200, next_cursor === undefined ? { items } : { items, next_cursor });
      });
      expect(asked).toBeLessThanOrEqual(most + 1);
      if (ended !== undefined) expect(ended).toMatchObject({ exitCode: 5 });
    }),
    { numRuns: 50 },
  );
});

test("a list is broken by a cursor that leads back to where it started", async () => {
  const { pages } = open([page(["a"], "c0")], { cursor: "c0" });
  await pages.next();
  await expect(pages.next()).rejects.toMatchObject({ exitCode: 5 });
});
