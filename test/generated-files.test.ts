import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { generatedFiles } from "../src/generated-files.ts";

function read(path: string): string {
  return readFileSync(new URL(`../${path}`, import.meta.url), "utf8");
}

const files = await generatedFiles(read);

describe("what node generate.js writes", () => {
  it("is all that is made from the source", () => {
    expect(Object.keys(files)).toEqual([
      "openapi.json",
      "src/help/answers.json",
      "completions/payctl.bash",
      "completions/_payctl",
      "completions/payctl.fish",
      "completions/payctl.ps1",
    ]);
  });

  it.each(Object.entries(files))("is what %s holds", (path, text) => {
    if (path.endsWith(".json")) expect(JSON.parse(read(path))).toEqual(JSON.parse(text));
    else expect(read(path)).toBe(text);
  });
});
