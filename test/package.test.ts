import { execFile } from "node:child_process";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const execute = promisify(execFile);
const root = resolve(import.meta.dirname, "..");
/** What the package depends on at run time; the registry of this test is a folder. */
const dependencies = ["@photostructure/sqlite", "node-addon-api", "node-gyp-build"];
let folder: string;

async function npm(...words: string[]): Promise<string> {
  const env = { ...process.env, npm_config_cache: join(folder, "cache") };
  return (await execute("npm", [...words, "--ignore-scripts"], { cwd: folder, env })).stdout;
}

function payctl(...words: string[]) {
  const env = {
    PATH: process.env["PATH"],
    XDG_CONFIG_HOME: join(folder, "config"),
    XDG_DATA_HOME: join(folder, "data"),
  };
  return execute(join(folder, "prefix", "bin", "payctl"), words, { cwd: folder, env });
}

describe("the packed tarball, installed globally into an empty prefix", () => {
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "payctl-package-"));
    await npm("pack", root);
    for (const name of dependencies) await npm("pack", join(root, "node_modules", name));
    const tarballs = (await readdir(folder))
      .filter((name) => name.endsWith(".tgz"))
      .map((name) => `./${name}`);
    await npm("install", "--global", "--prefix", join(folder, "prefix"), "--offline", ...tarballs);
  });
  afterAll(() => rm(folder, { recursive: true }));

  it("runs the main job end to end against its own server", async () => {
    const bin = join(folder, "prefix", "bin", "payctl");
    const { stdout, stderr } = await payctl("serve", "--seed", "demo", "--", bin, "buyers", "list", "--all");
    expect(JSON.parse(stdout).items.length).toBeGreaterThan(40);
    expect(stderr).toBe("");
  });

  it("holds what it needs and nothing of the workshop", async () => {
    const installed = await readdir(join(folder, "prefix", "lib", "node_modules", "payctl"));
    expect(installed.sort()).toEqual([
      "CHANGELOG.md",
      "LICENSE",
      "README.md",
      "bin",
      "completions",
      "dist",
      "package.json",
    ]);
  });
});
