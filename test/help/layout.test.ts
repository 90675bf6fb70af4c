import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { definitionLines, pageText, readableWidth, wrapLines } from "../../src/help/layout.ts";

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

describe("definitionLines", () => {
  it("aligns the texts, and puts a long term above its own", () => {
    const rows = [
      { term: "-a", text: "the first" },
      { term: "--long", text: "a text that goes on and on, over two lines" },
      { term: "--a-term-that-is-longer-than-all-others", text: "below" },
    ];
    expect(definitionLines(rows, 40)).toEqual([
      "  -a      the first",
      "  --long  a text that goes on and on,",
      "          over two lines",
      "  --a-term-that-is-longer-than-all-others",
      "          below",
    ]);
  });
});

describe("pageText", () => {
  it("parts its sections by an empty line and leaves out those without lines", () => {
    const sections = [{ lines: ["a"] }, { title: "Empty", lines: [] }, { title: "Full", lines: ["  b"] }];
    expect(pageText(sections)).toBe("a\n\nFull:\n  b\n");
  });
});

describe("readableWidth", () => {
  it.each([
    [10, 40],
    [72, 72],
    [400, 100],
  ])("of %i columns is %i", (columns, width) => {
    expect(readableWidth(columns)).toBe(width);
  });
});
