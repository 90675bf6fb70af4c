import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { commands } from "../../src/commands/table.ts";
import { allOperations } from "../../src/contract/operations.ts";
import { generatedFiles } from "../../tools/generated-files.ts";

function read(path: string): string {
  return readFileSync(new URL(`../../${path}`, import.meta.url), "utf8");
}

const files = await generatedFiles();

/** The operations whose answer has a body. */
const answering = allOperations.map(({ name }) => name).filter((name) => name !== "deleteApiKeyPair");

it("generating writes all that is made from the source", () => {
  expect(Object.keys(files)).toEqual([
    "docs/openapi.json",
    "src/contract/answers.json",
    ...answering.map((name) => `docs/schemas/${name}.json`),
    "docs/commands/README.md",
    "docs/commands/global-options.md",
    ...commands.map(({ words }) => `docs/commands/${words.join("-")}.md`),
    "docs/testing.d.ts",
  ]);
});

it.each(["docs/commands", "docs/schemas"])("generating leaves nothing in %s of what is gone", (folder) => {
  const there = readdirSync(new URL(`../../${folder}`, import.meta.url)).map((name) => `${folder}/${name}`);
  const made = Object.keys(files).filter((path) => path.startsWith(`${folder}/`));
  expect(there.toSorted()).toEqual(made.toSorted());
});

it.each(Object.entries(files))("generating writes what %s holds", (path, text) => {
  if (path.endsWith(".json")) expect(JSON.parse(read(path))).toEqual(JSON.parse(text));
  else expect(read(path)).toBe(text);
});
