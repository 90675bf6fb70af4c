import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { commands } from "../../src/commands/table.ts";
import { generatedFiles } from "../../tools/generated-files.ts";

function read(path: string): string {
  return readFileSync(new URL(`../../${path}`, import.meta.url), "utf8");
}

const files = await generatedFiles();

describe("what npm run generate writes", () => {
  it("generating writes all that is made from the source", () => {
    expect(Object.keys(files)).toEqual([
      "openapi.json",
      "src/help/answers.json",
      "docs/commands/README.md",
      "docs/commands/global-options.md",
      ...commands.map(({ words }) => `docs/commands/${words.join("-")}.md`),
      "man/payctl.1",
    ]);
  });

  it("generating leaves no page of a command that is gone", () => {
    const there = readdirSync(new URL("../../docs/commands", import.meta.url)).map(
      (name) => `docs/commands/${name}`,
    );
    const made = Object.keys(files).filter((path) => path.startsWith("docs/commands/"));
    expect(there.toSorted()).toEqual(made.toSorted());
  });

  it.each(Object.entries(files))("generating writes what %s holds", (path, text) => {
    if (path.endsWith(".json")) expect(JSON.parse(read(path))).toEqual(JSON.parse(text));
    else expect(read(path)).toBe(text);
  });
});
