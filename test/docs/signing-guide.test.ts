import { writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { expect, it } from "vitest";
import { shared } from "../helpers/shared.ts";
import { isThorough } from "../helpers/thorough.ts";
import { createProject, has } from "./project.ts";

const project = await shared(createProject("signing.md"));
await project.link(resolve(import.meta.dirname, "../../node_modules"), "jose");
await writeFile(join(project.folder, "go.mod"), "module shop\n\ngo 1.24\n");

it("the guide to signing shows a file for each language, and a test", () => {
  expect(project.files).toEqual([
    "list-buyers.mjs",
    "list_buyers.py",
    "list_buyers.go",
    "ListBuyers.java",
    "list-buyers.sh",
    "signing.test.mjs",
  ]);
});

it.for([
  ["JavaScript", true, ["node", "list-buyers.mjs"]],
  ["Python", has("python3", "-c", "import jwt, cryptography"), ["python3", "list_buyers.py"]],
  // Go builds its own library first, which takes a minute.
  ["Go", isThorough && has("go", "version"), ["go", "run", "."]],
  ["Java", has("javac", "-version"), ["java", "ListBuyers.java"]],
  ["a shell", has("curl", "--version"), ["bash", "list-buyers.sh"]],
] as const)("a token that %s signs as the guide shows is accepted", async ([, isHere, words], { skip }) => {
  skip(!isHere, "what it needs is not installed");
  expect(await project.runBeside(...words)).toBe("200\n");
});

it("the first test of the guide to signing passes", async () => {
  const output = await project.run(process.execPath, "--test", "--test-reporter", "tap", "signing.test.mjs");
  expect(output).toMatch(/^# pass 1\n# fail 0$/m);
});
