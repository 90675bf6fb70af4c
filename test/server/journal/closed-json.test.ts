import { expect, test } from "vitest";
import { closedJson } from "../../../src/server/journal/safe-body.ts";

const value = {
  items: [
    { id: "a", note: 'a "b" \\ {[,' },
    { id: "c", list: [1, -2.5e3, null, true, {}, []] },
  ],
  next: "x",
};
const text = JSON.stringify(value);

test("the beginning of a JSON text is closed wherever it was cut off", () => {
  const beginnings = [...text].map((_, length) => closedJson(text.slice(0, length)));
  expect(beginnings.slice(1).map((each) => JSON.parse(each))).toHaveLength(text.length - 1);
  expect(JSON.parse(closedJson(text))).toEqual(value);
});

test.each([
  ['{"items":[{"id":"a"},{"id":"b', { items: [{ id: "a" }, {}] }],
  ['{"items":[{"id":"a"},', { items: [{ id: "a" }] }],
  ['{"a":1,"b":"x, y', { a: 1 }],
  ['{"a":1,"b":"x\\', { a: 1 }],
  ["[1,2,3", [1, 2]],
  ["[", []],
])("of %s only what is whole remains", (beginning, expected) => {
  expect(JSON.parse(closedJson(beginning))).toEqual(expected);
});
