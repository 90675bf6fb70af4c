import fc from "fast-check";
import { expect, it } from "vitest";
import { cellWidth, fitCell, wrapCells } from "../../../src/terminal/render/cell-width.ts";

it.each([
  ["", 0],
  ["Ada Lovelace", 12],
  ["Zoë's café", 10],
  ["Zoe\u0308", 3],
  ["漢字", 4],
  ["か\u3099", 2],
  ["ｶﾞ", 2],
  ["Ａ！", 4],
  ["한국", 4],
  ["\u1112\u1161\u11ab", 2],
  ["ꀀꀁ", 4],
  ["ไทย กำ น้ำ", 9],
  ["हिन्दी", 4],
  ["می\u200cخواهم", 7],
  ["so\u00adft", 4],
  ["…─█€", 4],
  ["😀", 2],
  ["👍🏽", 2],
  ["👨\u200d👩\u200d👧", 2],
  ["❤\u200d🔥", 2],
  ["🏳\ufe0f\u200d🌈", 2],
  ["🇩🇪🇫🇷", 4],
  ["1\ufe0f\u20e3#\u20e3", 4],
  ["☎", 1],
  ["☎\ufe0f", 2],
  ["☝✌", 2],
  ["☝🏽", 2],
  ["©\ufe0f", 2],
  ["𝐀", 1],
])("the text %j takes %i cells, as terminals draw it", (text, width) => {
  expect(cellWidth(text)).toBe(width);
});

it("a text takes the cells of its graphemes together", () => {
  const graphemes = fc.array(
    fc.constantFrom("a", "é", "漢", "한", "👍🏽", "❤\u200d🔥", "ก", "Ａ", "e\u0301"),
  );
  fc.assert(
    fc.property(graphemes, (parts) => {
      expect(cellWidth(parts.join(""))).toBe(parts.reduce((sum, part) => sum + cellWidth(part), 0));
    }),
  );
});

it.each([
  ["Ada", 5, "left", "Ada  "],
  ["Ada", 5, "right", "  Ada"],
  ["Ada Lovelace", 4, "left", "Ada…"],
  ["Ada", 0, "left", "…"],
  ["漢字漢字", 4, "left", "漢… "],
  ["漢字", 4, "left", "漢字"],
  ["👨\u200d👩\u200d👧👨\u200d👩\u200d👧x", 4, "left", "👨\u200d👩\u200d👧… "],
  ["e\u0301e\u0301e\u0301", 2, "left", "e\u0301…"],
] as const)("the text %j in %i cells, set %s, is %j", (text, width, side, fitted) => {
  expect(fitCell(text, width, side)).toBe(fitted);
});

it("a text brought to a width fills exactly that width, whatever it holds", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), fc.integer({ min: 1, max: 20 }), (text, width) => {
      expect(cellWidth(fitCell(text, width))).toBe(width);
    }),
  );
});

/** Text of many scripts, with joiners, marks and selectors, and whole graphemes. */
const anyText = fc
  .array(
    fc.constantFrom(
      ..."aé漢한ก क्षि\u0301\u200d\ufe0f\u1100\u1161".split(""),
      ...["🇩", "👩", "👩\u200d", "🏽", "\u{e0100}", " ", "क्\u200d", "ำ", "ிாொ", "\u0903".repeat(40)],
    ),
    { maxLength: 40 },
  )
  .map((parts) => parts.join(""));

it.each([
  ["Ada Lovelace", 12, ["Ada Lovelace"]],
  ["Ada Lovelace", 11, ["Ada", "Lovelace"]],
  ["a  b", 4, ["a  b"]],
  ["one 0123456789 two", 6, ["one", "012345", "6789", "two"]],
  ["漢字漢字 漢", 5, ["漢字", "漢字", "漢"]],
  ["", 5, [""]],
])("%j in %i cells is %j", (text, width, lines) => {
  expect(wrapCells(text, width)).toEqual(lines);
});

it("a text in lines loses nothing but spaces, and no line is too wide", () => {
  fc.assert(
    fc.property(anyText, fc.integer({ min: 2, max: 30 }), (text, width) => {
      const lines = wrapCells(text, width);
      expect(lines.filter((line) => cellWidth(line) > width)).toEqual([]);
      expect(lines.join("").replaceAll(" ", "")).toBe(text.replaceAll(" ", ""));
    }),
  );
});
