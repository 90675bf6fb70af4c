import { expect, it } from "vitest";
import { shellWord, withoutEndSlashes } from "../../src/values/text.ts";

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
  ["https://a.example//b///", "https://a.example//b"],
  ["https://a.example", "https://a.example"],
  ["///", ""],
])("the address %s is %s without slashes at its end", (address, without) => {
  expect(withoutEndSlashes(address)).toBe(without);
});
