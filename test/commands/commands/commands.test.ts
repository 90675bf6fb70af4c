import { expect, it } from "vitest";
import { loadCommands } from "../../../src/commands/table.ts";
import { exitCodes } from "../../../src/errors.ts";
import { globalFlags } from "../../../src/globals.ts";
import { readCommandLine } from "../../../src/program.ts";
import type { FlagSpecs } from "../../../src/terminal/flags.ts";
import { optionNames } from "../../../src/terminal/words.ts";
import { run } from "../../helpers/run.ts";
import { sending } from "../../trust/stage.ts";

interface Option {
  readonly name: string;
  readonly short: string | null;
  readonly value: string | null;
  readonly values: readonly string[] | null;
  readonly default: string | null;
  readonly summary: string;
}

interface Described {
  readonly words: readonly string[];
  readonly arguments: readonly { readonly name: string; readonly required: boolean }[];
  readonly options: readonly Option[];
  readonly scope: string | null;
  readonly effect: string;
  readonly exit_codes: readonly number[];
  readonly result_schema: object | null;
}

interface Tree {
  readonly version: number;
  readonly commands: readonly Described[];
  readonly options: readonly Option[];
}

const commands = await loadCommands();
const tree: Tree = JSON.parse((await run("commands -o json", { signedOut: true })).stdout);

it.each(["commands", "explain createMerchantAccount", "explain listApiKeyPairs"])(
  "%s describes secret fields, where results have them masked",
  async (line) => {
    const { stdout } = await run(`${line} -o json`, { signedOut: true });
    expect(stdout).toMatch(/"(?:private_key|updater_client_key)": \{/);
    expect(stdout).not.toContain("********");
  },
);

/** A value for an argument or an option, by its placeholder in help. */
const values: Readonly<Record<string, string>> = {
  "A,B": "a,b",
  CODE: "EUR",
  ID: "7f6e5d4c-3b2a-4190-8f7e-6d5c4b3a2910",
  JSON: "{}",
  METHOD: "GET",
  N: "7",
  MS: "7",
  PATH: "/buyers",
  SCOPE: "buyers.read",
  TIME: "5s",
  UUID: "7f6e5d4c-3b2a-4190-8f7e-6d5c4b3a2910",
  ZONE: "utc",
};

function valueFor(name: string, choices: readonly string[] | null): string {
  return choices?.[0] ?? values[name] ?? (name.endsWith("_ID") ? (values["UUID"] ?? "") : "word");
}

/** The arguments and options that a command needs after its words. */
function argumentsOf({ words, arguments: list }: Described): readonly string[] {
  const command = commands.find((one) => one.words.join(" ") === words.join(" "));
  const specs = Object.values(command?.arguments ?? {});
  return list.flatMap(({ name, required }, index) => {
    return required ? [valueFor(name, specs[index]?.choices ?? null)] : [];
  });
}

/** What the parser says about an option: undefined if it takes it, or refuses only its value. */
async function refusalOf(words: readonly string[]): Promise<string | undefined> {
  try {
    await readCommandLine(words, 80);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : "not an error";
  }
}

/** Both spellings of an option, with a value if it takes one. */
function spellingsOf({ name, short, value, values: choices }: Option): readonly (readonly string[])[] {
  const given = value === null ? [] : [valueFor(value, choices)];
  const long = name === "--debug" ? [`${name}=${given[0]}`] : [name, ...given];
  return short === null ? [long] : [long, [short, ...given]];
}

function nameOf({ words }: Pick<Described, "words">): string {
  return words.join(" ");
}

function namesOf(flags: FlagSpecs): readonly string[] {
  return Object.entries(flags).flatMap(([key, flag]) => {
    const { long, opposite } = optionNames(key, flag);
    return opposite === undefined ? [long] : [long, opposite];
  });
}

it("commands -o json has the version of its form, and every command in the order of help", () => {
  expect(tree.version).toBe(1);
  expect(tree.commands.map(nameOf)).toEqual(commands.map(nameOf));
});

it("commands -o json names exactly the parts that programs rely on", () => {
  const [command] = tree.commands;
  expect(Object.keys(tree)).toEqual(["version", "commands", "options"]);
  expect(Object.keys(command ?? {})).toEqual([
    "words",
    "summary",
    "about",
    "arguments",
    "options",
    "scope",
    "effect",
    "allowed",
    "exit_codes",
    "result_schema",
  ]);
  const option = ["name", "short", "value", "values", "default", "summary"];
  const all = [...tree.options, ...tree.commands.flatMap(({ options }) => options)];
  expect(all.filter((one) => Object.keys(one).join() !== option.join())).toEqual([]);
  const argument = ["name", "required", "variadic", "summary"];
  const args = tree.commands.flatMap((one) => one.arguments);
  expect(args.filter((one) => Object.keys(one).join() !== argument.join())).toEqual([]);
});

it.each(tree.commands)(
  "commands -o json names the options that the parser takes, and no others: $words",
  async (command) => {
    const { flags = {} } = commands.find((one) => nameOf(one) === nameOf(command)) ?? {};
    expect(command.options.map(({ name }) => name)).toEqual(namesOf(flags));
    const rest = argumentsOf(command);
    const own = new Set(command.options.map(({ name }) => name));
    // A command may allow other values for an option of every command.
    const everywhere = tree.options.filter(({ name }) => !own.has(name));
    const all = [...command.options, ...everywhere].flatMap(spellingsOf);
    const refused: (string | undefined)[] = [];
    for (const spelling of all) refused.push(await refusalOf([...command.words, ...rest, ...spelling]));
    expect(refused.filter((message) => message !== undefined)).toEqual([]);
  },
);

it("commands -o json leaves out no option of every command", () => {
  const names = [...namesOf(globalFlags), "--help", "--version"];
  expect(tree.options.map(({ name }) => name)).toEqual(names);
});

it("the parser refuses an option that commands -o json does not name", async () => {
  expect(await refusalOf(["buyers", "list", "--nonsense"])).toBe("unknown option '--nonsense'");
});

it("every default that commands -o json names is a value that its option takes", () => {
  const all = [globalFlags, ...commands.map(({ flags }) => flags)].flatMap((flags: FlagSpecs) =>
    Object.values(flags).filter(({ usual }) => usual !== undefined),
  );
  expect(all.length).toBeGreaterThan(15);
  for (const { parse, usual = "" } of all) expect(() => parse(usual)).not.toThrow();
});

it("commands -o json names only exit codes of the table, and each of them somewhere", () => {
  const named = new Set(tree.commands.flatMap(({ exit_codes }) => exit_codes));
  expect([...named].toSorted((left, right) => left - right)).toEqual(
    Object.values(exitCodes).toSorted((left, right) => left - right),
  );
});

it("only a command that can call the service has an effect there", () => {
  const calling = tree.commands.filter(({ effect }) => effect !== "local").map(nameOf);
  expect(calling.toSorted()).toEqual([...sending.map(({ name }) => name), "keys rotate"].toSorted());
});

it("a command writes if its scope does, and any call may", () => {
  const writing = tree.commands.filter(({ effect }) => effect === "write").map(nameOf);
  expect(writing).toEqual([
    "tokens suspend",
    "tokens resume",
    "tokens cryptogram",
    "updater create",
    "merchants create",
    "merchants apply",
    "flows update-rule",
    "wallets register-domain",
    "keys delete",
    "api",
    "keys rotate",
  ]);
});

it("a command has no result schema if help shows no JSON", () => {
  const without = tree.commands.filter(({ result_schema }) => result_schema === null).map(nameOf);
  expect(without).toMatchInlineSnapshot(`
    [
      "audit export",
      "keys delete",
      "profile set",
      "serve stop",
      "completion",
    ]
  `);
});

it("commands shows a page with every command elsewhere than in a terminal too", async () => {
  const { code, stdout, stderr } = await run("commands -o table", { signedOut: true });
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  for (const command of commands) expect(stdout).toContain(`payctl ${nameOf(command)}`);
  expect(stdout).toMatch(/\n {2}payctl merchants three-ds ID\s+List the 3DS/);
  expect(stdout).toMatch(/\(write, scope\s+merchant-accounts\.write\)/);
});
