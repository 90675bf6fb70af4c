import fc from "fast-check";
import { expect, it } from "vitest";
import { safeCell, safeJson, safeLines, safeText } from "../../src/values/safe-text.ts";

it.each([
  ["an escape sequence", "\u001b[2J", String.raw`\u001b[2J`],
  ["a bell", "\u0007", String.raw`\u0007`],
  ["a backspace", "a\bb", String.raw`a\u0008b`],
  ["line breaks and tabs", "a\r\n\tb", String.raw`a\r\n\tb`],
  ["delete", "\u007f", String.raw`\u007f`],
  ["a C1 control", "\u009b31m", String.raw`\u009b31m`],
  ["a bidi override", "a\u202eb\u202c", String.raw`a\u202eb\u202c`],
  ["a bidi isolate", "a\u2066b\u2069", String.raw`a\u2066b\u2069`],
  ["direction marks", "\u200e\u200f\u061c", String.raw`\u200e\u200f\u061c`],
  ["a zero-width space", "a\u200bb", String.raw`a\u200bb`],
  ["a byte order mark", "\ufeffa", String.raw`\ufeffa`],
  ["line and paragraph separators", "a\u2028b\u2029", String.raw`a\u2028b\u2029`],
  ["a soft hyphen", "pay\u00adctl", String.raw`pay\u00adctl`],
  ["a Hangul filler", "\u3164", String.raw`\u3164`],
  ["lone surrogates", "a\ud800b\udc00", String.raw`a\ud800b\udc00`],
  ["tag characters", "a\u{e0041}\u{e007f}", String.raw`a\u{e0041}\u{e007f}`],
  ["a joiner with nothing to join", "a\u200d \u200c", String.raw`a\u200d \u200c`],
  ["a second variation selector", "a\ufe0f\ufe0f", `a\ufe0f${String.raw`\ufe0f`}`],
])("safe text shows %s escaped", (_, text, shown) => {
  expect(safeText(text)).toBe(shown);
});

it.each([
  ["letters of any script", "Zoë 日本語 العربية हिन्दी"],
  ["a backslash", String.raw`C:\new`],
  ["a family of emoji", "👩‍👩‍👧‍👦"],
  ["an emoji with skin tone and profession", "👩🏽‍🚀"],
  ["a flag and a keycap", "🇳🇿 1️⃣ ❤️"],
  ["a Persian word with a non-joiner", "می‌خواهم"],
  ["an Indic word with a joiner", "क्‍ष"],
  ["an ideograph with a variation", "葛\u{e0100}"],
  ["combining marks", "e\u0301"],
])("safe text leaves %s as it is", (_, text) => {
  expect(safeText(text)).toBe(text);
});

it("safe text keeps line breaks of lines, and line breaks and tabs of cells", () => {
  expect(safeLines("a\nb\tc\u001b")).toBe(`a\nb${String.raw`\u0009c\u001b`}`);
  expect(safeCell("a\r\nb\tc\u001b")).toBe(`a\r\nb\tc${String.raw`\u001b`}`);
});

it("safe text escapes each character by itself exactly where it steers a terminal or hides", () => {
  const steers = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\ufff9-\ufffb]/u;
  const wrong = Array.from({ length: 0x10000 }, (_, unit) => String.fromCharCode(unit)).filter(
    (character) => (safeText(character) !== character) !== steers.test(character),
  );
  expect(wrong).toEqual([]);
});

it("safe text leaves no character that it would escape again", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (text) => {
      expect(safeText(safeText(text))).toBe(safeText(text));
      expect(safeText(text)).not.toMatch(/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]/u);
    }),
  );
});

it("safe text leaves JSON equal", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (text) => {
      expect(JSON.parse(safeJson(JSON.stringify({ [text]: text })))).toEqual({ [text]: text });
    }),
  );
});
