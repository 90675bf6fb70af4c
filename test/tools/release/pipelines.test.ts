import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, it } from "vitest";
import { parse } from "yaml";
import manifest from "../../../package.json" with { type: "json" };

const root = resolve(import.meta.dirname, "../../..");
const folder = ".github/workflows";
const workflows = readdirSync(join(root, folder)).map((name) => join(folder, name));
const files = [...workflows, "action.yml", "deploy/compose.yaml", "deploy/compose.postgres.yaml"];

const read = (path: string) => readFileSync(join(root, path), "utf8");

interface Found {
  readonly key: string;
  readonly value: unknown;
}

/** Every value below a node, with its key. */
function valuesIn(node: unknown): readonly Found[] {
  if (typeof node !== "object" || node === null) return [];
  return Object.entries(node).flatMap(([key, value]) => [{ key, value }, ...valuesIn(value)]);
}

/** The texts under one key, anywhere. */
function textsOf(path: string, key: string): readonly string[] {
  const found = valuesIn(parse(read(path))).filter((one) => one.key === key);
  return found.flatMap(({ value }) => (typeof value === "string" ? [value] : []));
}

it("the pipelines are those for tests and for releases", () => {
  expect(workflows).toEqual([".github/workflows/release.yml", ".github/workflows/test.yml"]);
});

it.each(files)("%s is YAML without duplicate keys", (path) => {
  expect(Object.keys(parse(read(path), { strict: true, uniqueKeys: true })).length).toBeGreaterThan(0);
});

it.each(workflows)("%s pins each action by its commit, and says which version that is", (path) => {
  const lines = read(path).match(/^.*\buses:.*$/gm) ?? [];
  expect(lines.length).toBe(textsOf(path, "uses").length);
  expect(lines.length).toBeGreaterThan(1);
  for (const line of lines) expect(line).toMatch(/uses: actions\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
});

it("one action is pinned by one commit in all pipelines", () => {
  const used = new Set(workflows.flatMap((path) => textsOf(path, "uses")));
  const names = [...used].map((name) => name.split("@")[0]);
  expect(names.length).toBe(new Set(names).size);
});

it.each(files)("%s runs only scripts that exist", (path) => {
  const lines = textsOf(path, "run").join("\n");
  const named = [...lines.matchAll(/npm run (?:--silent )?([\w:]+)/g)].map(([, name = ""]) => name);
  expect(named.filter((name) => !Object.hasOwn(manifest.scripts, name))).toEqual([]);
  if (lines.includes(".ci/run")) expect(existsSync(join(root, ".ci/run"))).toBe(true);
});

it.each(files)("%s puts no expression into a script, where it would be run", (path) => {
  expect(textsOf(path, "run").filter((script) => script.includes("${{"))).toEqual([]);
});

it.each(files)("%s installs without the scripts of packages", (path) => {
  const lines = textsOf(path, "run").flatMap((script) => script.split("\n"));
  const installing = lines.filter((line) => /\bnpm (?:ci|install|publish)\b/.test(line));
  expect(installing.filter((line) => !line.includes("--ignore-scripts"))).toEqual([]);
});

it.each(workflows)("%s gives every job a time limit, and no permission that it does not list", (path) => {
  const { jobs, permissions } = parse(read(path));
  expect(Object.values(permissions).filter((access) => access !== "read")).toEqual([]);
  for (const job of Object.values<Record<string, unknown>>(jobs)) {
    expect(job["timeout-minutes"]).toBeGreaterThan(0);
    if (Object.keys(permissions).length === 0) expect(job).toHaveProperty("permissions");
  }
});

it.each(workflows)("%s leaves no credential in the checkout, and names no secret", (path) => {
  const checkouts = read(path).match(/uses: actions\/checkout@/g) ?? [];
  const cleared = read(path).match(/persist-credentials: false/g) ?? [];
  expect(cleared.length).toBe(checkouts.length);
  expect(read(path)).not.toMatch(/\bsecrets\b/);
});

it("the pipeline for tests covers the oldest line of Node that the package supports", () => {
  const { jobs } = parse(read(".github/workflows/test.yml"));
  expect(jobs.test.strategy.matrix.node).toEqual([20, 22, 24, 26]);
  expect(manifest.engines.node).toMatch(/^>=20\./);
});

const { jobs, on } = parse(read(".github/workflows/release.yml"));
const scriptOf = (job: string): string =>
  jobs[job].steps.map(({ run = "" }: { readonly run?: string }) => run).join("\n");

it("the pipeline for releases starts at a tag of a version alone", () => {
  expect(on).toEqual({ push: { tags: ["v*"] } });
});

it("the pipeline for releases publishes after the checks, the tests and the signatures of packages", () => {
  expect(jobs.npm.needs).toEqual(["test", "build", "executables"]);
  expect(jobs.files.needs).toBe("npm");
  expect(scriptOf("test")).toMatch(/release:check -- "\$GITHUB_REF_NAME"\n\.ci\/run/);
  expect(scriptOf("build")).toMatch(/npm audit signatures\n[\s\S]*release:files/);
  expect(scriptOf("npm")).toMatch(/sha256sum --check --strict SHA256SUMS\n[\s\S]*npm publish .*--provenance/);
});

it("the pipeline for releases lets only the jobs that publish write or say who they are", () => {
  const strong = Object.entries<{ readonly permissions: Record<string, string> }>(jobs)
    .filter(([, { permissions }]) => Object.values(permissions).includes("write"))
    .map(([name, { permissions }]) => [name, Object.keys(permissions).toSorted()]);
  expect(strong).toEqual([
    ["npm", ["contents", "id-token"]],
    ["files", ["attestations", "contents", "id-token"]],
  ]);
});
