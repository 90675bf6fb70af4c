import { expect, it } from "vitest";
import { patternsBelow, patternsIn, slowWays } from "./helpers/patterns.ts";

/** What some patterns are put together from, and is no constant of their file. */
const parts = {
  "client/echoes.ts": { literal: "secret" },
  "contract/schemas/flow-conditions.ts": { digits: 8 },
};

/** Strangers send texts too, so none may be slow; the analysis looks for texts that repeat one character. */
it("every regular expression of the source takes linear time, whatever character a text repeats", async () => {
  const found = await patternsBelow(new URL("../src/", import.meta.url), parts);
  expect(found.flatMap(({ file, pattern }) => slowWays(pattern).map((way) => `${file}: ${way}`))).toEqual([]);
});

it("the regular expressions of a file are found between divisions, comments and strings, and those made of constants", () => {
  const code = [
    "const half = (a) => a / 2 / 1; // not /a+$/",
    'const text = "/b+$/";',
    "const word = String.raw`\\w`, words = [word, /\\d/.source];",
    "function find(end) { return half(1) ? new RegExp(`(?:$" +
      '{words.join("|")})+$' +
      '{end}`, "g") : /[/]+$/; }',
  ];
  expect(patternsIn(code.join("\n"), { end: "!" }).map(String)).toEqual([
    String(/\d/),
    String(/(?:\w|\d)+!/g),
    String(/[/]+$/),
  ]);
});

it.each([
  [/=+$/, 'Move "="'],
  [/^a+(\w+)!/, 'Trade "a"'],
  [/^(?:a+)+$/, 'Self "a"'],
])("the pattern %s is slow", (pattern, way) => {
  expect(slowWays(pattern)).toEqual([`${pattern} is slow by ${way}`]);
});

it.each([/(?<!=)=+$/, /^a+(?!a)(\w+)!/, /^a+$/])("the pattern %s is not slow", (pattern) => {
  expect(slowWays(pattern)).toEqual([]);
});
