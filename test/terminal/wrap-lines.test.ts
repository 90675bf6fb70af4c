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
  ["look again: payctl profile show shop", ["look again:", "payctl profile show shop"]],
  [
    "payctl keys generate -p shop, or: payctl keys import FILE -p shop",
    ["payctl keys generate -p shop,", "or:", "payctl keys import FILE -p shop"],
  ],
  [
    "to replace it, add: --yes; to see it: payctl profile show shop",
    ["to replace it, add:", "--yes; to see it:", "payctl profile show shop"],
  ],
  [
    "chmod 600 '/two words/a, b' && chmod 700 '/two words'",
    ["chmod 600 '/two words/a, b' && chmod 700 '/two words'"],
  ],
  [
    "make one: (umask 077; openssl rand -hex 32 > 'file')",
    ["make one:", "(umask 077; openssl rand -hex 32 > 'file')"],
  ],
  ["check: ls -ld '/it'\\''s; here'", ["check:", "ls -ld '/it'\\''s; here'"]],
  ["as in --fault 'GET /buyers 503 x2' or so", ["as in --fault", "'GET /buyers 503 x2'", "or so"]],
  ["the fields are: id, display_name, created_at", ["the fields are: id,", "display_name,", "created_at"]],
  [
    "it matches: Ada Lovelace and Countess of Lovelace",
    ["it matches: Ada", "Lovelace and", "Countess of Lovelace"],
  ],
  ["add: -p shop --base-url URL", ["add:", "-p shop --base-url URL"]],
  ["encode it: base64 < /a/long/path", ["encode it:", "base64 < /a/long/path"]],
  ["to end it: kill 12345 && rm -f 'note'", ["to end it:", "kill 12345 && rm -f 'note'"]],
  [
    "this machine's clock is behind the service's; set it",
    ["this machine's clock", "is behind the", "service's; set it"],
  ],
])("a hint is broken between words, but not inside a command: %s", (hint, lines) => {
  expect(wrapHint(hint, 20)).toEqual(lines);
});

it("a hint stays as it is where there is room", () => {
  expect(wrapHint("two  spaces", 11)).toEqual(["two  spaces"]);
});

it("a hint loses no word, whatever is in it", () => {
  const hint = fc.string({
    unit: fc.constantFrom("a", " ", "'", "(", ")", ",", ";", ": ", "\\", "payctl "),
  });
  fc.assert(
    fc.property(hint, fc.integer({ min: 1, max: 20 }), (text, width) => {
      const words = (shown: string) => shown.match(/\S+/g) ?? [];
      expect(wrapHint(text, width).flatMap(words)).toEqual(words(text));
    }),
  );
});
