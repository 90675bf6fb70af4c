import { expect, it } from "vitest";
import { loadCommands } from "../../../src/commands/table.ts";
import { globalFlags } from "../../../src/globals.ts";
import { optionSpellings } from "../../../tools/reference/command-facts.ts";
import { code } from "../../../tools/reference/markdown.ts";
import { referencePages } from "../../../tools/reference/pages.ts";

const commands = await loadCommands();

const pages = await referencePages();

function pageOf(path: string): string {
  const text = pages[path];
  if (text === undefined) throw new Error(`there is no page ${path}`);
  return text;
}

it.each(commands)(
  "the reference has a page for $words with all its options, exit codes and examples",
  (command) => {
    const text = pageOf(`docs/commands/${command.words.join("-")}.md`);
    const options = Object.entries(command.flags).flatMap(([key, flag]) => optionSpellings(key, flag));
    const expected = [
      `# payctl ${command.words.join(" ")}\n`,
      ...options.map(code),
      ...Object.keys(command.exitCodes ?? {}).map((number) => `| \`${number}\` |`),
      ...command.examples.map((example) => `\n${example.command}\n`),
    ];
    expect(expected.filter((part) => !text.includes(part))).toEqual([]);
  },
);

it("the reference lists the options for every command, with their variables", () => {
  const text = pageOf("docs/commands/global-options.md");
  const options = Object.entries(globalFlags).flatMap(([key, flag]) => optionSpellings(key, flag));
  expect(options.filter((spelling) => !text.includes(code(spelling)))).toEqual([]);
  expect(text).toContain(
    "| `--key-file PATH` | private key that signs the calls; - for standard input | `PAYCTL_PRIVATE_KEY_FILE` |",
  );
});

it("the reference links to every page from its index, once", () => {
  const links = [...pageOf("docs/commands/README.md").matchAll(/\]\(([\w-]+\.md)\)/g)].map(
    ([, name]) => name,
  );
  const names = commands.map(({ words }) => `${words.join("-")}.md`);
  expect(links.toSorted()).toEqual(["global-options.md", ...names].toSorted());
});

it("the reference keeps every table in columns, whatever is in a cell", () => {
  const rows = Object.values(pages).flatMap((text) => {
    const blocks = text.match(/(?:^\|.*\|\n)+/gm) ?? [];
    return blocks.map((block) =>
      block
        .trimEnd()
        .split("\n")
        .map((row) => row.match(/(?<!\\)\|/g)?.length),
    );
  });
  expect(rows.length).toBeGreaterThan(50);
  expect(rows.filter((counts) => new Set(counts).size > 1)).toEqual([]);
});
