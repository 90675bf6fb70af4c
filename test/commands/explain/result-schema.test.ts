import { readFileSync } from "node:fs";
import { Ajv2020 } from "ajv/dist/2020.js";
import formats from "ajv-formats";
import { expect, it } from "vitest";
import { resultSchema } from "../../../src/commands/explain/result-schema.ts";
import { loadCommands } from "../../../src/commands/table.ts";
import { allOperations } from "../../../src/contract/operations.ts";
import { checkResult } from "../../helpers/check-result.ts";
import { run } from "../../helpers/run.ts";
import { fresh } from "../../helpers/shared.ts";
import { splitWords } from "../../helpers/words.ts";
import { openStage, sending } from "../../trust/stage.ts";

const commands = await loadCommands();

function committed(name: string): object {
  return JSON.parse(readFileSync(new URL(`../../../docs/schemas/${name}.json`, import.meta.url), "utf8"));
}

/** Commands that print what the operation answers, each with its first example. */
const plain = sending.flatMap((example) => {
  const command = commands.find(({ words }) => words.join(" ") === example.name);
  const isOwn = command?.result === undefined && command?.operation !== undefined;
  return isOwn ? [{ ...example, operation: command.operation.name }] : [];
});

it("the result of every operation with an answer is among those that are checked", () => {
  const all = allOperations.map(({ name }) => name);
  expect(new Set(plain.map(({ operation }) => operation))).toEqual(new Set(all));
});

it.each(plain.filter(({ operation }) => operation !== "deleteApiKeyPair"))(
  "the real result of $line is what the committed schema of $operation says",
  async (example) => {
    const stage = await fresh(openStage());
    const { code, stdout } = await stage.run(example);
    expect(code).toBe(0);
    const ajv = new Ajv2020({ allErrors: true });
    formats.default(ajv);
    const validate = ajv.compile(committed(example.operation));
    expect({ isValid: validate(JSON.parse(stdout)), errors: validate.errors }).toEqual({
      isValid: true,
      errors: null,
    });
    // The answer to a registration is an empty object.
    expect(validate(spoiled(JSON.parse(stdout)))).toBe(stdout === "{}\n");
  },
);

/** The same with an invalid value in every field of the record or of each item. */
function spoiled(value: { readonly items?: readonly object[] }): object {
  if (value.items === undefined) return withNonsense(value);
  return { ...value, items: value.items.map(withNonsense) };
}

function withNonsense(value: object): object {
  return Object.fromEntries(Object.keys(value).map((name) => [name, [[1.5]]]));
}

const check = (line: string, stdout: string) =>
  checkResult({ argv: splitWords(line), usual: "json", stdout });

it("a result that is not what its schema says fails the test that made it", async () => {
  await expect(
    check("buyers list", '{"items": [{"id": 1}], "limit": 1, "next_cursor": null}'),
  ).rejects.toThrow(/payctl buyers list: data\/items\/0/);
  await expect(check("buyers list", '{"items": []}')).rejects.toThrow(/must have required property 'limit'/);
  await expect(check("merchants apply -f a.yaml", '{"items": {}}')).rejects.toThrow(/items must be array/);
});

it("a result in part, in another format, or of nothing is not checked", async () => {
  expect(await check("buyers list", '{"items": [], "limit": 20, "next_cursor": null}')).toBe(true);
  expect(await check("buyers list --fields id", '{"items": [{}]}')).toBe(false);
  expect(await check("buyers list -o csv", "{}")).toBe(false);
  expect(await check("buyers list --dry-run", "{}")).toBe(false);
  expect(await check("buyers list", "")).toBe(false);
});

it.each(["listBuyers", "GET /buyers", "buyers list"])(
  "explain --output-schema prints the committed schema for %s",
  async (words) => {
    const { code, stdout } = await run(`explain ${words} --output-schema`, { signedOut: true });
    expect({ code, schema: JSON.parse(stdout) }).toEqual({ code: 0, schema: committed("listBuyers") });
  },
);

it("explain --output-schema of a command is that of what the command prints", async () => {
  const { stdout } = await run("explain merchants apply --output-schema", { signedOut: true });
  expect(JSON.parse(stdout)).toMatchObject({
    properties: { items: { items: { properties: { id: {}, result: {}, status: {}, error: {} } } } },
  });
  const changed = await run("explain tokens suspend --output-schema", { signedOut: true });
  expect(JSON.parse(changed.stdout).anyOf).toHaveLength(2);
});

it.each([
  ["deleteApiKeyPair --output-schema", "deleteApiKeyPair has no result"],
  ["keys delete --output-schema", "keys delete has no result"],
  ["--output-schema", "--output-schema needs an operation"],
  ["listBuyers --output-schema --skeleton", "--skeleton and --output-schema can't be used together"],
  ["listBuyer --output-schema", "there is no operation listBuyer"],
])("explain %s exits with 2 and says why", async (words, message) => {
  const { code, stdout, stderr } = await run(`explain ${words}`, { signedOut: true });
  expect({ code, stdout, message: JSON.parse(stderr).error.message }).toEqual({
    code: 2,
    stdout: "",
    message,
  });
});

it("the schema of every command that prints JSON has types and required members", async () => {
  for (const { words, ...command } of await loadCommands()) {
    const schema = await resultSchema(command);
    if (schema === undefined || words.join(" ") === "serve export") continue;
    const isAnything = Object.keys(schema).length === 1;
    expect([words.join(" "), isAnything]).toEqual([words.join(" "), anything.includes(words.join(" "))]);
    if (!isAnything) expect(JSON.stringify(schema), words.join(" ")).toContain('"type":');
  }
});

/** What answers with whatever the service says, and what prints nothing in any format. */
const anything = ["api", "profile add", "profile use", "profile remove"];
