import { spawnSync } from "node:child_process";
import { expect, it } from "vitest";
import { loadCommands } from "../../../src/commands/table.ts";
import { globalFlags } from "../../../src/globals.ts";
import { optionSpellings } from "../../../tools/reference/command-facts.ts";
import { exitCodeRows, ownVariables } from "../../../tools/reference/environment.ts";
import { manPage } from "../../../tools/reference/man-page.ts";

const commands = await loadCommands();

const page = manPage(commands);
const lines = page.split("\n");
const hasGroff = spawnSync("groff", ["--version"]).status === 0;

/** The page without its markup, as a reader sees it. */
const readable = page
  .replace(/\\f[BIR]/g, "")
  .replaceAll("\\-", "-")
  .replaceAll("\\(ti", "~")
  .replaceAll("\\(ha", "^")
  .replaceAll("\\&", "");

it("the manual page has the parts that a manual page has, in their order", () => {
  const headings = lines.filter((line) => line.startsWith(".SH ")).map((line) => line.slice(4));
  expect(headings).toEqual([
    "NAME",
    "SYNOPSIS",
    "DESCRIPTION",
    "COMMANDS",
    '"GLOBAL OPTIONS"',
    "ENVIRONMENT",
    "FILES",
    '"EXIT STATUS"',
    "EXAMPLES",
    '"SEE ALSO"',
  ]);
});

it("the manual page uses only requests that every man knows, each as often opened as closed", () => {
  const requests = lines.flatMap((line) => /^\.(\S+)/.exec(line)?.[1] ?? []);
  const known = ['\\"', "TH", "SH", "SS", "PP", "TP", "RS", "RE", "nf", "fi"];
  expect(requests.filter((name) => !known.includes(name))).toEqual([]);
  const count = (name: string) => requests.filter((one) => one === name).length;
  expect([count("RS"), count("nf")]).toEqual([count("RE"), count("fi")]);
});

it("the manual page has no empty line, no space at an end, and no line that starts by chance like a request", () => {
  const wrong = lines.slice(0, -1).filter((line) => line === "" || line.endsWith(" ") || /^'/.test(line));
  expect(wrong).toEqual([]);
});

it("the manual page names every command with its options, and not what only completion scripts call", () => {
  const missing = commands.flatMap(({ flags, words }) => {
    const spellings = Object.entries(flags).flatMap(([key, flag]) => optionSpellings(key, flag));
    return [words.join(" "), ...spellings].filter((text) => !readable.includes(text));
  });
  expect(missing).toEqual([]);
  expect(readable).not.toContain("__complete");
});

it("the manual page names every global option, variable and exit code", () => {
  const globals = Object.entries(globalFlags).flatMap(([key, flag]) => optionSpellings(key, flag));
  const variables = ownVariables.map(({ name }) => name);
  const codes = exitCodeRows().map(({ code, meaning }) => `\n${code}\n${meaning}\n`);
  expect([...globals, ...variables, ...codes].filter((text) => !readable.includes(text))).toEqual([]);
});

it.runIf(hasGroff)("the manual page passes groff without a warning, if groff is installed", () => {
  const { status, stderr, stdout } = spawnSync("groff", ["-man", "-Tutf8", "-ww"], { input: page });
  expect({ status, stderr: stderr.toString() }).toEqual({ status: 0, stderr: "" });
  expect(stdout.toString()).toContain("administer a payment orchestration service");
});
