import { expect, it } from "vitest";
import { grouped, shellWord } from "../../src/values/text.ts";

it.each([
  [":memory:", ":memory:"],
  ["/var/data/reference.db", "/var/data/reference.db"],
  ["two words", "'two words'"],
  ["it's", "'it'\\''s'"],
  ["$HOME", "'$HOME'"],
  ["", "''"],
])("the word %j is written %s for a shell", (word, written) => {
  expect(shellWord(word)).toBe(written);
});

it.each([
  [0, "0"],
  [999, "999"],
  [1000, "1,000"],
  [-123_456, "-123,456"],
  [Number.MAX_SAFE_INTEGER, "9,007,199,254,740,991"],
])("the digits of the count %d are grouped as %s", (count, shown) => {
  expect(grouped(count)).toBe(shown);
});
