import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, expect, it } from "vitest";
import { parse } from "yaml";
import manifest from "../../../package.json" with { type: "json" };
import { manifestsOf } from "../../../tools/release/manifests.js";
import { problemsOf } from "../../../tools/release/problems.js";
import { releaseOf, sumsFile, sumsOf, sumsText } from "../../../tools/release/release-data.js";

const folder = mkdtempSync(join(tmpdir(), "payctl-release-"));
afterAll(() => rmSync(folder, { recursive: true }));

const about = { ...manifest, version: "1.2.3" };
const licences = ["LICENSE", "BUN-LICENCES.txt", "THIRD-PARTY-LICENCES.txt"];
const names = ["payctl-1.2.3.tgz", "payctl-1.2.3-win-x64.exe", ...licences];
for (const name of names) writeFileSync(join(folder, name), name);
const sums = sumsOf(folder);
const release = releaseOf(about, sums);
const files = manifestsOf(release);
const downloads = "https://payctl.example/payctl/releases/download/v1.2.3";
const sumOf = (name: string) => sums.get(name) ?? "";

it("SHA256SUMS is what sha256sum writes, and it finds a file that was changed", () => {
  const text = sumsText(sums);
  expect(text).toBe(execFileSync("sha256sum", [...names].toSorted(), { cwd: folder, encoding: "utf8" }));
  writeFileSync(join(folder, sumsFile), text);
  expect([...sumsOf(folder).keys()]).not.toContain(sumsFile);
  const check = () =>
    spawnSync("sha256sum", ["--check", "--strict", "--quiet", sumsFile], { cwd: folder, encoding: "utf8" });
  expect(check()).toMatchObject({ status: 0, stdout: "" });
  writeFileSync(join(folder, "LICENSE"), "changed");
  expect(check()).toMatchObject({ status: 1, stdout: "LICENSE: FAILED\n" });
  writeFileSync(join(folder, "LICENSE"), "LICENSE");
});

it("the manifests are one for Homebrew, one for Scoop and three for winget", () => {
  expect(Object.keys(files)).toEqual([
    "payctl.rb",
    "payctl.json",
    "Payctl.Payctl.yaml",
    "Payctl.Payctl.installer.yaml",
    "Payctl.Payctl.locale.en-US.yaml",
  ]);
});

it("the formula of Homebrew installs the package of this version, with its sum", () => {
  const formula = files["payctl.rb"] ?? "";
  expect(formula).toContain(
    `  url "${downloads}/payctl-1.2.3.tgz"\n  sha256 "${sumOf("payctl-1.2.3.tgz")}"\n`,
  );
  expect(formula).toMatch(/^class Payctl < Formula\n {2}desc "(?!An? ).{1,79}[^.]"\n {2}homepage "https:/);
  // What opens a block, and what closes one.
  const opening = formula.match(/^ *(?:class|def) |\bdo$/gm) ?? [];
  expect(formula.match(/^ *end$/gm)?.length).toBe(opening.length);
});

it("the manifest of Scoop downloads the executable with its licences, each with its sum", () => {
  expect(JSON.parse(files["payctl.json"] ?? "")).toEqual({
    version: "1.2.3",
    description: "Administration command line for a payment orchestration service.",
    homepage: "https://payctl.example",
    license: "MIT",
    architecture: {
      "64bit": {
        url: [
          `${downloads}/payctl-1.2.3-win-x64.exe#/payctl.exe`,
          ...licences.map((name) => `${downloads}/${name}`),
        ],
        hash: ["payctl-1.2.3-win-x64.exe", ...licences].map(sumOf),
      },
    },
    bin: "payctl.exe",
  });
});

it("the manifests of winget agree on the package, its version and their own", () => {
  const documents = Object.entries(files)
    .filter(([name]) => name.endsWith(".yaml"))
    .map(([, text]) => parse(text));
  const heads = documents.map(({ ManifestVersion, PackageIdentifier, PackageVersion }) =>
    [PackageIdentifier, PackageVersion, ManifestVersion].join(" "),
  );
  expect(new Set(heads)).toEqual(new Set(["Payctl.Payctl 1.2.3 1.9.0"]));
  expect(documents.map(({ ManifestType }) => ManifestType)).toEqual([
    "version",
    "installer",
    "defaultLocale",
  ]);
  expect(documents[1].Installers).toEqual([
    {
      Architecture: "x64",
      InstallerUrl: `${downloads}/payctl-1.2.3-win-x64.exe`,
      InstallerSha256: sumOf("payctl-1.2.3-win-x64.exe").toUpperCase(),
    },
  ]);
});

it("no manifest is made for a file that the release does not have", () => {
  expect(() => manifestsOf({ ...release, sums: new Map() })).toThrow("the release has no payctl-1.2.3.tgz");
});

const real = {
  version: "1.2.3",
  homepage: "https://payctl.dev",
  bugs: { url: "https://payctl.dev/issues" },
  repository: { url: "git+https://payctl.dev/payctl.git" },
};
const changelog = "# Changelog\n\n## Unreleased\n\n## 1.2.3 - 2026-12-01\n\n- More.\n";

it("the check lets a version pass that has a tag, a heading and addresses", () => {
  expect(problemsOf("v1.2.3", real, changelog)).toEqual([]);
});

it("the check refuses another tag, no tag, and a changelog without a dated heading", () => {
  expect(problemsOf("v1.2.4", real, changelog)).toEqual(["the tag is v1.2.4, and package.json says 1.2.3"]);
  expect(problemsOf("", real, changelog)).toEqual(["the tag is missing, and package.json says 1.2.3"]);
  const undated = "CHANGELOG.md: no heading '## 1.2.3 - DATE'";
  expect(problemsOf("v1.2.3", real, "## Unreleased\n")).toEqual([undated]);
  expect(problemsOf("v1.2.3", real, "## 1.2.3 - soon\n")).toEqual([undated]);
});

it.each(["https://payctl.example", "https://example.com/payctl", "git+https://a.test/b.git"])(
  "the check refuses the placeholder %s",
  (address) => {
    const about = { ...real, repository: { url: address } };
    expect(problemsOf("v1.2.3", about, changelog)).toEqual([
      `package.json: repository.url is a placeholder: ${address}`,
    ]);
  },
);

it("npm run release:check says that this source still has placeholders", () => {
  const root = resolve(import.meta.dirname, "../../..");
  const check = () =>
    execFileSync(process.execPath, ["tools/release/check.js"], { cwd: root, stdio: "pipe" });
  expect(check).toThrow(
    /homepage is a placeholder[\s\S]*bugs\.url[\s\S]*repository\.url[\s\S]*tag is missing/,
  );
});
