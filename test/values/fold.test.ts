import fc from "fast-check";
import { expect, it } from "vitest";
import { fold } from "../../src/values/fold.ts";

it.each([
  ["José Núñez", "jose nunez"],
  ["JOSE\u0301", "jose"],
  ["Straße, STRASSE, STRAẞE", "strasse, strasse, strasse"],
  ["ΟΔΥΣΣΕΥΣ, Ὀδυσσεύς", "οδυσσευσ, οδυσσευσ"],
  ["İstanbul ISTANBUL", "istanbul istanbul"],
  ["ﬁle Ｆｕｌｌ ①", "file full 1"],
  ["Ελένη Ёлка", "ελενη елка"],
])("%s is compared without case and accents", (text, expected) => {
  expect(fold(text)).toBe(expected);
});

it("folding a folded text changes nothing", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (text) => {
      expect(fold(fold(text))).toBe(fold(text));
    }),
  );
});

it("the case of a text never matters", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), (text) => {
      // The iota below a Greek letter is a mark in small letters and a letter in capitals.
      fc.pre(!text.normalize("NFD").includes("\u0345"));
      expect(fold(text.toUpperCase())).toBe(fold(text));
      expect(fold(text.toLowerCase())).toBe(fold(text));
    }),
  );
});
