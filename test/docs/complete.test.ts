import { existsSync, readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { groups, loadCommands } from "../../src/commands/table.ts";
import { exitCodes } from "../../src/errors.ts";
import { globalFlags } from "../../src/globals.ts";
import { helpText } from "../../src/help/help-text.ts";
import { optionNames } from "../../src/terminal/words.ts";
import { commonVariables, ownVariables } from "../../tools/reference/environment.ts";

const commands = await loadCommands();

const root = new URL("../../", import.meta.url);
const read = (path: string) => readFileSync(new URL(path, root), "utf8");

const guides = ["docs", "docs/developers"]
  .flatMap((folder) => readdirSync(new URL(folder, root)).map((name) => `${folder}/${name}`))
  .filter((path) => path.endsWith(".md"))
  .concat("SKILL.md");

/** Every option of the program and of all commands. */
const options = new Set(
  [globalFlags, ...commands.map(({ flags }) => flags)].flatMap((flags) =>
    Object.entries(flags).flatMap(([key, flag]) => {
      const { long, opposite } = optionNames(key, flag);
      return opposite === undefined ? [long] : [long, opposite];
    }),
  ),
);
options.add("--help").add("--version");

/** The commands that a text calls; one that is meant to fail may not exist. */
function callsOf(text: string): readonly string[] {
  const blocks = [...text.matchAll(/^ *```(?:sh|bash|shell|console|yaml)\n([\s\S]*?)^ *```$/gm)];
  const lines = blocks.flatMap(([, block = ""]) =>
    block
      .replaceAll("\\\n", " ")
      .replaceAll(/ +# .*/g, "")
      .replaceAll(/"\$\([^)]*\)"/g, "VALUE")
      .split("\n"),
  );
  const inBlocks = lines
    .filter((line) => !line.includes("|| echo"))
    .flatMap((line) => line.match(/(?<![\w'"./@])payctl [^|;&)"<>]*/g) ?? []);
  const inSentences = [...text.matchAll(/`(payctl [^`]+)`/g)].map(([, call = ""]) => call);
  return [...inBlocks, ...inSentences].map((call) => call.trim());
}

/** Whether the words after `payctl` begin like a command, a group, or an option. */
function isKnown(call: string): boolean {
  const words = call.split(/\s+/).slice(1);
  const named = words.filter((word) => !/^-|[A-Z]/.test(word));
  if (named.length === 0 || words[0] === "--version") return true;
  const known = [...commands, ...groups].map((one) => one.words.join(" "));
  return known.some((name) => words.join(" ").startsWith(name) || call.includes(` ${name}`));
}

it.each(guides)("the guide %s calls only commands that exist, with options that exist", (path) => {
  const calls = callsOf(read(path));
  expect(calls.filter((call) => !isKnown(call))).toEqual([]);
  const own = calls.flatMap((call) => call.split(" -- ")[0]?.match(/(?<=\s)--[a-z][a-z-]*/g) ?? []);
  expect(own.filter((option) => !options.has(option))).toEqual([]);
});

it.each(guides)("the guide %s names only variables that payctl reads", (path) => {
  const known = ownVariables.map((variable) => variable.name);
  const named = read(path).match(/\bPAYCTL_[A-Z_]+\b/g) ?? [];
  expect(named.filter((variable) => !known.includes(variable))).toEqual([]);
});

it("every exit code has a heading in Troubleshooting, and no other has one", () => {
  const headings = [...read("docs/troubleshooting.md").matchAll(/^## (\d+):/gm)].map(([, code]) =>
    Number(code),
  );
  expect(headings).toEqual(Object.values(exitCodes).toSorted((left, right) => left - right));
});

it("every exit code is in the first help page, and no other is", () => {
  const help = helpText([], 100, { commands });
  const codes = help.slice(help.indexOf("\nExit codes:")).match(/\b\d+\b/g) ?? [];
  expect(codes.map(Number)).toEqual(Object.values(exitCodes).toSorted((left, right) => left - right));
});

it("every exit code is in the table of SKILL.md", () => {
  const text = read("SKILL.md");
  const missing = Object.values(exitCodes).filter(
    (code) => !new RegExp(`^\\|.*\\b${code}\\b.*\\|`, "m").test(text),
  );
  expect(missing).toEqual([]);
});

it("every variable is in a table of Environment, and nothing else is", () => {
  const rows = [...read("docs/environment.md").matchAll(/^\| (`(?:[A-Z][A-Z_]+|npm_execpath)`[^|]*)\|/gm)];
  const named = rows.flatMap(([, cell = ""]) => cell.match(/npm_execpath|[A-Z][A-Z_]+/g) ?? []);
  const known = [...ownVariables, ...commonVariables].map(({ name }) => name);
  expect(named.toSorted()).toEqual(known.toSorted());
});

it("every variable that sets an option is named with that option", () => {
  const text = read("docs/environment.md");
  const missing = ownVariables.filter(({ name, option }) => {
    if (option === undefined) return false;
    return !new RegExp(`^\\| \`${name}\`[ *]*\\| \`${option}\` \\|`, "m").test(text);
  });
  expect(missing).toEqual([]);
});

it("every file is in Environment", () => {
  const text = read("docs/environment.md");
  for (const name of ["config.json", "THUMBPRINT.pem", "reference.db", "`.log`"])
    expect(text).toContain(name);
});

it("the page on releasing names only scripts that exist", () => {
  const { scripts } = JSON.parse(read("package.json"));
  const named = [...read("docs/developers/releasing.md").matchAll(/npm run (?:--silent )?([\w:]+)/g)].map(
    ([, name]) => name,
  );
  expect(named.length).toBeGreaterThan(4);
  expect(named.filter((name) => !Object.hasOwn(scripts, name ?? ""))).toEqual([]);
  expect(existsSync(new URL(".ci/run", root))).toBe(true);
});
