import { readFile } from "node:fs/promises";
import { expect, it } from "vitest";
import { fillPage } from "../../tools/tour.ts";

const page = await readFile(new URL("../../README.md", import.meta.url), "utf8");

it("the outputs in README.md are what its commands write", async () => {
  expect(page).toMatch(/^\$ payctl /m);
  expect(await fillPage(page)).toBe(page);
});

it("an output that is not what the command writes is replaced", async () => {
  const filled = await fillPage("```console\n$ payctl buyers lst\nnothing\n```\n");
  expect(filled).toBe(
    "```console\n$ payctl buyers lst\nerror: unknown command 'lst'\nhint: did you mean list?\n```\n",
  );
});
