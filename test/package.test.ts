import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join, resolve } from "node:path";
import { promisify } from "node:util";
import { publint } from "publint";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import manifest from "../package.json" with { type: "json" };
import { describeEverydayJobs, type Program, run } from "./helpers/everyday-jobs.ts";
import { partFolder } from "./parts/part.js";

const execute = promisify(execFile);
const root = resolve(import.meta.dirname, "..");
/** What the package depends on at run time; the registry of this test is a folder. */
const dependencies = ["@photostructure/sqlite", "node-addon-api", "node-gyp-build"];
let program: Program;
/** Where the package is once it is installed. */
let installed: string;

async function npm(...words: string[]): Promise<string> {
  const { folder } = program;
  const env = { ...process.env, npm_config_cache: join(folder, "cache") };
  return (await execute("npm", [...words, "--ignore-scripts"], { cwd: folder, env })).stdout;
}

/** The scripts of the driver that one start of the server loads, by Node's own coverage. */
async function driverScripts(): Promise<string[]> {
  const coverage = join(program.folder, "coverage");
  await run(program, ["serve", "--", "true"], { NODE_V8_COVERAGE: coverage });
  const reports = await Promise.all(
    (await readdir(coverage)).map((name) => readFile(join(coverage, name), "utf8")),
  );
  const urls = reports.flatMap((report) =>
    JSON.parse(report).result.map(({ url }: { readonly url: string }) => url),
  );
  return urls.filter((url: string) => url.includes("@photostructure/sqlite")).map((url) => basename(url));
}

const use = `
  const server = await startReferenceServer({ seed: { buyers: [{ display_name: "Mary" }] } });
  const world = await server.world();
  const headers = { authorization: "Bearer " + await world.token({ scopes: ["buyers.read"] }) };
  const answer = await world.fetch(world.url + "/buyers", { headers });
  console.log(answer.status);
  const page = await (await server.fetch(server.url + "/_reference/")).text();
  if (!page.includes("<script>")) throw new Error("there is no inspector: " + page);
  await world.verify({ operation: "listBuyers", count: 1 });
  await server.close();`;

const right = `
  const key: string = server.privateKey;
  const [fault] = await world.faults([{ operation: "createMerchantAccount", status: "reset", after: true }]);
  const hits: number | undefined = fault?.hits;
  const far = await connectReferenceServer(server.url, { controlToken: "token" });
  const none: undefined = far.privateKey;
  await (await far.snapshot())[Symbol.asyncDispose]();
  const application: { fetch: typeof fetch } = { fetch: far.fetch };
  const shown = [key, hits, none, application, (await world.clock.advance("1d")).time, await world.data("buyers")];
  return shown;`;

/** Every example of the types, in a function of its own, with what it takes for granted. */
const examples = `import { connectReferenceServer, startReferenceServer, type ReferenceServer } from "payctl/testing";
declare const server: ReferenceServer, world: ReferenceServer, [before, snapshot]: Awaited<ReturnType<ReferenceServer["snapshot"]>>[];
declare const afterEach: (work: (context: any) => unknown) => void, afterAll: Function, createApp: Function, spawn: Function, process: any, console: any;
declare const url: string, pem: string;
export const all = [${[
  ...readFileSync(join(root, "docs/testing.d.ts"), "utf8").matchAll(/@example\n([\s\S]*?)\*\//g),
]
  .map(([, block = ""]) => `async () => {\n${block.replace(/^ *\* ?/gm, "")}}`)
  .join(",\n")}];
`;

/** A user's files. */
const suiteFiles = {
  "examples.mts": examples,
  "right.mts": `import { connectReferenceServer, startReferenceServer, type ReferenceWorld } from "payctl/testing";
export async function use() {${use}${right}}
export const nameOf = (world: ReferenceWorld): string | undefined => world.name;`,
  "right.cts": `export async function use() {
  const { connectReferenceServer, startReferenceServer } = await import("payctl/testing");${use}${right}}`,
  "wrong.mts": `import { startReferenceServer } from "payctl/testing";
// @ts-expect-error a word that is none
await startReferenceServer({ journal: "none" });
// @ts-expect-error an option that is none
await startReferenceServer({ ports: 1 });
// @ts-expect-error an entry without what it needs
await startReferenceServer({ seed: { merchant_accounts: [{ id: "shop" }] } });
const server = await startReferenceServer();
// @ts-expect-error an operation that is none
await server.verify({ operation: "listBuyer" });
// @ts-expect-error a list that is none
await server.data("generate");`,
  "run.mjs": `import { startReferenceServer } from "payctl/testing";${use}`,
  "run.cjs": `import("payctl/testing").then(async ({ startReferenceServer }) => {${use}});`,
  "require.cjs": `const { startReferenceServer } = require("payctl/testing");(async () => {${use}})();`,
};

/** Node has SQLite since 22.5, and shows it without a flag since 22.13 and 23.4. */
function nodeHasSqlite(): boolean {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  return major > 23 || (major === 22 && minor >= 13) || (major === 23 && minor >= 4);
}

beforeAll(async () => {
  const folder = await mkdtemp(join(tmpdir(), "payctl-package-"));
  const prefix = join(folder, "prefix");
  program = { file: join(prefix, "bin", "payctl"), folder, version: manifest.version };
  installed = join(prefix, "lib", "node_modules", "payctl");
  await execute(process.execPath, [join(root, "tools/release/pack.js"), folder], { cwd: root });
  for (const name of dependencies) await npm("pack", join(root, "node_modules", name));
  const tarballs = (await readdir(folder)).filter((name) => name.endsWith(".tgz"));
  await npm("install", "--global", "--prefix", prefix, "--offline", ...tarballs.map((name) => `./${name}`));
});
afterAll(() => rm(program.folder, { recursive: true, maxRetries: 10 }));

it("the packed tarball runs the main job end to end against its own server", async () => {
  const words = ["serve", "--seed", "demo", "--", program.file, "buyers", "list", "--all"];
  const { stdout, stderr } = await run(program, words);
  expect(JSON.parse(stdout).items.length).toBeGreaterThan(40);
  expect(stderr).toBe("");
});

describeEverydayJobs(() => program);

it("the packed tarball takes SQLite from Node if Node has it, and else from its driver", async () => {
  expect(await driverScripts()).toEqual(nodeHasSqlite() ? [] : ["index.cjs"]);
});

it("the packed tarball holds what it needs and nothing of the workshop", async () => {
  expect((await readdir(installed)).toSorted()).toEqual([
    "CHANGELOG.md",
    "LICENSE",
    "README.md",
    "SKILL.md",
    "bin",
    "dist",
    "package.json",
  ]);
  const others = (await readdir(join(installed, "dist"))).filter((name) => !name.endsWith(".js"));
  // It says that the bundle is CommonJS.
  expect(others.toSorted()).toEqual(["THIRD-PARTY-LICENCES.txt", "package.json", "testing"]);
  const testing = (await readdir(join(installed, "dist/testing"))).filter((name) => !name.endsWith(".js"));
  expect(testing.toSorted()).toEqual(["index.d.mts", "index.d.ts", "index.mjs"]);
});

it("the packed tarball takes less than 3.5 MB, without the driver", async () => {
  const names = await readdir(installed, { recursive: true });
  const files = await Promise.all(names.map((name) => stat(join(installed, name))));
  const bytes = files.filter((file) => file.isFile()).reduce((sum, { size }) => sum + size, 0);
  expect(bytes).toBeLessThan(3_500_000);
});

describe("for a test suite in a folder of its own", () => {
  let suite: string;
  beforeAll(async () => {
    suite = join(program.folder, "suite");
    await mkdir(join(suite, "node_modules"), { recursive: true });
    await symlink(installed, join(suite, "node_modules/payctl"));
    await symlink(join(root, "node_modules/@types"), join(suite, "node_modules/@types"));
    for (const [name, text] of Object.entries(suiteFiles)) await writeFile(join(suite, name), text);
  });

  const nodenext = ["--module", "nodenext", "--types", "node"];
  const bundler = ["--module", "esnext", "--moduleResolution", "bundler", "--lib", "es2023,dom"];

  it.each([
    ["nodenext", "typescript", nodenext],
    ["a bundler and a browser's types", "typescript", bundler],
    // The oldest that docs/testing.md promises; declarations of other packages here need a newer one.
    ["nodenext in TypeScript 5.2", "typescript-5.2", nodenext],
  ])("payctl/testing has types that hold under --strict with %s", async (_, version, options) => {
    const words = ["--noEmit", "--strict", "--skipLibCheck", "false", "--target", "es2022", ...options];
    const packages = version === "typescript" ? root : partFolder("runners");
    const compiler = join(packages, "node_modules", version, "bin/tsc");
    const files = Object.keys(suiteFiles).filter((name) => name.endsWith("ts"));
    const { stdout } = await execute(process.execPath, [compiler, ...words, ...files], {
      cwd: suite,
    }).catch((failed) => failed);
    // A line of wrong.mts that is not an error would be one.
    expect(stdout).toBe("");
  });

  it.each(["run.mjs", "run.cjs", "require.cjs"])("is imported, started and stopped by %s", async (file) => {
    const { stderr, stdout } = await execute(process.execPath, [file], { cwd: suite });
    expect({ stderr, stdout }).toEqual({ stderr: "", stdout: "200\n" });
  });
});

it("the packed tarball names its types for compilers that read no exports, as many suites of Jest are set up", async () => {
  const [types = ""] = manifest.typesVersions["*"].testing;
  expect(types).toBe(manifest.exports["./testing"].require.types);
  expect((await stat(join(installed, types))).isFile()).toBe(true);
});

it("the packed tarball has no script that npm could name when it installs it, and nothing for the workshop", async () => {
  const packed = JSON.parse(await readFile(join(installed, "package.json"), "utf8"));
  const { devDependencies: _d, knip: _k, scripts: _s, ...rest } = manifest;
  expect(packed).toEqual(rest);
});

it("the packed tarball has a README whose links lead to what the repository has at its version", async () => {
  const text = await readFile(join(installed, "README.md"), "utf8");
  const links = Array.from(text.matchAll(/\]\(([^)]+)\)/g), ([, link = ""]) => new URL(link).href);
  const address = manifest.repository.url.replace(/^git\+|\.git$/g, "");
  const version = `v${manifest.version}`;
  expect(links.length).toBeGreaterThan(10);
  for (const link of links) {
    expect(link).toMatch(/^https:/);
    const [kind, path] = link.startsWith(address) ? link.slice(address.length + 1).split(`/${version}/`) : [];
    if (path === undefined) continue;
    expect(kind).toBe(/\.png$/.test(path) ? "raw" : "blob");
    expect((await stat(join(root, path.split("#")[0] ?? ""))).isFile()).toBe(true);
  }
});

it("the packed tarball gives publint nothing to say", async () => {
  expect((await publint({ pkgDir: installed, pack: false, strict: true })).messages).toEqual([]);
});
