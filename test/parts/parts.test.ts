import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { appendFile, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { isInstalled, partFolder, partsFolder } from "./part.js";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "payctl-parts-"));
});
afterEach(() => rm(folder, { recursive: true }));

/** A part with one package in its own folder, so that npm asks no registry. */
async function writePart(part: string, tool: string): Promise<void> {
  await mkdir(join(folder, part, tool), { recursive: true });
  await writeFile(join(folder, part, tool, "package.json"), JSON.stringify({ name: tool, version: "1.0.0" }));
  await writeFile(
    join(folder, part, "package.json"),
    JSON.stringify({ private: true, description: "What for", devDependencies: { [tool]: `file:${tool}` } }),
  );
  npm(part, "install", "--package-lock-only");
}

function npm(part: string, ...words: string[]): void {
  const { status, stderr } = spawnSync("npm", [...words, "--offline", "--prefix", join(folder, part)], {
    cwd: join(folder, part),
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(stderr);
}

function install() {
  const { status, stderr } = spawnSync(process.execPath, [join(partsFolder, "install.js"), folder], {
    encoding: "utf8",
    env: { ...process.env, npm_config_offline: "true", npm_config_loglevel: "error" },
  });
  return { status, stderr };
}

it("npm run test:parts installs the packages of a part once, and again when its lock file changes", async () => {
  await writePart("small", "tool");
  const tool = join(folder, "small/node_modules/tool/package.json");
  const stderr = "installing what some tests need, once: small\ninstalled small (What for)\n";
  expect(install()).toEqual({ status: 0, stderr });
  expect(JSON.parse(await readFile(tool, "utf8"))).toMatchObject({ name: "tool" });
  expect(install()).toEqual({ status: 0, stderr: "" });
  await appendFile(join(folder, "small/package-lock.json"), "\n");
  expect(isInstalled(join(folder, "small"))).toBe(false);
  expect(install()).toEqual({ status: 0, stderr });
});

it("npm run test:parts fails for a part that npm can't install, tries it again the next time, and installs the others", async () => {
  await writePart("small", "tool");
  await writePart("broken", "other");
  await writeFile(join(folder, "broken/package-lock.json"), "{");
  for (const status of [1, 1]) {
    const result = install();
    expect(result.status).toBe(status);
    expect(result.stderr).toContain("could not install broken (What for)\n");
  }
  expect(isInstalled(join(folder, "broken"))).toBe(false);
  expect(isInstalled(join(folder, "small"))).toBe(true);
});

it("partFolder names the command to run if a test asks for a part that is not installed", () => {
  expect(() => partFolder("no-such-part")).toThrow("npm run test:parts");
});

const parts = readdirSync(partsFolder).filter((name) => existsSync(join(partsFolder, name, "package.json")));

it.each(parts)(
  "the part %s pins every package, is private, holds ES modules, and names no registry",
  (name) => {
    const text = (file: string) => readFileSync(join(partsFolder, name, file), "utf8");
    const { devDependencies, private: isPrivate, type } = JSON.parse(text("package.json"));
    expect([isPrivate, type]).toEqual([true, "module"]);
    for (const version of Object.values(devDependencies))
      expect(version).toMatch(/^(?:npm:[\w@/-]+@)?\d+\.\d+\.\d+(?:-[\w.]+)?$/);
    expect(text("package-lock.json")).not.toMatch(/"resolved": "https?:/);
    expect(text(".npmrc")).toContain("omit-lockfile-registry-resolved=true");
  },
);
