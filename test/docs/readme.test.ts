import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { lastRows } from "../helpers/results-file.ts";
import { shared } from "../helpers/shared.ts";
import { openPlace } from "./place.ts";

const root = resolve(import.meta.dirname, "../..");
const page = readFileSync(join(root, "README.md"), "utf8");

/** The part of the page below a heading, up to the next one. */
function section(heading: string): string {
  return page.split(/^#+ /m).find((part) => part.startsWith(`${heading}\n`)) ?? "";
}

function scriptOf(text: string): string {
  return [...text.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(([, script = ""]) => script).join("");
}

/** Two active tokens of the demo company. */
const pairs = [
  ["b60a40ec-337a-801a-86c6-21f3759fe5eb", "7fe95a46-9c8b-86df-82e7-d9ae15765a4c"],
  ["0d21f5d1-abb8-8438-8f90-c4b53c0fc5ab", "80e215f6-39f6-81cd-8fa8-29b59a0e7651"],
] as const;
const [, accounts = ""] = /^`accounts\.yaml`:\n\n```yaml\n([\s\S]*?)^```$/m.exec(page) ?? [];

const { env, folder, work } = await shared(openPlace());
await writeFile(join(work, "pairs.txt"), pairs.map((pair) => `${pair.join(" ")}\n`).join(""));
await writeFile(join(work, "accounts.yaml"), accounts);

/** Runs the lines in one bash against a server of their own. */
async function play(script: string) {
  const serve = ["serve", "--port", "0", "--seed", "demo", "--log", "off", "--"];
  return await promisify(execFile)(
    join(folder, "bin", "payctl"),
    [...serve, "bash", "--norc", "-euo", "pipefail", "-c", script],
    // As on a terminal; a line that writes a file names its format.
    { cwd: work, env: { ...env, PAYCTL_OUTPUT: "table" } },
  );
}

const left = (name: string) => readFile(join(work, name), "utf8");

it("the first screen has the two commands that a newcomer pastes", () => {
  const [first] = page.match(/^```sh\n[\s\S]*?^```$/m) ?? [];
  expect(first?.split("\n").map((line) => line.replace(/ *#.*/, ""))).toEqual([
    "```sh",
    "npm ci && npx payctl serve --seed demo -- npx payctl buyers list",
    "npm ci && npm test",
    "```",
  ]);
});

it("the recipes for operators delete, suspend and write what they say", async () => {
  const recipe = scriptOf(section("For operators, in a shell"));
  const { stdout } = await play(
    `${recipe}\necho; payctl keys list --query 'items[?!active].id' -o id | wc -l`,
  );
  expect(stdout.trim().split("\n").at(-1)?.trim()).toBe("0");
  const rows = await lastRows(join(work, "suspended.ndjson"));
  expect(rows.map(({ id, result }) => ({ id, result })).toSorted((a, b) => (a.id < b.id ? -1 : 1))).toEqual(
    pairs.map(([, id]) => ({ id, result: "suspended" })),
  );
  const [header = "", ...buyers] = (await left("british-buyers.csv")).trim().split("\n");
  expect(header).toMatch(/^type,id,/);
  expect(buyers.length).toBeGreaterThan(2);
  expect(buyers.every((row) => row.includes(",GB,"))).toBe(true);
});

it("the recipes for support staff show entries and make the report", async () => {
  const { stderr, stdout } = await play(scriptOf(section("For support staff: audit logs")));
  expect(stderr.replaceAll(/^window: .+\n/gm, "")).toBe("wrote audit.html\n");
  const [person, deletions, summary] = stdout.split(/^(?=TIME|\d+ entries)/m);
  expect(person).toMatch(/^TIME +ACTION +RESOURCE\n.* +updated +Ada Lovelace\n/);
  expect(deletions).toMatch(/^TIME +WHO +ACTION .*\n(?:.* deleted .*\n)+$/);
  expect(summary).toMatch(/^Grace Hopper +\d+ +█/m);
  expect(await left("audit.html")).toMatch(/^<!doctype html>/i);
});

it("the recipes for CI rehearse, and create what is missing", async () => {
  await play(scriptOf(section("For CI jobs: provisioning")));
  const rows = await lastRows(join(work, "results.ndjson"));
  expect(rows.map(({ id, result }) => `${id} ${result}`).toSorted()).toEqual([
    "shop-berlin created",
    "shop-oslo created",
  ]);
});

it("the recipe for testing shows a client that tries again", async () => {
  const { stdout } = await play(scriptOf(section("To test your application")));
  expect(JSON.parse(stdout)).toMatchObject({ items: [], next_cursor: null });
});
