import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { cutPage } from "../../src/client/cut-page.ts";
import { secretFields } from "../../src/contract/secret-fields.ts";
import { parseJson, stringifyJson } from "../../src/json.ts";

function pageOf(items: string): string {
  return `{"items":[${items}],"limit":2,"next_cursor":"c1","previous_cursor":null}`;
}

/** The lines that reading and writing the items makes. */
function linesOf(body: string): readonly string[] {
  const page = parseJson(body) as { readonly items: readonly unknown[] };
  return page.items.map((item) => stringifyJson(item));
}

describe("cutting a page", () => {
  test("leaves each item the text that came, and reads what leads on", () => {
    const items = ['{"type":"buyer","id":"b1","n":-12,"address":{"lines":["ä"]}}', '{"id":"b2"}'];
    const page = cutPage(pageOf(items.join(",")));
    expect(page).toMatchObject({
      items: [{ id: "b1" }, { id: "b2" }],
      limit: 2,
      next_cursor: "c1",
      previous_cursor: null,
    });
    expect(page?.items.map((item) => stringifyJson(item))).toEqual(items);
  });

  test.each([
    ["a text with a border in it", '{"id":"b1","name":"},{"}'],
    ["an escaped quote", String.raw`{"id":"b1","name":"\"},{\""}`],
    ["the escapes that JSON.stringify writes", String.raw`{"id":"b1","name":"\b\f\n\r\t\\"}`],
    ["an id in another object", '{"user":{"id":"u1"},"id":"b1"}'],
  ])("takes %s for a part of its item", (_, item) => {
    expect(cutPage(pageOf(item))?.items).toEqual([expect.objectContaining({ id: "b1" })]);
    expect(cutPage(pageOf(item))?.items.map((one) => stringifyJson(one))).toEqual([item]);
  });

  test.each([
    ["a space outside of texts", '{"id": "b1"}'],
    ["a line break between items", '{"id":"b1"},\n{"id":"b2"}'],
    ["an escape that JSON.stringify does not write", String.raw`{"id":"b1","name":"\u00e9"}`],
    ["an escaped slash", String.raw`{"id":"b1","url":"\/"}`],
    ["a raw control character", '{"id":"b1","name":"\t"}'],
    ["a fraction", '{"id":"b1","n":1.0}'],
    ["a long number", '{"id":"b1","n":1234567890123456}'],
    ["a negative zero", '{"id":"b1","n":-0}'],
    ["a number with a leading zero", '{"id":"b1","n":01}'],
    ["no id", '{"name":"Ada"}'],
    ["an id that is no text", '{"id":1}'],
    ["two ids", '{"id":"b1","id":"b2"}'],
    ["an item that is no object", "1"],
    ["deep nesting", '{"id":"b1","a":[[[1]]]}'],
    ["nothing in it", ""],
    ["a comma too many", '{"id":"b1"},'],
    ["half an item", '{"id":"b1"'],
    ["a word that JSON does not know", '{"id":"b1","a":undefined}'],
    ...secretFields.map((name) => [name, `{"id":"b1","a":{"${name}":"x"}}`]),
    ...secretFields.map((name) => [`a first ${name}`, `{"${name}":null,"id":"b1"}`]),
  ])("leaves a page with %s to be read", (_, items) => {
    expect(cutPage(pageOf(items))).toBeUndefined();
  });

  test.each([
    ["that is cut off", '{"items":[{"id":"b1"}]'],
    ["with text behind it", '{"items":[{"id":"b1"}]} x'],
    ["whose items come second", '{"limit":2,"items":[{"id":"b1"}]}'],
    ["that names items twice", '{"items":[{"id":"b1"}],"items":[]}'],
    ["that is empty", ""],
    ["that is null", "null"],
    ["of millions of characters", pageOf(`{"id":"b1","name":"${"x".repeat(4_000_000)}"}`)],
  ])("leaves a page %s to be read", (_, body) => {
    expect(cutPage(body)).toBeUndefined();
  });

  test("comes to an end with long texts and many fields, right or wrong", () => {
    const fields = Array.from({ length: 100_000 }, (_, index) => `"f${index}":"x"`).join(",");
    const item = `{"id":"b1","text":"${"x".repeat(1_000_000)}",${fields}}`;
    expect(cutPage(pageOf(item))?.items).toHaveLength(1);
    expect(cutPage(pageOf(item.replace(/}$/, "!")))).toBeUndefined();
  });

  test("keeps a name that comes twice, as the service does", () => {
    const item = '{"id":"b1","a":1,"a":2}';
    expect(cutPage(pageOf(item))?.items.map((one) => stringifyJson(one))).toEqual([item]);
  });

  /** Some items are as JSON.stringify writes them, others are not; names are few, so that they meet. */
  const name = fc.constantFrom("a", "b", "type", "__proto__");
  const single = fc.oneof(
    fc.string({ unit: "grapheme" }),
    fc.string(),
    fc.integer(),
    fc.oneof({ weight: 9, arbitrary: fc.nat() }, fc.double({ noNaN: true, noDefaultInfinity: true })),
    fc.constantFrom<unknown>(null, true, false, "},{", '"', "\u2028", "\ud800", "\u009b", "********"),
  );
  const { value } = fc.letrec<{ value: unknown }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 2, withCrossShrink: true },
      single,
      fc.array(tie("value"), { maxLength: 3 }),
      fc.dictionary(name, tie("value"), { maxKeys: 3 }),
    ),
  }));
  const item = fc
    .tuple(fc.dictionary(name, value, { maxKeys: 3 }), fc.string(), fc.dictionary(name, value))
    .map(([before, id, after]) => ({ ...before, id, ...after }));
  const space = fc.constantFrom<string | number | undefined>(undefined, undefined, undefined, 1, "\t");

  test("writes byte for byte what reading and writing would, or leaves it to that", () => {
    let cut = 0;
    fc.assert(
      fc.property(fc.array(item, { minLength: 1, maxLength: 3 }), space, (items, gap) => {
        const body = JSON.stringify({ items, limit: 3, next_cursor: null }, undefined, gap);
        const page = cutPage(body);
        if (page === undefined) return;
        cut += 1;
        expect(page.items.map((one) => stringifyJson(one))).toEqual(linesOf(body));
        expect(page.items.map(({ id }) => id)).toEqual(items.map(({ id }) => id));
      }),
      { numRuns: 2000 },
    );
    expect(cut).toBeGreaterThan(200);
  });

  test("takes nothing that is not JSON, wherever a character is lost, doubled or changed", () => {
    const change = fc.tuple(
      fc.nat(),
      fc.constantFrom("", '"', "\\", "{", "}", "[", "]", ",", ":", "0", "-", " ", "\n", "e"),
    );
    fc.assert(
      fc.property(fc.array(item, { minLength: 1, maxLength: 3 }), change, (items, [at, character]) => {
        const body = JSON.stringify({ items, next_cursor: null });
        const place = at % body.length;
        const spoilt = body.slice(0, place) + character + body.slice(place + (at % 2));
        const page = cutPage(spoilt);
        if (page === undefined) return;
        expect(page.items.map((one): unknown => JSON.parse(stringifyJson(one)))).toEqual(
          JSON.parse(spoilt).items,
        );
      }),
      { numRuns: 2000 },
    );
  });
});
