import fc from "fast-check";
import { expect, it } from "vitest";
import { wrapHint, wrapLines } from "../../src/terminal/wrap-lines.ts";

it("wrapping breaks at spaces alone, and leaves a word that is too long on its own line", () => {
  expect(wrapLines("one two  three\nunbreakable-word four", 9)).toEqual([
    "one two",
    "three",
    "unbreakable-word",
    "four",
  ]);
});

it("wrapping fills a line to its last column", () => {
  expect(wrapLines("one two three", 7)).toEqual(["one two", "three"]);
});

it("wrapping keeps every word, in order, in lines that fit or hold one word", () => {
  fc.assert(
    fc.property(
      fc.array(fc.stringMatching(/^\S{1,12}$/)),
      fc.integer({ min: 1, max: 30 }),
      (words, width) => {
        const lines = wrapLines(words.join(" "), width);
        expect(lines.flatMap((line) => line.split(" "))).toEqual(words.flatMap((word) => word.split(/\s+/)));
        expect(lines.filter((line) => line.length > width && line.includes(" "))).toEqual([]);
      },
    ),
  );
});

it.each([
  [{ text: "look again", command: "payctl profile show shop" }, ["look again:", "payctl profile show shop"]],
  [
    { text: "make one", command: "(umask 077; openssl rand -hex 32 > 'file')" },
    ["make one:", "(umask 077; openssl rand -hex 32 > 'file')"],
  ],
  ["the fields are: id, display_name, created_at", ["the fields are: id,", "display_name,", "created_at"]],
  [
    "this machine's clock is behind the service's; set it",
    ["this machine's clock", "is behind the", "service's; set it"],
  ],
])("a hint is broken between words, but not inside its command: %j", (hint, lines) => {
  expect(wrapHint(hint, 20)).toEqual(lines);
});

it("a hint stays as it is where there is room", () => {
  expect(wrapHint("two  spaces", 11)).toEqual(["two  spaces"]);
  expect(wrapHint({ text: "find out why", command: "payctl doctor" }, 27)).toEqual([
    "find out why: payctl doctor",
  ]);
});
