import { existsSync, readdirSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { homedir } from "node:os";
import { join, resolve } from "node:path";
import { expect, it } from "vitest";
import { launchOptions } from "../helpers/browser.ts";
import { shared } from "../helpers/shared.ts";
import { isThorough } from "../helpers/thorough.ts";
import { partFolder } from "../parts/part.js";
import { createProject, has } from "./project.ts";

const modules = resolve(import.meta.dirname, "../../node_modules");

const project = await shared(createProject("testing.md"));
const { folder } = project;
await writeFile(join(folder, "go.mod"), "module buyers\n\ngo 1.21\n");

/** The jar that runs JUnit without a build tool; Maven keeps it here once it was fetched. */
function findJUnit(): string | undefined {
  const place = join(homedir(), ".m2/repository/org/junit/platform/junit-platform-console-standalone");
  const versions = existsSync(place) ? readdirSync(place) : [];
  return versions
    .map((version) => join(place, version, `junit-platform-console-standalone-${version}.jar`))
    .findLast((jar) => existsSync(jar));
}

it("the guide to testing shows a file for each runner, and each of them is run here", () => {
  expect(project.files).toEqual([
    "buyers.test.js",
    "payments.ts",
    "typed.test.ts",
    "accounts.test.cjs",
    "buyers.spec.js",
    "accounts.test.mjs",
    "test.sh",
    "conftest.py",
    "test_buyers.py",
    "buyers_test.go",
    "World.java",
    "BuyersTest.java",
  ]);
});

it.for([
  ["with a server for each file", ["buyers.test.js"], 4],
  ["in TypeScript", ["typed.test.ts"], 1],
] as const)("the guide to testing runs in Vitest, %s", async ([, words, numPassedTests]) => {
  await project.link(modules, "vitest");
  const vitest = join(modules, "vitest/vitest.mjs");
  const patient = ["--test-timeout", "60000", "--reporter", "json"];
  const output = await project.run(process.execPath, vitest, "run", ...words, ...patient);
  expect(JSON.parse(output)).toMatchObject({ numPassedTests, success: true });
});

it("the guide to testing has TypeScript that holds under --strict", async () => {
  await project.link(modules, "vitest");
  const compiler = join(modules, "typescript/bin/tsc");
  const options = [
    "--strict",
    "--noEmit",
    "--allowImportingTsExtensions",
    "--skipLibCheck",
    "--target",
    "es2022",
  ];
  const words = [...options, "--module", "nodenext", "--typeRoots", join(modules, "@types"), "typed.test.ts"];
  expect(await project.run(process.execPath, compiler, ...words)).toBe("");
});

it("the guide to testing runs in Jest", async () => {
  const jest = join(partFolder("runners"), "node_modules/jest/bin/jest.js");
  const output = await project.run(
    process.execPath,
    jest,
    "accounts.test.cjs",
    "--json",
    "--testTimeout=60000",
    "--detectOpenHandles",
  );
  expect(JSON.parse(output)).toMatchObject({ numPassedTests: 2, openHandles: [], success: true });
});

it("the guide to testing names the cure to Jest with jsdom, which hides what Node has", async () => {
  await writeFile(join(folder, "dom.test.cjs"), inDom);
  const packages = join(partFolder("runners"), "node_modules");
  const environment = `--env=${join(packages, "jest-environment-jsdom")}`;
  const words = [join(packages, "jest/bin/jest.js"), "dom.test.cjs", environment, "--json"];
  expect(JSON.parse(await project.run(process.execPath, ...words))).toMatchObject({
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
  await project.link(packages, "@playwright/test");
  const part = await launchOptions(partFolder("browser"));
  const use = { launchOptions: executablePath === undefined ? part : { ...part, executablePath } };
  const config = `export default ${JSON.stringify({ workers: 2, fullyParallel: true, use })};\n`;
  await writeFile(join(folder, "playwright.config.js"), config);
  // A browser without a window asks for no icon by itself.
  const guide = await readFile(join(folder, "buyers.spec.js"), "utf8");
  const asking = guide.replaceAll('goto("/");', '$&\n  await page.request.get("/favicon.ico");');
  await writeFile(join(folder, "icon.spec.js"), asking);
  const cli = join(packages, "@playwright/test/cli.js");
  const output = await project.run(process.execPath, cli, "test", "spec.js", "--reporter", "json");
  expect(JSON.parse(output)).toMatchObject({ errors: [], stats: { expected: 4, unexpected: 0, flaky: 0 } });
});

it("the guide to testing runs in node:test", async () => {
  const output = await project.run(process.execPath, "--test", "--test-reporter", "tap", "accounts.test.mjs");
  expect(output).toMatch(/^# pass 1\n# fail 0$/m);
});

it.runIf(has("curl", "--version"))("the guide to testing runs in a shell", async () => {
  expect(await project.runBeside("bash", "test.sh")).toBe("ok\n");
});

it.for([
  ["pytest", has("pytest", "--version"), []],
  ["four processes of pytest-xdist", has("python3", "-c", "import pytest, xdist"), ["-n", "4"]],
] as const)("the guide to testing runs in %s", async ([name, isThere, words], context) => {
  context.skip(!isThere, `${name} is not installed`);
  const quiet = ["-q", "-p", "no:cacheprovider"];
  expect(await project.runBeside("pytest", ...quiet, ...words, "test_buyers.py")).toMatch(/\b5 passed/);
});

// Go builds its own library first, which takes a minute.
it.runIf(isThorough && has("go", "version"))("the guide to testing runs in go test", async () => {
  expect(await project.runBeside("go", "test", "./...")).toMatch(/^ok\s+buyers\s/);
});

const hasJdk = has("java", "-version") && has("javac", "-version");
const junit = findJUnit();

it.runIf(hasJdk && junit !== undefined)("the guide to testing runs in JUnit, its tests at once", async () => {
  const jar = String(junit);
  await project.run("javac", "-cp", jar, "-d", "junit", "World.java", "BuyersTest.java");
  const parallel = [
    "--config=junit.jupiter.execution.parallel.enabled=true",
    "--config=junit.jupiter.execution.parallel.mode.default=concurrent",
  ];
  const words = ["-jar", jar, "execute", "-cp", "junit", "-c", "BuyersTest", ...parallel];
  expect(await project.runBeside("java", ...words)).toMatch(/2 tests successful/);
});

it.runIf(hasJdk)("the guide to testing has a world for Java that needs a JDK alone", async () => {
  await writeFile(join(folder, "Alone.java"), aloneInJava);
  await project.run("javac", "-d", "alone", "World.java", "Alone.java");
  expect(await project.runBeside("java", "-cp", "alone", "Alone")).toBe("200\n");
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
