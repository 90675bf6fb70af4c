import { execFile, spawnSync } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, join, resolve } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const root = resolve(import.meta.dirname, "../..");
const program = join(root, "bin/payctl.js");

/** A project of a user, with the files that the page shows. */
let folder: string;
let files: readonly string[];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "payctl-testing-guide-"));
  await mkdir(join(folder, "bin"));
  await mkdir(join(folder, "node_modules"));
  await symlink(program, join(folder, "bin/payctl"));
  await symlink(root, join(folder, "node_modules/payctl"));
  await symlink(join(root, "node_modules/vitest"), join(folder, "node_modules/vitest"));
  await writeFile(join(folder, "go.mod"), "module buyers\n\ngo 1.21\n");
  await writeFile(join(folder, "package.json"), '{ "type": "module" }\n');
  const page = await readFile(join(root, "docs/testing.md"), "utf8");
  const blocks = [...page.matchAll(/^```\w+ file=(\S+)\n([\s\S]*?)^```$/gm)];
  for (const [, name = "", text = ""] of blocks) await writeFile(join(folder, name), text);
  files = blocks.map(([, name = ""]) => name);
});
afterAll(() => rm(folder, { recursive: true }));

/** Variables that would tell a runner that it runs within another one. */
const inherited = Object.entries(process.env).filter(([name]) => !/^(?:VITEST|NODE_|PAYCTL_)/.test(name));

async function run(command: string, ...words: readonly string[]): Promise<string> {
  const env = {
    ...Object.fromEntries(inherited),
    PATH: [join(folder, "bin"), process.env["PATH"]].join(delimiter),
    PAYCTL_CONFIG_DIR: join(folder, "config"),
    XDG_DATA_HOME: join(folder, "data"),
    // A cache of a machine may hold the result of another server.
    GOFLAGS: "-count=1",
  };
  const { stdout } = await promisify(execFile)(command, words, { cwd: folder, env });
  return stdout;
}

function runBeside(...words: readonly string[]): Promise<string> {
  return run(process.execPath, program, "serve", "--journal", "full", "--", ...words);
}

function has(command: string, ...words: readonly string[]): boolean {
  return spawnSync(command, words).status === 0;
}

describe("the guide to testing", () => {
  it("the guide to testing shows a file for each runner, and each of them is run here", () => {
    expect(files).toEqual([
      "buyers.test.js",
      "accounts.test.mjs",
      "test.sh",
      "test_buyers.py",
      "buyers_test.go",
      "BuyersTest.java",
    ]);
  });

  it("the guide to testing runs in Vitest", async () => {
    const vitest = join(root, "node_modules/vitest/vitest.mjs");
    const output = await run(process.execPath, vitest, "run", "buyers.test.js", "--reporter", "json");
    expect(JSON.parse(output)).toMatchObject({ numPassedTests: 2, success: true });
  }, 120_000);

  it("the guide to testing runs in node:test", async () => {
    const output = await run(process.execPath, "--test", "--test-reporter", "tap", "accounts.test.mjs");
    expect(output).toMatch(/^# pass 1\n# fail 0$/m);
  }, 120_000);

  it.runIf(has("curl", "--version"))(
    "the guide to testing runs in a shell",
    async () => {
      expect(await runBeside("bash", "test.sh")).toBe("ok\n");
    },
    120_000,
  );

  it.runIf(has("pytest", "--version"))(
    "the guide to testing runs in pytest",
    async () => {
      expect(await runBeside("pytest", "-q", "-p", "no:cacheprovider", "test_buyers.py")).toMatch(
        /\b5 passed/,
      );
    },
    120_000,
  );

  it.runIf(has("python3", "-c", "import pytest, xdist"))(
    "the guide to testing runs in four processes of pytest-xdist",
    async () => {
      const output = await runBeside("pytest", "-q", "-n", "4", "-p", "no:cacheprovider", "test_buyers.py");
      expect(output).toMatch(/\b5 passed/);
    },
    120_000,
  );

  it.runIf(has("go", "version"))(
    "the guide to testing runs in go test",
    async () => {
      expect(await runBeside("go", "test", "./...")).toMatch(/^ok\s+buyers\s/);
    },
    300_000,
  );

  it.runIf(has("java", "-version") && has("javac", "-version"))(
    "the guide to testing runs with a JDK alone",
    async () => {
      expect(await runBeside("java", "BuyersTest.java")).toBe("ok\n");
    },
    120_000,
  );
});
