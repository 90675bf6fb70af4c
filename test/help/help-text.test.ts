import { expect, it } from "vitest";
import { groups, loadCommands } from "../../src/commands/table.ts";
import { UsageError } from "../../src/errors.ts";
import { findPage, helpText, topics } from "../../src/help/help-text.ts";
import { readCommandLine } from "../../src/program.ts";

const commands = await loadCommands();

const pages = [[], ...groups.map(({ words }) => words), ...commands.map(({ words }) => words)].map(
  (words) => ({ name: ["payctl", ...words].join(" "), words }),
);

it.each(pages)("the help of $name fits every width and ends no line in a space", ({ words }) => {
  for (const width of [60, 80, 100, 120]) {
    const wrong = helpText(words, width, { commands })
      .split("\n")
      .filter((line) => line.length > width || /\s$/.test(line));
    expect(wrong).toEqual([]);
  }
});

it("the help of a command keeps its comments comments where their lines wrap", () => {
  const examples = helpText(["audit", "list"], 45, { commands }).split("\nExamples:\n")[1] ?? "";
  const lines = (examples.split("\n\n")[0] ?? "").split("\n");
  expect(lines.filter((line) => !/^ {2}(?:# |payctl )|^ {4}\S/.test(line))).toEqual([]);
  expect(lines.some((line, index) => line.startsWith("  # ") && lines[index + 1]?.startsWith("  # "))).toBe(
    true,
  );
});

it.each(commands)("the help of $words says what the command does, with two examples", (command) => {
  const text = helpText(command.words, 100, { commands });
  const [usage, summary] = text.split("\n\n");
  expect(usage).toMatch(new RegExp(`^Usage: payctl ${command.words.join(" ")}\\b`));
  expect(summary).toBe(`${command.summary}.`);
  expect(command.examples.length).toBeGreaterThanOrEqual(2);
  expect(text).toContain("\nExamples:\n  # ");
});

it.each(commands.filter(({ words }) => words.join(" ") !== "serve"))(
  "the help of $words has at most 60 lines, options before what else there is to say",
  ({ about = "", flags, words }) => {
    const text = helpText(words, 80, { commands });
    expect(text.trimEnd().split("\n").length).toBeLessThanOrEqual(60);
    const [start = ""] = about.split(/[ \n]+/, 1);
    const [, prose = ""] = text.split("\nOptions:\n");
    if (Object.keys(flags).length > 0) expect(prose).toContain(`\n\n${start}`);
  },
);

it("the help of audit explains filters and times, and that of its commands points there", async () => {
  const marks = ["Each filter can be repeated", "Weeks begin on Monday"];
  const group = await findPage(["audit"], 200);
  expect(marks.filter((mark) => group?.includes(mark))).toEqual(marks);
  expect(await readCommandLine(["audit", "--help"], 200)).toMatchObject({ text: group });
  for (const { about, words, flags } of commands) {
    expect(marks.filter((mark) => about?.includes(mark))).toEqual([]);
    if ("since" in flags && words[0] === "audit") expect(about).toContain("payctl audit --help");
  }
});

it("the help shows arguments, scope, the JSON and examples of a command", () => {
  expect(
    helpText(["merchants", "three-ds"], 80, { commands }),
  ).toBe(`Usage: payctl merchants three-ds ID [options]

List the 3DS configurations of a merchant account.

Arguments:
  ID  id of the merchant account

Options:
      --currency CODE  only what applies to this currency

A configuration without a currency applies to every currency, so --currency
shows it too.

Scope: merchant-accounts.read
--merchant-account has no effect here.

As JSON:
  {"items": [{id, merchant_account_id, merchant_acquirer_bin,
  merchant_acquirer_id, merchant_name, merchant_country_code,
  merchant_category_code, merchant_url, scheme, currency, metadata, created_at,
  updated_at, type}]}

Examples:
  # every configuration
  payctl merchants three-ds default
  # what applies to euros
  payctl merchants three-ds default --currency EUR

Fields and limits: payctl explain listThreeDsConfigurations
Options for every command: payctl --help
`);
});

it("the help lists the commands of a group", () => {
  expect(helpText(["tokens"], 80, { commands })).toBe(`Usage: payctl tokens COMMAND [options]

Network tokens of stored payment methods.

Commands:
  suspend     Suspend network tokens
  resume      Resume network tokens
  cryptogram  Provision a cryptogram for an active network token

More on a command: payctl tokens COMMAND --help
`);
});

it("the help lists the commands below a command that runs by itself", () => {
  const text = helpText(["serve"], 80, { commands });
  expect(text).toMatch(
    /^Usage: payctl serve \[options\] \[-- COMMAND\.\.\.\]\n {7}payctl serve COMMAND \[options\]\n\nRun/,
  );
  const [, listed = ""] =
    /\nCommands:\n([\s\S]*?)\n\nMore on a command: payctl serve COMMAND --help\n/.exec(text) ?? [];
  const names = listed.split("\n").flatMap((line) => /^ {2}(\S+(?: \S+)*) {2,}\S/.exec(line)?.[1] ?? []);
  const below = commands.filter(({ words }) => words[0] === "serve" && words.length > 1);
  expect(names).toEqual(below.map(({ words }) => words.slice(1).join(" ")));
  expect(helpText(["buyers", "list"], 80, { commands })).not.toContain("Commands:");
});

it("the help puts every group and command of the program under a topic", () => {
  const listed = topics.flatMap(({ words }) => words);
  const all = [...groups, ...commands].map(({ words }) => words[0]);
  expect(all.filter((word) => !listed.includes(word))).toEqual([]);
});

it("the help does not name what only completion scripts call", () => {
  expect(helpText([], 80, { commands })).not.toContain("__complete");
});

it("the help breaks a long example after whole options, never inside quotes", () => {
  expect(helpText(["merchants", "create"], 50, { commands })).toContain(`
  payctl merchants create shop-berlin \\
    --display-name 'Shop Berlin' \\
    --if-exists skip
`);
});

it.each([
  [
    ["help", "buyers", "list"],
    ["buyers", "list"],
  ],
  [
    ["buyers", "list", "-h"],
    ["buyers", "list"],
  ],
  [
    ["--help", "buyers", "list"],
    ["buyers", "list"],
  ],
  [["help", "tokens"], ["tokens"]],
  [["help"], []],
])("the words %j show the page", async (argv, words) => {
  expect(await readCommandLine(argv, 80)).toEqual({
    kind: "read",
    text: helpText(words, 80, { commands }),
    exitCode: 0,
  });
});

it.each([[["help", "byers"]], [["byers", "--help"]]])(
  "the words %j are refused with a suggestion",
  async (argv) => {
    await expect(readCommandLine(argv, 80)).rejects.toThrow(
      new UsageError("unknown command 'byers'", { hint: "did you mean buyers?" }),
    );
  },
);
