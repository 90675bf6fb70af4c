import { expect, it } from "vitest";
import type { Invocation } from "../src/command-tree.ts";
import { commands } from "../src/commands/table.ts";
import { hintText, UsageError } from "../src/errors.ts";
import { readCommandLine } from "../src/program.ts";
import { splitWords } from "./helpers/words.ts";

async function read(line: string): Promise<Invocation> {
  const request = await readCommandLine(splitWords(line), 80);
  if (request.kind !== "run") throw new Error(`shown instead of run: ${request.text}`);
  return request.invocation;
}

async function refusal(line: string): Promise<UsageError> {
  try {
    await readCommandLine(splitWords(line), 80);
  } catch (error) {
    if (error instanceof UsageError) return error;
    throw error;
  }
  throw new Error(`accepted: ${line}`);
}

it("a command line takes the global options before and after the command", async () => {
  const before = await read("-p local -o json buyers list --limit 5");
  const after = await read("buyers list --limit 5 -p local -o json");
  expect(before.globals).toEqual(after.globals);
  expect(before.globals).toMatchObject({ profile: "local", output: "json" });
  expect(before.input).toEqual(after.input);
  expect(before.input.flags).toMatchObject({ limit: 5 });
});

it("a command line lets --debug stand alone without swallowing the next word", async () => {
  expect((await read("--debug buyers list")).globals.debug).toBe("on");
  expect((await read("buyers list --debug=http")).globals.debug).toBe("http");
  expect((await read("buyers list")).globals.debug).toBeUndefined();
});

it("a command that has a global option as its own may take it away, and knows it on either side", async () => {
  const line = "profile set live --no-tz --no-read-only --scopes= -m shop";
  expect((await read(line)).input.flags).toMatchObject({
    tz: null,
    readOnly: false,
    scopes: "",
    merchantAccount: "shop",
    protected: undefined,
  });
  expect((await read("--tz utc profile set live")).input.flags).toMatchObject({ tz: "utc" });
  expect((await refusal("profile show live --no-tz")).message).toBe("unknown option '--no-tz'");
});

it("a command line takes --no-input for a switch of its own", async () => {
  expect((await read("buyers list --no-input")).globals.noInput).toBe(true);
  expect((await read("buyers list")).globals.noInput).toBeUndefined();
});

it("a command line tells yes, no and unsaid apart", async () => {
  const ids = "11111111-1111-4111-8111-111111111111 22222222-2222-4222-8222-222222222222";
  expect((await read(`tokens cryptogram ${ids} --merchant-initiated`)).input.flags).toEqual({
    merchantInitiated: true,
  });
  expect((await read(`tokens cryptogram ${ids} --no-merchant-initiated`)).input.flags).toEqual({
    merchantInitiated: false,
  });
  expect((await read(`tokens cryptogram ${ids}`)).input.flags).toEqual({ merchantInitiated: undefined });
});

it("a command line reads a cleared field as null", async () => {
  const rule = "flows update-rule checkout select-payment-options 11111111-1111-4111-8111-111111111111";
  expect((await read(`${rule} --no-description`)).input.flags).toMatchObject({ description: null });
  expect((await read(`${rule} --description x`)).input.flags).toMatchObject({ description: "x" });
});

it("a command line collects a repeated flag", async () => {
  const ids = ["11111111-1111-4111-8111-111111111111", "22222222-2222-4222-8222-222222222222"];
  const { input } = await read(`giftcards balances --id ${ids[0]} --id ${ids[1]}`);
  expect(input.flags).toMatchObject({ id: ids });
});

it.each([
  ["buyer list", "unknown command 'buyer'", "did you mean buyers?"],
  ["buyers lst", "unknown command 'lst'", "did you mean list?"],
  ["buyers list --limt 3", "unknown option '--limt'", "did you mean --limit?"],
  ["audit tail --follow", "unknown option '--follow'", "for help: payctl audit tail --help"],
  ["serve stauts", "unexpected argument 'stauts'", "did you mean status?"],
  ["audit list --to 2026-10-01", "unknown option '--to'", "did you mean --until?"],
  ["audit list --from 2026-10-01", "unknown option '--from'", "did you mean --since?"],
  ["audit tail --to 7d", "unknown option '--to'", "for help: payctl audit tail --help"],
  ["buyers list --outputt json", "unknown option '--outputt'", "did you mean --output?"],
  ["buyers list extra", "unexpected argument 'extra'", "for help: payctl buyers list --help"],
  [
    "wallets register-domain",
    "WALLET_ID is missing",
    "usage: payctl wallets register-domain WALLET_ID DOMAIN",
  ],
  ["keys delete", "ID is missing", "usage: payctl keys delete ID..."],
  ["api /buyers", "PATH is missing", "usage: payctl api METHOD PATH"],
  ["completion", "SHELL is missing", "usage: payctl completion SHELL"],
  ["buyers list --limt=3", "unknown option '--limt=3'", "did you mean --limit?"],
  ["buyers list -L", "--limit needs a value", "for help: payctl buyers list --help"],
  ["buyers list --limit", "--limit needs a value", "for help: payctl buyers list --help"],
  ["merchants bogus", "unknown command 'bogus'", "for help: payctl merchants --help"],
  ["merchants bogus --help", "unknown command 'bogus'", "for help: payctl merchants --help"],
  ["constructor", "unknown command 'constructor'", "for help: payctl --help"],
  ["explains", "unknown command 'explains'", "did you mean explain?"],
  ["serve --seed empty --", "no command follows --", "for example: payctl serve -- npm test"],
])("the command line %s is refused: %s", async (line, message, hint) => {
  const error = await refusal(line);
  expect(error.message).toBe(message);
  expect(hintText(error.hint ?? "")).toBe(hint);
  expect(error.exitCode).toBe(2);
});

it.each([
  ["buyers list --limit 0", "--limit 0: must be a whole number from 1 to 999999999"],
  ["buyers list --limit ''", "--limit: must be a whole number from 1 to 999999999"],
  ["merchants three-ds ''", "ID: must not be empty"],
  ["buyers list --limit 1e3", "--limit 1e3: must be a whole number from 1 to 999999999"],
  ["buyers list --page-size 101", "--page-size 101: must be a whole number from 1 to 100"],
  ["buyers list --limit 1 --limit 2", "--limit was given more than once"],
  ["audit list --staff --no-staff", "--staff and --no-staff can't be used together"],
  ["profile set live --no-tz --tz utc", "--tz and --no-tz can't be used together"],
  ["audit tail --no-staff --staff", "--staff and --no-staff can't be used together"],
  [
    "flows update-rule card-transaction skip-3ds 11111111-1111-4111-8111-111111111111 --description x --no-description",
    "--description and --no-description can't be used together",
  ],
  ["buyers list -o xml", "--output xml: must be one of table, json, ndjson, yaml, csv, tsv, id"],
  ["buyers list --timeout 30", "--timeout 30: must be a number with its unit: ms, s, m, h or d, as in 30s"],
  [
    "wallets register-domain x pay.example",
    "WALLET_ID x: must be a UUID, as in 7f6e5d4c-3b2a-4190-8f7e-6d5c4b3a2910",
  ],
])("the value in %s is refused: %s", async (line, message) => {
  expect((await refusal(line)).message).toBe(message);
});

it("help is printed on standard output and exits with 0", async () => {
  const request = await readCommandLine(["buyers", "list", "--help"], 80);
  expect(request).toMatchObject({ kind: "read", exitCode: 0 });
  expect(request.kind === "read" && request.text).toContain("\nScope: buyers.read; ");
});

it("a bare group prints its help on standard error, as wrong usage", async () => {
  const request = await readCommandLine(["buyers"], 80);
  expect(request).toMatchObject({ kind: "read", exitCode: 2 });
  expect(request.kind === "read" && request.text).toContain("List and search buyers, newest first");
});

it("the bare program prints every command, and no more than that", async () => {
  const request = await readCommandLine([], 80);
  expect(request).toMatchObject({ kind: "read", exitCode: 2 });
  expect(request.kind === "read" && request.text).toMatch(
    /^Usage: payctl COMMAND[\s\S]*\n {2}serve {4}.*\n\nMore on a command: payctl COMMAND --help\nOptions, .*: payctl --help\n$/,
  );
});

it.each([["--version"], ["--version", "-o", "json"], ["-o", "json", "-V"]])(
  "%s %s %s runs version, with the options around it",
  async (...argv) => {
    const request = await readCommandLine(argv, 80);
    expect(request).toMatchObject({ kind: "run", invocation: { command: { words: ["version"] } } });
    expect(request.kind === "run" && request.invocation.globals.output).toBe(
      argv.length === 1 ? undefined : "json",
    );
  },
);

it("--version beside a command is about the program", async () => {
  const request = await readCommandLine(["buyers", "list", "--limit", "1", "--version"], 80);
  expect(request).toMatchObject({ kind: "run", invocation: { command: { words: ["version"] } } });
});

it("the command table names each command once", () => {
  const names = commands.map(({ words }) => words.join(" "));
  expect(new Set(names).size).toBe(names.length);
});
