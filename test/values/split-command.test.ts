import { expect, it } from "vitest";
import { UsageError } from "../../src/errors.ts";
import { splitCommand } from "../../src/values/split-command.ts";

it.each([
  ["op read op://vault/key", ["op", "read", "op://vault/key"]],
  ["  op \t read\n", ["op", "read"]],
  ["op read 'op://My Vault/key'", ["op", "read", "op://My Vault/key"]],
  [`sign "a b" --x='c d'`, ["sign", "a b", "--x=c d"]],
  [`a '' ""`, ["a", "", ""]],
  [String.raw`"say \"hi\" \\ \n" 'it\'`, [String.raw`say "hi" \ \n`, String.raw`it\ `.trim()]],
  [String.raw`op://My\ Vault it\'s \\x`, ["op://My Vault", "it's", String.raw`\x`]],
  [String.raw`C:\tools\sign.exe -k C:\k`, [String.raw`C:\tools\sign.exe`, "-k", String.raw`C:\k`]],
  ["a $HOME ~/x *.pem `id` $(id) a;b|c >d", ["a", "$HOME", "~/x", "*.pem", "`id`", "$(id)", "a;b|c", ">d"]],
])("the words of %j are %j", (text, words) => {
  expect(splitCommand(text)).toEqual(words);
});

it.each(["", "   ", "'' a", "a 'b", 'a "b', String.raw`a "b\"`, "a b'c", "a\0b"])(
  "there are no words in %j",
  (text) => {
    expect(() => splitCommand(text)).toThrow(UsageError);
  },
);
