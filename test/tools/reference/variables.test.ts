import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { resolveSettings } from "../../../src/credentials/resolve-settings.ts";
import { helpText } from "../../../src/help/help-text.ts";
import { commonVariables, ownVariables } from "../../../tools/reference/environment.ts";

const texts = ["src/", "bin/"].flatMap((folder) => {
  const source = new URL(`../../../${folder}`, import.meta.url);
  return readdirSync(source, { recursive: true, encoding: "utf8" })
    .filter((name) => /\.[jt]s$/.test(name))
    .map((name) => readFileSync(new URL(name.replaceAll("\\", "/"), source), "utf8"));
});

/** The names that the source reads: `env["CI"]`, `"PAYCTL_TOKEN"`, and the proxies, in either case. */
const named = texts.flatMap((text) =>
  [...text.matchAll(/\benv\["(\w+)"\]|"(PAYCTL_[A-Z_]+)"|"((?:https?|no)_proxy)"/g)].map(
    ([, inBrackets, own, proxy]) => (inBrackets ?? own ?? proxy ?? "").toUpperCase(),
  ),
);

/** The variables that settings read; their names are derived from those of the options. */
function askedFor(): readonly string[] {
  const asked: string[] = [];
  const env = new Proxy<Record<string, string>>(
    {},
    {
      get: (_, name) => {
        asked.push(String(name));
        return undefined;
      },
    },
  );
  resolveSettings({
    globals: {},
    env,
    profiles: { current: undefined, profiles: new Map() },
    keyPath: (name) => name,
  });
  return asked;
}

const told = [...ownVariables, ...commonVariables].map(({ name }) => name.toUpperCase());

it("the table of variables has every variable that the source reads, and no other", () => {
  const read = new Set([...named, ...askedFor()]);
  expect(told.toSorted()).toEqual([...read].toSorted());
});

it("the table of variables names none twice", () => {
  expect(new Set(told).size).toBe(told.length);
});

it("the table of variables has all that the first help page speaks of, which has all of payctl's own", () => {
  const help = helpText([], 100, { commands: [] });
  const environment = help.slice(help.indexOf("\nEnvironment:"), help.indexOf("\nExit codes:"));
  const words: string[] = environment.match(/\b[A-Z]+(?:_[A-Z]+)+\b|\b(?:TERM|COLUMNS|CI)\b/g) ?? [];
  expect(words.filter((word) => !told.includes(word))).toEqual([]);
  expect(ownVariables.filter(({ name }) => !words.includes(name))).toEqual([]);
});
