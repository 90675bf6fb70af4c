import { once } from "node:events";
import { readdir, readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { expect, it } from "vitest";
import { shared } from "../helpers/shared.ts";
import { openGuide } from "./place.ts";
import { hasTools } from "./session.ts";

const root = resolve(import.meta.dirname, "../..");
const guide = await readFile(join(root, "docs/audit.md"), "utf8");
const blocks = [...guide.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)].map(([, kind, body = ""]) => ({
  kind,
  body,
}));
const scripts = blocks
  .filter(({ kind, body }) => kind === "sh" && (hasTools || !/^jq /m.test(body)))
  .map(({ body }) => body.trimEnd());
const endless = scripts
  .filter((script) => script.includes("audit tail"))
  .flatMap((script) => script.split("\n"));
const ending = scripts.filter((script) => !script.includes("audit tail"));

/** Called with each answer of the server. */
let answered = () => {};
const { run, start, work } = await shared(openGuide({ answered: () => answered() }));

it.each(ending)("the audit guide has a command that runs: %s", async (line) => {
  const { code, stderr } = await run(line);
  expect({ code, stderr }).toEqual({ code: 0, stderr: expect.not.stringMatching(/error|hint/) });
});

it.each(endless)("the audit guide has a command that runs until it is stopped: %s", async (line) => {
  const seen = new Promise<void>((resolve) => {
    answered = resolve;
  });
  const child = start(`exec ${line}`);
  await seen;
  child.kill("SIGINT");
  expect((await once(child, "close"))[0]).toBe(130);
});

it("the audit guide leaves the files that it speaks of, whole", async () => {
  const names = await readdir(work);
  expect(names.toSorted()).toEqual([
    "accounts.ndjson",
    "audit-2025-12.ndjson",
    "audit-2026-01.ndjson",
    "audit.html",
    "audit.ndjson",
    "auditor.xlsx",
    "deletions.csv",
    "deletions.ndjson",
    "everything.json",
    "month.xlsx",
    "summary.csv",
  ]);
});

it("the audit guide answers common questions, each with one command", () => {
  const [, section = ""] = /^## Common questions\n([\s\S]*?)^## /m.exec(guide) ?? [];
  const questions = [...section.matchAll(/^### (.*\?)\n\n```sh\npayctl .*\n```$/gm)];
  expect(questions.length).toBeGreaterThanOrEqual(8);
  expect(section.match(/^### /gm)).toHaveLength(questions.length);
});

it("the audit guide shows a chart as it is drawn", async () => {
  const screen = await readFile(join(root, "test/screens/audit-summary-80.txt"), "utf8");
  for (const { body } of blocks.filter(({ kind }) => kind === "text")) expect(screen).toContain(body);
});
