import { expect, it } from "vitest";
import { growth } from "./helpers/pattern-steps.ts";
import { patternsBelow, patternsIn, slowWays } from "./helpers/patterns.ts";

/** What some patterns are put together from, and is no constant of their file. */
const parts = {
  "contract/schemas/flow-conditions.ts": { digits: 8 },
  "server/journal/secrets.ts": { secretNames: ["private_key", "pin"] },
  "values/pem.ts": { label: "[A-Z0-9 ]*PRIVATE KEY" },
};

/** Strangers send texts too, so none may be slow; the analysis looks for texts that repeat one character. */
it("every regular expression of the source takes linear time, whatever character a text repeats", async () => {
  const found = await patternsBelow(new URL("../src/", import.meta.url), parts);
  expect(found.flatMap(({ file, pattern }) => slowWays(pattern).map((way) => `${file}: ${way}`))).toEqual([]);
});

/** Files whose slow patterns see only what the user's own machine, or the source itself, says. */
const ownTexts: readonly string[] = [
  "client/trust.ts",
  "commands/audit/summary-fields.ts",
  "commands/explain/field-rows.ts",
  "credentials/private-key.ts",
  "server/store/postgres/failures.ts",
  "values/split-command.ts",
];

it("every regular expression that a stranger's text reaches takes linear time for its worst texts, in counted steps", async () => {
  const found = await patternsBelow(new URL("../src/", import.meta.url), parts);
  const strangers = found.filter(({ file }) => !ownTexts.includes(file));
  const slow = strangers.filter(({ pattern }) => growth(pattern) > 2.6);
  expect(slow.map(({ file, pattern }) => `${file}: ${pattern}`)).toEqual([]);
}, 60_000);

it.each([
  /<title>400 .*SSL certificate/,
  /(?:: .*)? at line \d+, column \d+:?$/,
  /"((?:[^"\\]|\\["\\]|\\(?!["\\]))*)"/,
  /^(?:a|ab|b)*$/,
  /(?<=<.*)>/g,
])("the steps of %s for its worst text grow faster than the text", (pattern) => {
  expect(growth(pattern)).toBeGreaterThan(3);
});

it.each([/<title>400 [^<]*SSL/, /^\s*(\w+)\s*$/, /(?<=<)[^>]{0,9}>/g, /(?<!a)(a)\1+b/u])(
  "the steps of %s grow as a text does",
  (pattern) => {
    expect(growth(pattern)).toBeLessThan(2.6);
  },
);

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
