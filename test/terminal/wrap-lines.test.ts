import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { wrapLines } from "../../src/terminal/wrap-lines.ts";

describe("wrapLines", () => {
  it("breaks at spaces alone, and leaves a word that is too long on its own line", () => {
    expect(wrapLines("one two  three\nunbreakable-word four", 9)).toEqual([
      "one two",
      "three",
      "unbreakable-word",
      "four",
    ]);
  });

  it("fills a line to its last column", () => {
    expect(wrapLines("one two three", 7)).toEqual(["one two", "three"]);
  });

  it("keeps every word, in order, in lines that fit or hold one word", () => {
    fc.assert(
      fc.property(
        fc.array(fc.stringMatching(/^\S{1,12}$/)),
        fc.integer({ min: 1, max: 30 }),
        (words, width) => {
          const lines = wrapLines(words.join(" "), width);
          expect(lines.flatMap((line) => line.split(" "))).toEqual(
            words.flatMap((word) => word.split(/\s+/)),
          );
          expect(lines.filter((line) => line.length > width && line.includes(" "))).toEqual([]);
        },
      ),
    );
  });
});
