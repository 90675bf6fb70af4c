import { expect, it } from "vitest";
import { definitionLines, pageText, readableWidth } from "../../src/terminal/page-layout.ts";

it("a list of terms aligns its texts, and puts a long term above its own", () => {
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

it("a list of terms puts texts below their terms if there is little room next to them", () => {
  const rows = [
    { term: "    --external-identifier ID", text: "external identifier", below: ["which is exact"] },
  ];
  expect(definitionLines(rows, 45)).toEqual([
    "  --external-identifier ID",
    "    external identifier",
    "    which is exact",
  ]);
});

it("a page parts its sections by an empty line and leaves out those without lines", () => {
  const sections = [{ lines: ["a"] }, { title: "Empty", lines: [] }, { title: "Full", lines: ["  b"] }];
  expect(pageText(sections)).toBe("a\n\nFull:\n  b\n");
});

it.each([
  [10, 20],
  [72, 72],
  [400, 100],
])("the readable width of %i columns is %i", (columns, width) => {
  expect(readableWidth(columns)).toBe(width);
});
