import { execFile, spawnSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { cp, mkdir, mkdtemp, readFile, realpath, rm, symlink, writeFile } from "node:fs/promises";
import { homedir, tmpdir } from "node:os";
import { delimiter, dirname, join, resolve } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { launchOptions } from "../helpers/browser.ts";
import { isThorough } from "../helpers/thorough.ts";
import { partFolder } from "../parts/part.js";

const root = resolve(import.meta.dirname, "../..");
const program = join(root, "bin/payctl.js");

/** A project of a user, with the files that the page shows. */
let folder: string;
let files: readonly string[];
beforeAll(async () => {
  // Runners compare paths, and a temporary folder may be a link.
  folder = await realpath(await mkdtemp(join(tmpdir(), "payctl-testing-guide-")));
  await mkdir(join(folder, "bin"));
  await symlink(program, join(folder, "bin/payctl"));
  await installPayctl(join(folder, "node_modules/payctl"));
  await writeFile(join(folder, "go.mod"), "module buyers\n\ngo 1.21\n");
  await writeFile(join(folder, "package.json"), '{ "type": "module" }\n');
  const page = await readFile(join(root, "docs/testing.md"), "utf8");
  const blocks = [...page.matchAll(/^```\w+ file=(\S+)\n([\s\S]*?)^```$/gm)];
  for (const [, name = "", text = ""] of blocks) await writeFile(join(folder, name), text);
  files = blocks.map(([, name = ""]) => name);
});
afterAll(() => rm(folder, { recursive: true }));

/** As npm does: a link would lead runners out of `node_modules`, where they compile what they find. */
async function installPayctl(place: string): Promise<void> {
  for (const part of ["package.json", "dist/package.json", "dist/testing"])
    await cp(join(root, part), join(place, part), { recursive: true });
  const driver = "@photostructure/sqlite";
  if (existsSync(join(root, "node_modules", driver))) await link(join(root, "node_modules"), driver);
}

/** A package from elsewhere, as a package of the project. */
async function link(packages: string, name: string): Promise<void> {
  const place = join(folder, "node_modules", name);
  await mkdir(dirname(place), { recursive: true });
  await rm(place, { force: true });
  await symlink(join(packages, name), place);
}

/** Variables that would tell a runner that it runs inside another one. */
const inherited = Object.entries(process.env).filter(([name]) => !/^(?:VITEST|NODE_|PAYCTL_)/.test(name));

/** The jar that runs JUnit without a build tool; Maven keeps it here once it was fetched. */
function findJUnit(): string | undefined {
  const place = join(homedir(), ".m2/repository/org/junit/platform/junit-platform-console-standalone");
  const versions = existsSync(place) ? readdirSync(place) : [];
  return versions
    .map((version) => join(place, version, `junit-platform-console-standalone-${version}.jar`))
    .findLast((jar) => existsSync(jar));
}

async function run(command: string, ...words: readonly string[]): Promise<string> {
  const env = {
    ...Object.fromEntries(inherited),
    PATH: [join(folder, "bin"), process.env["PATH"]].join(delimiter),
    PAYCTL_CONFIG_DIR: join(folder, "config"),
    XDG_DATA_HOME: join(folder, "data"),
    // A cache of a machine may hold the result of another server. On a fresh one, Go builds its own library first,
    // which is faster without C and without optimising.
    GOFLAGS: "-count=1 -vet=off '-gcflags=all=-N -l'",
    CGO_ENABLED: "0",
  };
  try {
    return (await promisify(execFile)(command, words, { cwd: folder, env })).stdout;
  } catch (error) {
    // A runner reports what failed on its standard output.
    const { stderr, stdout } = Object(error);
    throw new Error(`${command} failed\n${stdout}\n${stderr}`);
  }
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
      "accounts.test.cjs",
      "buyers.spec.js",
      "accounts.test.mjs",
      "test.sh",
      "test_buyers.py",
      "buyers_test.go",
      "World.java",
      "BuyersTest.java",
    ]);
  });

  it("the guide to testing runs in Vitest", async () => {
    await link(join(root, "node_modules"), "vitest");
    const vitest = join(root, "node_modules/vitest/vitest.mjs");
    const output = await run(process.execPath, vitest, "run", "buyers.test.js", "--reporter", "json");
    expect(JSON.parse(output)).toMatchObject({ numPassedTests: 2, success: true });
  });

  it("the guide to testing runs in Jest", async () => {
    const jest = join(partFolder("runners"), "node_modules/jest/bin/jest.js");
    const output = await run(process.execPath, jest, "accounts.test.cjs", "--json", "--detectOpenHandles");
    expect(JSON.parse(output)).toMatchObject({ numPassedTests: 2, openHandles: [], success: true });
  });

  it("the guide to testing names the cure to Jest with jsdom, which hides what Node has", async () => {
    await writeFile(join(folder, "dom.test.cjs"), inDom);
    const packages = join(partFolder("runners"), "node_modules");
    const environment = `--env=${join(packages, "jest-environment-jsdom")}`;
    const words = [join(packages, "jest/bin/jest.js"), "dom.test.cjs", environment, "--json"];
    expect(JSON.parse(await run(process.execPath, ...words))).toMatchObject({
      numPassedTests: 1,
      success: true,
    });
  });

  it.for([
    ["the browser of a test part, in place of one that Playwright would fetch", undefined],
    ["the Chromium of a Linux distribution", "/usr/bin/chromium"],
  ] as const)("the guide to testing runs in Playwright with %s", async ([, executablePath], context) => {
    const isMissing = executablePath !== undefined && !existsSync(executablePath);
    context.skip(isMissing, `${executablePath} is not installed`);
    const packages = join(partFolder("runners"), "node_modules");
    await link(packages, "@playwright/test");
    const part = await launchOptions(partFolder("browser"));
    const use = { launchOptions: executablePath === undefined ? part : { ...part, executablePath } };
    const config = `export default ${JSON.stringify({ workers: 2, fullyParallel: true, use })};\n`;
    await writeFile(join(folder, "playwright.config.js"), config);
    // A browser without a window asks for no icon by itself.
    const guide = await readFile(join(folder, "buyers.spec.js"), "utf8");
    const asking = guide.replaceAll('goto("/");', '$&\n  await page.request.get("/favicon.ico");');
    await writeFile(join(folder, "icon.spec.js"), asking);
    const cli = join(packages, "@playwright/test/cli.js");
    const output = await run(process.execPath, cli, "test", "spec.js", "--reporter", "json");
    expect(JSON.parse(output)).toMatchObject({ errors: [], stats: { expected: 4, unexpected: 0, flaky: 0 } });
  });

  it("the guide to testing runs in node:test", async () => {
    const output = await run(process.execPath, "--test", "--test-reporter", "tap", "accounts.test.mjs");
    expect(output).toMatch(/^# pass 1\n# fail 0$/m);
  });

  it.runIf(has("curl", "--version"))("the guide to testing runs in a shell", async () => {
    expect(await runBeside("bash", "test.sh")).toBe("ok\n");
  });

  it.runIf(has("pytest", "--version"))("the guide to testing runs in pytest", async () => {
    expect(await runBeside("pytest", "-q", "-p", "no:cacheprovider", "test_buyers.py")).toMatch(/\b5 passed/);
  });

  it.runIf(has("python3", "-c", "import pytest, xdist"))(
    "the guide to testing runs in four processes of pytest-xdist",
    async () => {
      const output = await runBeside("pytest", "-q", "-n", "4", "-p", "no:cacheprovider", "test_buyers.py");
      expect(output).toMatch(/\b5 passed/);
    },
  );

  // Go builds its own library first, which takes a minute.
  it.runIf(isThorough && has("go", "version"))("the guide to testing runs in go test", async () => {
    expect(await runBeside("go", "test", "./...")).toMatch(/^ok\s+buyers\s/);
  });

  const hasJdk = has("java", "-version") && has("javac", "-version");
  const junit = findJUnit();

  it.runIf(hasJdk && junit !== undefined)(
    "the guide to testing runs in JUnit, its tests at once",
    async () => {
      const jar = String(junit);
      await run("javac", "-cp", jar, "-d", "junit", "World.java", "BuyersTest.java");
      const parallel = [
        "--config=junit.jupiter.execution.parallel.enabled=true",
        "--config=junit.jupiter.execution.parallel.mode.default=concurrent",
      ];
      const words = ["-jar", jar, "execute", "-cp", "junit", "-c", "BuyersTest", ...parallel];
      expect(await runBeside("java", ...words)).toMatch(/2 tests successful/);
    },
  );

  it.runIf(hasJdk)("the guide to testing has a world for Java that needs a JDK alone", async () => {
    await writeFile(join(folder, "Alone.java"), aloneInJava);
    await run("javac", "-d", "alone", "World.java", "Alone.java");
    expect(await runBeside("java", "-cp", "alone", "Alone")).toBe("200\n");
  });
});

const inDom = `
test("payctl/testing says what to do", async () => {
  const { startReferenceServer } = require("payctl/testing");
  const cure = 'with Jest, set testEnvironment: "node", or begin the file with /** @jest-environment node */';
  await expect(startReferenceServer()).rejects.toThrow(cure);
});
`;

const aloneInJava = `
public class Alone {
    public static void main(String[] arguments) throws Exception {
        try (World world = new World()) {
            System.out.println(world.listBuyers().statusCode());
        }
    }
}
`;
